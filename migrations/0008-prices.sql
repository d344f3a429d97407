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

create index pricing_tasks_by_age on pricing_tasks (finished_at);

comment on column pricing_tasks.processed is
  'operations that are done with, those of one property after those of the other';
