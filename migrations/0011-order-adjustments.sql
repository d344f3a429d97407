-- Charges and refunds beside what an order was priced at; the type gives the sign.
create table order_adjustments (
  agency_uid        uuid not null references agencies,
  uid               uuid not null,
  order_uid         uuid not null,
  transaction_type  text not null check (transaction_type in ('CHARGE', 'REFUND')),
  adjustment_type   text not null
                    check (adjustment_type in ('RENT', 'TAX', 'FEE', 'SERVICE', 'RESOLUTION')),
  amount            numeric not null check (amount > 0),
  note              text,
  external_id       text,
  created_at        timestamptz(3) not null,
  updated_at        timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, order_uid) references orders
);

create index adjustments_of_order on order_adjustments (agency_uid, order_uid, created_at, uid);
create unique index adjustments_by_external_id
  on order_adjustments (agency_uid, order_uid, external_id) where external_id is not null;

create index orders_updated on orders (agency_uid, updated_at, uid);
