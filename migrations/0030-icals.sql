-- External calendars that are imported into a property.
create table icals (
  agency_uid       uuid not null references agencies,
  uid              uuid not null,
  property_uid     uuid not null,
  name             text not null,
  source           text not null,
  -- Without user information, which is a secret.
  url              text not null,
  userinfo_sealed  bytea,
  userinfo_key_id  text,
  url_digest       text not null,
  -- Validators of what was imported last, if it was imported whole.
  etag             text,
  last_modified    text,
  sync_status      text not null default 'NEVER' check (sync_status in ('OK', 'ERROR', 'NEVER')),
  sync_error       text,
  synced_at        timestamptz(3),
  failures         integer not null default 0,
  next_sync_at     timestamptz(3) not null,
  -- Who imports it at present, and until when nobody else does.
  claim_uid        uuid,
  claimed_until    timestamptz(3),
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, property_uid) references properties
);

create unique index icals_by_url on icals (agency_uid, property_uid, url_digest);
create index icals_due on icals (next_sync_at);

-- What was imported last of each event of a calendar, and the lead that it became.
create table ical_events (
  agency_uid  uuid not null references agencies,
  ical_uid    uuid not null,
  -- A digest of UID and RECURRENCE-ID.
  event_key   text not null,
  lead_uid    uuid not null,
  status      text not null check (status in ('BOOKED', 'BLOCKED')),
  check_in    date not null,
  check_out   date not null,
  primary key (agency_uid, ical_uid, event_key),
  foreign key (agency_uid, ical_uid) references icals,
  foreign key (agency_uid, lead_uid) references leads
);

create index ical_events_of_lead on ical_events (agency_uid, lead_uid);
