-- online: one statement at a time, while clients write
-- What signed-in people look for: threads that wait to be read.
create index concurrently if not exists threads_unread on threads (agency_uid, lead_uid) where agency_read_at is null;

-- Leads by the time at which they were booked.
create index concurrently if not exists leads_by_booking on leads (agency_uid, booked_at, uid)
  where booked_at is not null and deleted_at is null;
