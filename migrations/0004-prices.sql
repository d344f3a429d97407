create extension if not exists btree_gist;

-- What a night costs where a date, a rule, a channel or a fee changes the property's own price.

create table pricing_periods (
  agency_uid               uuid not null references agencies,
  property_uid             uuid not null,
  date                     date not null,
  price                    numeric check (price >= 0),
  minimum_stay             integer check (minimum_stay >= 1),
  available_for_check_in   boolean,
  available_for_check_out  boolean,
  name                     text,
  primary key (agency_uid, property_uid, date),
  foreign key (agency_uid, property_uid) references properties,
  check (num_nonnulls(price, minimum_stay, available_for_check_in, available_for_check_out,
    name) > 0)
);

create table property_pricing_rules (
  agency_uid                           uuid not null references agencies,
  property_uid                         uuid not null,
  increase_rate                        numeric not null default 0,
  increase_rate_lower_bound            integer not null default 0,
  decrease_rate                        numeric not null default 0,
  decrease_rate_higher_bound           integer not null default 0,
  decrease_rate_monthly                numeric,
  decrease_rate_higher_bound_monthly   integer,
  enabled_for_airbnb                   boolean not null default false,
  pricing_rules                        jsonb not null default '[]',
  primary key (agency_uid, property_uid),
  foreign key (agency_uid, property_uid) references properties
);

comment on column property_pricing_rules.pricing_rules is
  'array of {uid, ruleType, threshold, priceChange, priceChangeType}, priceChange as sent';

create table rate_multipliers (
  agency_uid  uuid not null references agencies,
  channel     text not null,
  value       numeric not null check (value >= -1),
  primary key (agency_uid, channel)
);

create table fees (
  agency_uid              uuid not null references agencies,
  uid                     uuid not null,
  property_uid            uuid not null,
  name                    text not null,
  amount                  numeric not null check (amount >= 0),
  amount_type             text not null,
  taxation_rate           numeric not null,
  scope                   text not null default 'PER_STAY',
  type                    text not null default 'CUSTOM',
  optional                boolean not null default false,
  offline                 boolean not null default false,
  attestation             boolean not null default false,
  airbnb_type             text,
  booking_dot_com_type    text,
  hvmi_type               text,
  vrbo_type               text,
  hostfully_type          text not null default 'DEFAULT',
  long_term_stay_exemption integer not null default 0,
  created_at              timestamptz(3) not null,
  updated_at              timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, property_uid) references properties
);

create index fees_of_property on fees (agency_uid, property_uid, created_at, uid);

-- Pricing periods written in bulk, later, one transaction per property.
create table pricing_tasks (
  agency_uid     uuid not null references agencies,
  uid            uuid not null,
  status         text not null check (status in ('PENDING', 'RUNNING', 'COMPLETED', 'FAILED')),
  operations     jsonb not null,
  property_uids  uuid[] not null,
  total          integer not null,
  processed      integer not null default 0,
  error          text,
  created_at     timestamptz(3) not null,
  finished_at    timestamptz(3),
  primary key (agency_uid, uid)
);

comment on column pricing_tasks.processed is
  'operations that are done with, those of one property after those of the other';

create index pricing_tasks_by_age on pricing_tasks (finished_at);

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

-- A reference table: the token of a feed is a credential, looked up before its agency is known.
create table calendar_feeds (
  token         text primary key,
  agency_uid    uuid not null,
  property_uid  uuid not null,
  created_at    timestamptz(3) not null,
  unique (agency_uid, property_uid),
  foreign key (agency_uid, property_uid) references properties
);

-- One row per unit that a blocking lead takes. The exclusion constraint is the guarantee.
create table occupancies (
  agency_uid       uuid not null references agencies,
  unit_uid         uuid not null,
  lead_uid         uuid not null,
  occupied         daterange not null check (not isempty(occupied)),
  turnover_nights  integer not null default 0 check (turnover_nights >= 0),
  primary key (agency_uid, unit_uid, lead_uid),
  foreign key (agency_uid, unit_uid) references units,
  constraint no_double_booking
    exclude using gist (agency_uid with =, unit_uid with =, occupied with &&)
);

create index occupancies_of_lead on occupancies (agency_uid, lead_uid);

-- Who took and freed the nights of units. Rows are only ever added, with the change they tell of.
create table night_changes (
  agency_uid       uuid not null references agencies,
  uid              uuid not null,
  unit_uid         uuid not null,
  lead_uid         uuid not null,
  change           text not null check (change in ('TAKEN', 'FREED')),
  occupied         daterange not null,
  turnover_nights  integer not null,
  act              text not null,
  credential_kind  text not null,
  credential_uid   uuid,
  created_at       timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, unit_uid) references units
);

create index night_changes_of_unit on night_changes using gist (agency_uid, unit_uid, occupied);
