-- Payments that were made elsewhere; a refund is negative. They are never changed.
create table transactions (
  agency_uid      uuid not null references agencies,
  uid             uuid not null,
  order_uid       uuid not null,
  type            text not null check (type in ('SALE', 'REFUND')),
  status          text not null check (status in ('SUCCESS', 'PENDING', 'FAILED')),
  amount          numeric not null check (amount <> 0 and (type = 'SALE') = (amount > 0)),
  manual          boolean not null default true,
  full_payment    boolean not null default false,
  transaction_id  text,
  notes           text,
  created_at      timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, order_uid) references orders
);

create index transactions_of_order on transactions (agency_uid, order_uid, created_at, uid);
create unique index transactions_by_id on transactions (agency_uid, order_uid, transaction_id)
  where transaction_id is not null;
