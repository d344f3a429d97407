-- Money keeps the currency that it was recorded in, whatever becomes of the order that it is of
-- (contract/orders.md §5). Null: of a process of the release before, which writes none while this
-- one is started; then it is that of the order, which cannot change while there is any.
alter table payments add column currency text;
alter table order_adjustments add column currency text;
alter table order_services add column currency text;

comment on column payments.currency is 'null: that of the order';
comment on column order_adjustments.currency is 'null: that of the order';
comment on column order_services.currency is 'null: that of the order';

-- online: one statement at a time, while clients write
with batch as (select agency_uid, uid from payments)
update payments t set currency = o.currency
from batch b, orders o
where t.agency_uid = b.agency_uid and t.uid = b.uid and t.currency is null
  and o.agency_uid = t.agency_uid and o.uid = t.order_uid;

with batch as (select agency_uid, uid from order_adjustments)
update order_adjustments a set currency = o.currency
from batch b, orders o
where a.agency_uid = b.agency_uid and a.uid = b.uid and a.currency is null
  and o.agency_uid = a.agency_uid and o.uid = a.order_uid;

with batch as (select agency_uid, uid from order_services)
update order_services s set currency = o.currency
from batch b, orders o
where s.agency_uid = b.agency_uid and s.uid = b.uid and s.currency is null
  and o.agency_uid = s.agency_uid and o.uid = s.order_uid;
