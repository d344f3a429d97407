-- What was done to leads, and when nights were taken and freed. Rows are only ever added, each in
-- the transaction of the act that it tells of.
create table lead_acts (
  agency_uid       uuid not null references agencies,
  uid              uuid not null,
  lead_uid         uuid not null,
  act              text not null,
  credential_kind  text not null,
  credential_uid   uuid,
  type_before      text,
  status_before    text,
  type_after       text,
  status_after     text,
  details          jsonb,
  events           text[] not null,
  availability     text,
  created_at       timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, lead_uid) references leads
);

comment on column lead_acts.availability is
  'why the calendar changed, in the words of PROPERTY_AVAILABILITY_UPDATED';
comment on column lead_acts.details is 'what else the act was given, such as the reason of a refusal';

create index acts_of_lead on lead_acts (agency_uid, lead_uid, created_at, uid);

create table night_changes (
  agency_uid       uuid not null references agencies,
  uid              uuid not null,
  unit_uid         uuid not null,
  lead_uid         uuid not null,
  change           text not null check (change in ('TAKEN', 'FREED')),
  occupied         daterange not null,
  turnover_nights  integer not null,
  act              text not null,
  credential_kind  text not null,
  credential_uid   uuid,
  created_at       timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, unit_uid) references units,
  foreign key (agency_uid, lead_uid) references leads
);

create index night_changes_of_unit on night_changes using gist (agency_uid, unit_uid, occupied);
