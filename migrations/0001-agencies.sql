-- Every table's primary key starts with agency_uid, the tenant and, on Citus, the distribution column.
-- Tables above agencies (partners, credentials, limits) are reference tables. No triggers, no sequences.

create table agencies (
  agency_uid              uuid primary key,
  name                    text not null,
  agency_email_address    text,
  phone_number            text,
  website                 text,
  address1                text,
  city                    text,
  zip_code                text,
  state                   text,
  country_code            text,
  currency                text not null default 'USD',
  default_check_in_time   integer not null default 15 check (default_check_in_time between 0 and 23),
  default_check_out_time  integer not null default 11 check (default_check_out_time between 0 and 23),
  rental_condition        text,
  time_zone               text not null default 'UTC',
  created_at              timestamptz(3) not null,
  updated_at              timestamptz(3) not null
);

create table agency_settings (
  agency_uid                  uuid primary key references agencies,
  hold_hours                  integer not null default 24 check (hold_hours between 1 and 720),
  request_hours               integer not null default 0 check (request_hours between 0 and 720),
  payment_hours               integer not null default 0 check (payment_hours between 0 and 720),
  request_needs_confirmation  boolean not null default false,
  inquiry_response_hours      integer not null default 24
                              check (inquiry_response_hours between 1 and 8760),
  quote_validity_hours        integer not null default 168
                              check (quote_validity_hours between 1 and 8760),
  v2_lead_writes              boolean
);

comment on column agency_settings.v2_lead_writes is 'null: as the SANDBOX setting of the server';

create table employees (
  agency_uid    uuid not null references agencies,
  uid           uuid not null,
  first_name    text not null,
  last_name     text not null,
  email         text not null,
  phone_number  text,
  role          text not null check (role in ('ADMIN', 'MANAGER', 'STAFF', 'CLEANER', 'READ_ONLY')),
  is_active     boolean not null default true,
  picture_url   text,
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null,
  primary key (agency_uid, uid)
);
