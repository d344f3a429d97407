-- Who is signed in to the console, until it ends: contract/general.md §2.4. Only a hash is stored.
create table sessions (
  agency_uid    uuid not null references agencies,
  uid           uuid not null,
  employee_uid  uuid not null,
  token_hash    bytea not null,
  method        text not null default 'PASSWORD',
  -- Whom the same password was looked at for, as [{agency_uid, uid}]: who works for several
  -- agencies changes from one to another.
  identities    jsonb not null,
  signed_in_at  timestamptz(3) not null,
  created_at    timestamptz(3) not null,
  seen_at       timestamptz(3) not null,
  expires_at    timestamptz(3) not null,
  address       text,
  agent         text,
  primary key (agency_uid, uid),
  foreign key (agency_uid, employee_uid) references employees
);

create unique index sessions_by_token on sessions (agency_uid, token_hash);
create index sessions_of_employee on sessions (agency_uid, employee_uid);
create index sessions_by_age on sessions (seen_at);

comment on column sessions.seen_at is 'the last request, written once in five minutes';
comment on column sessions.signed_in_at is 'when the password was given, whatever the agency then';
comment on column sessions.agent is 'what the browser calls itself';

-- Links by which somebody sets a password: an invitation, or who has forgotten it. Of an employee
-- there is one.
create table password_links (
  agency_uid    uuid not null references agencies,
  employee_uid  uuid not null,
  token_hash    bytea not null,
  created_at    timestamptz(3) not null,
  expires_at    timestamptz(3) not null,
  primary key (agency_uid, employee_uid),
  foreign key (agency_uid, employee_uid) references employees
);

create index password_links_by_age on password_links (expires_at);

-- What the console remembers for somebody, as it was sent.
create table employee_preferences (
  agency_uid    uuid not null references agencies,
  employee_uid  uuid not null,
  preferences   jsonb not null,
  updated_at    timestamptz(3) not null,
  primary key (agency_uid, employee_uid),
  foreign key (agency_uid, employee_uid) references employees
);

-- Whose jobs are somebody's own: those of the service provider that an employee works for.
alter table employees add column service_provider_uid uuid;
alter table employees add foreign key (agency_uid, service_provider_uid)
  references service_providers on delete set null (service_provider_uid) not valid;

comment on column employees.service_provider_uid is 'whose jobs the employee does; null: nobody''s';
