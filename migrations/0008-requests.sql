-- Results of writes that carried an Idempotency-Key, written with their effect.
create table idempotency_keys (
  agency_uid    uuid not null,
  principal     text not null,
  key           text not null,
  fingerprint   bytea not null,
  status        integer,
  body          text,
  content_type  text,
  created_at    timestamptz(3) not null,
  completed_at  timestamptz(3),
  primary key (agency_uid, principal, key)
);

create index idempotency_keys_by_age on idempotency_keys (completed_at);

-- Requests per credential in the running hour. Losing them in a crash costs a fresh hour at most.
create unlogged table rate_windows (
  principal   text primary key,
  started_at  timestamptz(3) not null,
  used        integer not null
);
