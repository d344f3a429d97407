-- What signed-in people look for: threads that wait to be read.
create index threads_unread on threads (agency_uid, lead_uid) where agency_read_at is null;
