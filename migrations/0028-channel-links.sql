-- Where a property is listed elsewhere (contract/resources.md §6).
create table property_channel_links (
  agency_uid    uuid not null references agencies,
  uid           uuid not null,
  property_uid  uuid not null,
  channel       text not null,
  url           text,
  external_id   text,
  is_active     boolean not null default true,
  last_sync_at  timestamptz(3),
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, property_uid) references properties
);

create unique index property_channel_links_by_channel
  on property_channel_links (agency_uid, property_uid, channel);
