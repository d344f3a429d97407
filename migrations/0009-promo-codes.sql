create table promo_codes (
  agency_uid           uuid not null references agencies,
  uid                  uuid not null,
  property_uid         uuid,
  code                 text not null check (code ~ '^[A-Za-z0-9]{1,50}$'),
  description          text,
  discount_type        text not null check (discount_type in ('PERCENT', 'AMOUNT')),
  discount_amount      numeric not null check (discount_amount > 0),
  currency             text,
  redeem_by_date       date,
  stay_from_date       date,
  stay_to_date         date,
  minimum_nights       integer not null default 0,
  maximum_redemptions  integer,
  is_active            boolean not null default true,
  created_at           timestamptz(3) not null,
  updated_at           timestamptz(3) not null,
  deleted_at           timestamptz(3),
  primary key (agency_uid, uid),
  foreign key (agency_uid, property_uid) references properties
);

comment on column promo_codes.property_uid is 'null: every property of the agency';

create unique index promo_codes_by_code on promo_codes (agency_uid, lower(code))
  where deleted_at is null;
create index promo_codes_newest on promo_codes (agency_uid, created_at desc, uid desc)
  where deleted_at is null;
create index orders_of_promo_code on orders (agency_uid, promo_code_uid)
  where promo_code_uid is not null;
