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
  created_at   timestamptz(3) not null,
  primary key (partner_uid, secret_hash)
);

create table access_tokens (
  uid          uuid primary key,
  partner_uid  uuid not null references partners,
  agency_uid   uuid not null references agencies,
  expires_at   timestamptz(3) not null,
  revoked_at   timestamptz(3),
  created_at   timestamptz(3) not null
);

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
