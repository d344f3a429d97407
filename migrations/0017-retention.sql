-- For how long an agency keeps what concerns guests (contract/resources.md §8.2, §11).
alter table agency_settings
  add column personal_data_retention_days integer not null default 0
    check (personal_data_retention_days between 0 and 36500),
  add column message_retention_days integer not null default 0
    check (message_retention_days between 0 and 36500);

comment on column agency_settings.personal_data_retention_days is
  'after the check-out of a lead; 0: for ever';
comment on column agency_settings.message_retention_days is '0: for ever';

-- Leads that were looked at because their time is over, as of their last change.
create table lead_erasures (
  agency_uid  uuid not null references agencies,
  lead_uid    uuid not null,
  as_of       timestamptz(3) not null,
  primary key (agency_uid, lead_uid),
  foreign key (agency_uid, lead_uid) references leads
);
