-- A lead's money. Amounts carry the currency's minor digits as written, so that a read never rounds.
-- Fee lines are written once, when the order is priced, so that the lead query reads one row.
create table orders (
  agency_uid                uuid not null references agencies,
  uid                       uuid not null,
  lead_uid                  uuid not null,
  currency                  text not null,
  rent_net_price            numeric not null,
  rent_base_net_price       numeric not null,
  extra_guests_net_price    numeric not null default 0,
  extra_guests_base_net_price numeric not null default 0,
  rate_multiplier           numeric,
  rate_multiplier_amount    numeric not null default 0,
  rent_breakdowns           jsonb not null default '[]',
  list_price                numeric not null,
  discount                  jsonb,
  net_price                 numeric not null,
  rent_taxation_rate        numeric not null default 0,
  rent_tax_amount           numeric not null default 0,
  rent_gross_price          numeric not null,
  security_deposit          numeric not null default 0,
  fee_lines                 jsonb not null default '[]',
  all_fees_gross_amount     numeric not null default 0,
  total_amount              numeric not null,
  total_taxes_amount        numeric not null default 0,
  channel_commission        numeric,
  force_full_payment        boolean not null default false,
  quote_overrides           jsonb,
  promo_code_uid            uuid,
  created_at                timestamptz(3) not null,
  updated_at                timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, lead_uid) references leads
);

comment on column orders.fee_lines is
  'array of {kind CLEANING|FEE, uid, name, amountType, isEditable, netPrice, taxationRate, taxAmount,
   grossAmount}; the cleaning fee first';

create unique index orders_of_lead on orders (agency_uid, lead_uid);
