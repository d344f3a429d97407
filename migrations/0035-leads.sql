-- Money keeps the currency that it was recorded in, whatever becomes of the order that it is of
-- (contract/orders.md §5). Null: of a process of the release before, which writes none while this
-- one is started; then it is that of the order, which cannot change while there is any.
alter table payments add column currency text;
alter table order_adjustments add column currency text;
alter table order_services add column currency text;

update payments t set currency = o.currency
from orders o where o.agency_uid = t.agency_uid and o.uid = t.order_uid;

update order_adjustments a set currency = o.currency
from orders o where o.agency_uid = a.agency_uid and o.uid = a.order_uid;

update order_services s set currency = o.currency
from orders o where o.agency_uid = s.agency_uid and o.uid = s.order_uid;

comment on column payments.currency is 'null: that of the order';
comment on column order_adjustments.currency is 'null: that of the order';
comment on column order_services.currency is 'null: that of the order';
