-- People who sign in, and what they allow partners by OAuth (contract/general.md §2.3).

create table employee_passwords (
  agency_uid    uuid not null references agencies,
  employee_uid  uuid not null,
  hash          text not null,
  changed_at    timestamptz(3) not null,
  primary key (agency_uid, employee_uid),
  foreign key (agency_uid, employee_uid) references employees
);

create index employees_by_email on employees (lower(email));

alter table partner_secrets add column uid uuid not null unique default gen_random_uuid();

-- An approval by the property manager: its code, and the family of tokens that come of it. Reference
-- tables, too: a code or token is looked up before its agency is known. Only hashes are stored.
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

alter table access_tokens add column authorization_uid uuid references authorizations;

create index access_tokens_of_authorization on access_tokens (authorization_uid);
create index access_tokens_of_agency on access_tokens (agency_uid, partner_uid);
