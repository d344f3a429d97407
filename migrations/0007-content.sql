-- What a property, or a hotel, shows of itself. Content belongs to exactly one of the two.

create table photos (
  agency_uid          uuid not null references agencies,
  uid                 uuid not null,
  property_uid        uuid,
  hotel_uid           uuid,
  description         text,
  display_order       integer not null,
  airbnb_room_id      text,
  original_image_url  text,
  created_at          timestamptz(3) not null,
  updated_at          timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, property_uid) references properties,
  foreign key (agency_uid, hotel_uid) references hotels,
  check (num_nonnulls(property_uid, hotel_uid) = 1)
);

comment on column photos.original_image_url is 'null: uploaded, kept by this server';

create index photos_of_owner
  on photos (agency_uid, coalesce(property_uid, hotel_uid), display_order, uid);

create table property_descriptions (
  agency_uid     uuid not null references agencies,
  property_uid   uuid not null,
  locale         text not null,
  name           text,
  short_summary  text,
  summary        text,
  notes          text,
  access         text,
  transit        text,
  interaction    text,
  neighbourhood  text,
  space          text,
  house_manual   text,
  created_at     timestamptz(3) not null,
  updated_at     timestamptz(3) not null,
  primary key (agency_uid, property_uid, locale),
  foreign key (agency_uid, property_uid) references properties
);

create table amenities (
  agency_uid    uuid not null references agencies,
  uid           uuid not null,
  property_uid  uuid,
  hotel_uid     uuid,
  amenity       text not null,
  description   text,
  price         numeric,
  created_at    timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, property_uid) references properties,
  foreign key (agency_uid, hotel_uid) references hotels,
  check (num_nonnulls(property_uid, hotel_uid) = 1)
);

create unique index amenities_of_owner
  on amenities (agency_uid, coalesce(property_uid, hotel_uid), amenity);

create table custom_amenities (
  agency_uid    uuid not null references agencies,
  uid           uuid not null,
  property_uid  uuid,
  hotel_uid     uuid,
  name          text not null,
  created_at    timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, property_uid) references properties,
  foreign key (agency_uid, hotel_uid) references hotels,
  check (num_nonnulls(property_uid, hotel_uid) = 1)
);

create index custom_amenities_of_owner
  on custom_amenities (agency_uid, coalesce(property_uid, hotel_uid), created_at, uid);

create table property_rules (
  agency_uid    uuid not null references agencies,
  uid           uuid not null,
  property_uid  uuid,
  hotel_uid     uuid,
  rule          text not null,
  description   text,
  created_at    timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, property_uid) references properties,
  foreign key (agency_uid, hotel_uid) references hotels,
  check (num_nonnulls(property_uid, hotel_uid) = 1)
);

create unique index property_rules_of_owner
  on property_rules (agency_uid, coalesce(property_uid, hotel_uid), rule);

create table rooms (
  agency_uid            uuid not null references agencies,
  uid                   uuid not null,
  property_uid          uuid not null,
  room_number           integer not null,
  room_type             text not null,
  has_private_bathroom  boolean not null,
  name                  text,
  airbnb_room_id        text,
  bed_counts            jsonb not null default '{}',
  created_at            timestamptz(3) not null,
  updated_at            timestamptz(3) not null,
  primary key (agency_uid, uid),
  unique (agency_uid, property_uid, room_number) deferrable,
  foreign key (agency_uid, property_uid) references properties
);

comment on column rooms.bed_counts is 'kind of bed → how many, only those above 0';

-- Tags of properties, hotels and leads; a tag keeps the spelling that it was first given.
create table tags (
  agency_uid   uuid not null references agencies,
  object_uid   uuid not null,
  object_type  text not null check (object_type in ('PROPERTY', 'HOTEL', 'LEAD')),
  tag          text not null,
  created_at   timestamptz(3) not null,
  primary key (agency_uid, object_uid, tag)
);

create unique index tags_of_object on tags (agency_uid, object_uid, lower(tag));
