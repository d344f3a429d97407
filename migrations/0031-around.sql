-- What a day asks of an agency is found without a look at all that lies ahead (contract/resources.md
-- §11.1): jobs that are still to be done by their end, holds and requests by the end of their timer,
-- and threads that wait to be read by who has written last.
-- online: one statement at a time, while clients write
create index concurrently if not exists jobs_undone on jobs (agency_uid, end_local, uid)
  where status in ('NEW', 'ACCEPTED', 'DECLINED');

create index concurrently if not exists leads_waiting on leads (agency_uid, status, timer_ends_at, uid)
  where deleted_at is null and status in ('ON_HOLD', 'PENDING', 'PENDING_APPROVED');

create index concurrently if not exists threads_waiting on threads (agency_uid, updated_at desc, uid desc)
  include (lead_uid) where agency_read_at is null;
