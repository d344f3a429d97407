-- What many calendars show of leads that hold nights, by property and check-in: the stays of a
-- house lie side by side (contract/pricing.md §11). It takes the place of an index by uid, in which
-- each of them was looked for by itself.
-- online: one statement at a time, while clients write
create index concurrently if not exists leads_by_stay on leads (agency_uid, property_uid, check_in_local)
  include (uid, unit_uid, type, status, channel, first_name, last_name, check_out_local,
    timer_ends_at, adult_count, children_count, created_by_partner_uid)
  where deleted_at is null
    and status in ('BOOKED', 'BLOCKED', 'ON_HOLD', 'PENDING', 'PENDING_APPROVED');

drop index concurrently if exists leads_on_nights;
