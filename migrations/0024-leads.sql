-- What many calendars show of orders and of what is paid, so that none of it is looked up beside its
-- index (contract/pricing.md §11). The index of leads is built by 0029.
-- online: one statement at a time, while clients write
create index concurrently if not exists orders_to_pay on orders (agency_uid, lead_uid)
  include (uid, total_amount);

create index concurrently if not exists payments_made on payments (agency_uid, order_uid)
  include (amount) where status = 'SUCCESS';
