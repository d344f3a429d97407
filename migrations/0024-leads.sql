-- What many calendars show of leads that hold nights, of orders and of what is paid, so that none of
-- it is looked up beside its index (contract/pricing.md §11).
create index if not exists leads_on_nights on leads (agency_uid, uid)
  include (property_uid, unit_uid, type, status, source, channel, first_name, last_name,
    check_in_local, check_out_local, timer_ends_at, adult_count, children_count,
    created_by_partner_uid)
  where deleted_at is null
    and status in ('BOOKED', 'BLOCKED', 'ON_HOLD', 'PENDING', 'PENDING_APPROVED');

create index if not exists orders_to_pay on orders (agency_uid, lead_uid)
  include (uid, total_amount);

create index if not exists payments_made on payments (agency_uid, order_uid)
  include (amount) where status = 'SUCCESS';
