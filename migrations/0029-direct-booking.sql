-- What guests book without a channel in between (contract/resources.md §7). No row: switched off.
create table direct_booking_sites (
  agency_uid  uuid primary key references agencies,
  is_enabled  boolean not null,
  website     text,
  updated_at  timestamptz(3) not null
);

create table direct_booking_pages (
  agency_uid    uuid not null references agencies,
  property_uid  uuid not null,
  is_enabled    boolean not null,
  slug          text not null check (slug ~ '^[a-z0-9-]{1,80}$'),
  updated_at    timestamptz(3) not null,
  primary key (agency_uid, property_uid),
  foreign key (agency_uid, property_uid) references properties
);

create unique index direct_booking_pages_by_slug on direct_booking_pages (agency_uid, slug);

create table featured_properties (
  agency_uid    uuid not null references agencies,
  property_uid  uuid not null,
  position      integer not null check (position >= 0),
  primary key (agency_uid, property_uid),
  foreign key (agency_uid, property_uid) references properties,
  unique (agency_uid, position)
);
