-- What happened to the security of an agency: who signed in or failed to, and what became of keys,
-- grants and tokens. Refusals of a day are one row for each that is refused, so that nobody fills
-- the table by trying.
create table security_events (
  agency_uid    uuid not null references agencies,
  uid           uuid not null,
  event         text not null,
  actor_kind    text not null,
  actor_uid     uuid,
  -- The employee, key or approval that it is about.
  subject_uid   uuid,
  partner_uid   uuid,
  -- Of the client, the latest.
  address       text,
  times         integer not null default 1,
  -- Of refusals.
  day           date,
  first_at      timestamptz(3) not null,
  last_at       timestamptz(3) not null,
  primary key (agency_uid, uid)
);

create unique index security_events_refused
  on security_events (agency_uid, event, subject_uid, day) where day is not null;
create index security_events_by_age on security_events (last_at);

comment on column security_events.event is 'a stable name such as sign_in.refused';
