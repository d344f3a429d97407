-- Events, who is told of them, and what was told. An event commits with the change that it tells
-- of, and with a delivery for every webhook that wants it (contract/events.md §6.1).

create table event_logs (
  agency_uid  uuid primary key references agencies,
  last_seq    bigint not null,
  gone_seq    bigint not null default 0
);

comment on table event_logs is
  'how far the log of an agency is; who writes events holds this row until the commit';
comment on column event_logs.gone_seq is 'events up to this one are no longer kept';

create table object_versions (
  agency_uid   uuid not null references agencies,
  object_type  text not null,
  object_uid   uuid not null,
  version      integer not null,
  primary key (agency_uid, object_type, object_uid)
);

create table events (
  agency_uid               uuid not null references agencies,
  seq                      bigint not null,
  uid                      uuid not null,
  type                     text not null,
  legacy_type              text,
  event_version            integer not null default 1,
  object_type              text not null,
  object_uid               uuid not null,
  object_version           integer not null,
  previous_object_version  integer not null,
  property_uid             uuid,
  hotel_uid                uuid,
  lead_uid                 uuid,
  partner_uid              uuid references partners,
  audience                 text not null
                           check (audience in ('PROPERTY', 'HOTEL', 'GRANTEES', 'PARTNER', 'AGENCY')),
  cause                    text,
  payload                  json not null,
  changes                  jsonb not null default '{}',
  actor_type               text not null,
  actor_uid                uuid,
  request_uid              uuid,
  ordering_key             text not null,
  created_at               timestamptz(3) not null,
  primary key (agency_uid, seq),
  unique (agency_uid, uid)
);

comment on column events.legacy_type is 'what webhooks of v2 are told instead; null: nothing';
comment on column events.audience is
  'beside the agency: partners that reach the property, or the hotel; partners that were granted '
  'anything; the partner itself; nobody';
comment on column events.ordering_key is
  'what deliveries of it are kept in order by (contract/events.md §8.4)';

create index events_by_time on events (agency_uid, created_at);
create index events_by_age on events (created_at);
create index events_of_lead on events (agency_uid, lead_uid, seq) where lead_uid is not null;
create index events_of_property on events (agency_uid, property_uid, seq)
  where property_uid is not null;
create index events_of_partner on events (partner_uid) where partner_uid is not null;

-- A reference table, as partners are: a partner's webhooks for changes of its access belong to no
-- agency. agency_uid is null for these.
create table webhooks (
  uid                 uuid primary key,
  agency_uid          uuid references agencies,
  partner_uid         uuid references partners,
  creator_identifier  text not null,
  object_uid          text not null,
  event_type          text not null,
  webhook_type        text not null check (webhook_type in ('POST_JSON', 'POST_FORM')),
  callback_url        text not null,
  userinfo_sealed     bytea,
  userinfo_key_id     text,
  fingerprint         bytea not null,
  destination         text not null,
  api_version         text not null,
  payload_format      text not null default 'COMPATIBLE'
                      check (payload_format in ('COMPATIBLE', 'EXTENDED')),
  description         text,
  status              text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  disabled_reason     text check ((status = 'DISABLED') = (disabled_reason is not null)),
  disabled_at         timestamptz(3),
  failing_since       timestamptz(3),
  created_at          timestamptz(3) not null,
  deleted_at          timestamptz(3),
  drains              boolean not null default false,
  check (agency_uid is not null or partner_uid is not null)
);

comment on column webhooks.partner_uid is 'whose it is; null: of the agency itself';
comment on column webhooks.callback_url is 'without name and password, which are sealed beside it';
comment on column webhooks.fingerprint is 'of all that makes a webhook unique';
comment on column webhooks.destination is
  'what creator and URL make: one stream of deliveries (contract/events.md §8.4)';
comment on column webhooks.drains is
  'deleted with its property: what was queued until then is still delivered';

create unique index webhook_is_unique on webhooks (fingerprint) where deleted_at is null;
create index webhooks_of_agency on webhooks (agency_uid, event_type) where deleted_at is null;
create index webhooks_of_partner on webhooks (partner_uid, event_type) where deleted_at is null;

create table webhook_secrets (
  webhook_uid  uuid not null references webhooks,
  uid          uuid not null,
  sealed       bytea not null,
  key_id       text not null,
  is_known     boolean not null,
  created_at   timestamptz(3) not null,
  expires_at   timestamptz(3),
  primary key (webhook_uid, uid)
);

comment on column webhook_secrets.is_known is 'it was shown to the creator';

create table replays (
  uid           uuid primary key,
  webhook_uid   uuid not null references webhooks,
  mode          text not null check (mode in ('RANGE', 'FAILED', 'MISSING')),
  matched       integer not null,
  created_at    timestamptz(3) not null,
  cancelled_at  timestamptz(3)
);

create table deliveries (
  agency_uid            uuid not null references agencies,
  uid                   uuid not null,
  webhook_uid           uuid not null references webhooks,
  seq                   bigint,
  sample                json,
  destination           text not null,
  ordering_key          text not null,
  shows_personal        boolean not null,
  status                text not null default 'PENDING' check (status in
                          ('PENDING', 'RETRYING', 'DELIVERED', 'EXHAUSTED', 'SKIPPED', 'ABANDONED')),
  attempt_count         integer not null default 0,
  due_at                timestamptz(3) not null,
  is_kept_back          boolean not null default false,
  claimed_by            uuid,
  claimed_until         timestamptz(3),
  first_failed_at       timestamptz(3),
  last_response_status  integer,
  callback_url          text,
  userinfo_sealed       bytea,
  userinfo_key_id       text,
  replay_of             uuid,
  replay_uid            uuid references replays,
  is_test               boolean not null default false,
  created_at            timestamptz(3) not null,
  completed_at          timestamptz(3),
  primary key (agency_uid, uid),
  foreign key (agency_uid, seq) references events on delete cascade,
  check ((completed_at is null) = (status in ('PENDING', 'RETRYING'))),
  check ((seq is null) = (sample is not null))
);

comment on column deliveries.status is
  'HELD is not stored: it is what waits for a webhook that is disabled';
comment on column deliveries.due_at is 'infinity while its webhook is disabled';
comment on column deliveries.is_kept_back is
  'it was due, but waits for an older one; due at once when that has ended';
comment on column deliveries.callback_url is 'of a replay to another place than the webhook''s';
comment on column deliveries.sample is 'what a test sends where no real event is';

create index due_deliveries on deliveries (agency_uid, due_at) where completed_at is null;
create index due_by_destination on deliveries (agency_uid, destination, due_at, seq)
  where completed_at is null;
create index deliveries_in_order on deliveries (agency_uid, destination, ordering_key, seq, uid)
  where completed_at is null;
create index running_deliveries on deliveries (destination)
  where completed_at is null and claimed_until is not null;
create index waiting_deliveries on deliveries (webhook_uid) where completed_at is null;
create index deliveries_of_webhook on deliveries (agency_uid, webhook_uid, created_at desc, uid desc);
create index deliveries_of_event on deliveries (agency_uid, seq);
create index deliveries_of_replay on deliveries (replay_uid) where replay_uid is not null;
create index completed_deliveries on deliveries (completed_at) where completed_at is not null;

create table delivery_attempts (
  agency_uid        uuid not null,
  delivery_uid      uuid not null,
  number            integer not null,
  started_at        timestamptz(3) not null,
  duration_ms       integer not null,
  outcome           text not null check (outcome in ('SUCCESS', 'HTTP_ERROR', 'REDIRECT', 'TIMEOUT',
                      'DNS_ERROR', 'TLS_ERROR', 'CONNECTION_ERROR', 'ADDRESS_REFUSED')),
  response_status   integer,
  response_headers  jsonb,
  response_snippet  text,
  error_message     text,
  primary key (agency_uid, delivery_uid, number),
  foreign key (agency_uid, delivery_uid) references deliveries on delete cascade
);

create table delivery_queues (
  agency_uid  uuid primary key references agencies
);

comment on table delivery_queues is 'who claims deliveries of an agency holds its row';
