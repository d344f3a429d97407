-- What is taken of a unit in the order of its nights, with all that a calendar shows of it.
create index if not exists occupancies_by_night on occupancies
  (agency_uid, unit_uid, (lower(occupied))) include (occupied, turnover_nights, lead_uid);

-- The few leads that hold nights without being booked: of all others a calendar knows the cause.
create index if not exists leads_unbooked on leads (agency_uid, uid)
  include (status, source, timer_ends_at)
  where status in ('BLOCKED', 'ON_HOLD', 'PENDING', 'PENDING_APPROVED');
