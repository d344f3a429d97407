-- The index of nights is built by 0041.

-- online: one statement at a time, while clients write
-- The few leads that hold nights without being booked: of all others a calendar knows the cause.
create index concurrently if not exists leads_unbooked on leads (agency_uid, uid)
  include (status, source, timer_ends_at)
  where status in ('BLOCKED', 'ON_HOLD', 'PENDING', 'PENDING_APPROVED');
