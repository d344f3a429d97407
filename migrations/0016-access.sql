-- The operator's keys, of which nothing is kept but an id: since when each is known, and when it was
-- no longer the first of the list, from when on it is believed for a while only.
create table secret_keys (
  key_id      text primary key,
  since       timestamptz(3) not null,
  retired_at  timestamptz(3)
);

-- Who has signed in to decide about a partner, until the decision. A row for each agency that
-- somebody may decide for. Only a hash is stored.
create table consent_tickets (
  agency_uid    uuid not null references agencies,
  employee_uid  uuid not null,
  ticket_hash   bytea not null,
  -- What the ticket is for; null: for all partners.
  partner_uid   uuid references partners,
  created_at    timestamptz(3) not null,
  expires_at    timestamptz(3) not null,
  primary key (agency_uid, employee_uid, ticket_hash),
  foreign key (agency_uid, employee_uid) references employees
);

create index consent_tickets_by_hash on consent_tickets (ticket_hash);
create index consent_tickets_by_age on consent_tickets (expires_at);

-- A key may be limited to operations with certain tags.
alter table api_keys add column tags text[];

comment on column api_keys.tags is 'of the operations that it may be used for; null: of all';

-- What keys were before they got another secret. Such a one may live on for some hours, so that
-- clients change one after the other; later it is known as what it was, and refused.
create table former_keys (
  key_hash    bytea primary key,
  key_uid     uuid not null references api_keys (uid),
  agency_uid  uuid not null references agencies,
  ends_at     timestamptz(3) not null
);

create index former_keys_of_key on former_keys (key_uid);

-- When a key, or a partner of an agency, was last used; written once an hour at most, and never to
-- the tables that all agencies share.
create table credential_uses (
  agency_uid    uuid not null references agencies,
  kind          text not null check (kind in ('KEY', 'PARTNER')),
  uid           uuid not null,
  last_used_at  timestamptz(3) not null,
  primary key (agency_uid, kind, uid)
);
