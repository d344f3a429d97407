-- Every table's primary key starts with agency_uid, the tenant and, on Citus, the distribution
-- column. Tables above agencies (partners, credentials, limits) are reference tables. There are no
-- triggers and no sequences. A table is in the file of its district; a foreign key that points to a
-- later district stands at the end of that one.

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

create index employees_by_email on employees (lower(email));

-- People who sign in, and what they allow partners by OAuth (contract/general.md §2.3).

create table employee_passwords (
  agency_uid    uuid not null references agencies,
  employee_uid  uuid not null,
  hash          text not null,
  changed_at    timestamptz(3) not null,
  primary key (agency_uid, employee_uid),
  foreign key (agency_uid, employee_uid) references employees
);

-- Reference tables: a credential is looked up before its agency is known. Only hashes are stored.

create table api_keys (
  key_hash             bytea primary key,
  uid                  uuid not null unique,
  agency_uid           uuid not null references agencies,
  name                 text not null,
  hint                 text not null,
  read_only            boolean not null default false,
  rate_limit_per_hour  integer,
  expires_at           timestamptz(3),
  revoked_at           timestamptz(3),
  created_at           timestamptz(3) not null
);

create index api_keys_of_agency on api_keys (agency_uid);

create table partners (
  partner_uid          uuid primary key,
  name                 text not null,
  kind                 text not null check (kind in ('INTEGRATION', 'CHANNEL')),
  channel              text check ((kind = 'CHANNEL') = (channel is not null)),
  client_id            text not null unique,
  key_hash             bytea unique,
  redirect_uris        text[] not null default '{}',
  api_version          text not null default 'v3.3',
  rate_limit_per_hour  integer,
  created_at           timestamptz(3) not null
);

create table partner_secrets (
  partner_uid  uuid not null references partners,
  secret_hash  bytea not null,
  uid          uuid not null unique default gen_random_uuid(),
  created_at   timestamptz(3) not null,
  primary key (partner_uid, secret_hash)
);

-- An approval by the property manager: its code, and the family of tokens that come of it.
-- Reference tables, too: a code or token is looked up before its agency is known. Only hashes are stored.
create table authorizations (
  uid               uuid primary key,
  partner_uid       uuid not null references partners,
  agency_uid        uuid not null references agencies,
  employee_uid      uuid not null,
  code_hash         bytea not null unique,
  redirect_uri      text not null,
  code_challenge    text,
  code_expires_at   timestamptz(3) not null,
  code_used_at      timestamptz(3),
  revoked_at        timestamptz(3),
  created_at        timestamptz(3) not null
);

create index authorizations_of_agency on authorizations (agency_uid, partner_uid);

create table refresh_tokens (
  token_hash         bytea primary key,
  authorization_uid  uuid not null references authorizations,
  expires_at         timestamptz(3) not null,
  rotated_at         timestamptz(3),
  created_at         timestamptz(3) not null
);

create index refresh_tokens_of_authorization on refresh_tokens (authorization_uid);

create table access_tokens (
  uid                uuid primary key,
  partner_uid        uuid not null references partners,
  agency_uid         uuid not null references agencies,
  expires_at         timestamptz(3) not null,
  revoked_at         timestamptz(3),
  authorization_uid  uuid references authorizations,
  created_at         timestamptz(3) not null
);

create index access_tokens_of_authorization on access_tokens (authorization_uid);
create index access_tokens_of_agency on access_tokens (agency_uid, partner_uid);

create table grants (
  agency_uid     uuid not null references agencies,
  partner_uid    uuid not null references partners,
  object_uid     uuid not null,
  object_type    text not null check (object_type in ('PROPERTY', 'HOTEL')),
  access         text not null check (access in ('READ', 'READ_WRITE')),
  personal_data  boolean not null default false,
  created_at     timestamptz(3) not null,
  primary key (agency_uid, partner_uid, object_uid)
);

create index grants_of_partner on grants (partner_uid, agency_uid);
