create table hotels (
  agency_uid     uuid not null references agencies,
  uid            uuid not null,
  name           text not null,
  property_type  text,
  address        text,
  address2       text,
  city           text,
  state          text,
  zip_code       text,
  country_code   text,
  latitude       numeric,
  longitude      numeric,
  time_zone      text not null,
  currency       text not null default 'USD',
  external_id    text,
  picture_link   text,
  web_link       text,
  created_at     timestamptz(3) not null,
  updated_at     timestamptz(3) not null,
  deleted_at     timestamptz(3),
  primary key (agency_uid, uid)
);

create index hotels_newest on hotels (agency_uid, created_at desc, uid desc)
  where deleted_at is null;

-- Stand-alone properties, masters, sub-properties and the unit types of hotels.
create table properties (
  agency_uid                                  uuid not null references agencies,
  uid                                         uuid not null,
  hotel_uid                                   uuid,
  parent_uid                                  uuid,
  master_bookable                             boolean not null default true,
  name                                        text not null,
  is_active                                   boolean not null default false,
  accounting_id                               text,
  external_id                                 text,
  agent_uid                                   uuid,
  address                                     text,
  address2                                    text,
  city                                        text,
  state                                       text,
  zip_code                                    text,
  country_code                                text,
  latitude                                    numeric,
  longitude                                   numeric,
  time_zone                                   text not null,
  property_type                               text,
  listing_type                                text,
  room_type                                   text,
  bedrooms                                    integer not null default 0,
  beds                                        integer not null default 0,
  bathrooms                                   numeric not null default 0,
  number_of_floors                            integer not null default 0,
  area_size                                   numeric not null default 0,
  area_unit_type                              text,
  base_guests                                 integer not null default 1,
  max_guests                                  integer not null default 2,
  minimum_stay                                integer default 1,
  maximum_stay                                integer default 0,
  minimum_weekend_stay                        integer default 0,
  day_of_week_minimum_stay                    jsonb not null default '{}',
  allow_booking_requests_above_maximum_stay   boolean default false,
  allow_booking_request_when_out_of_lead_time boolean default false,
  booking_window                              integer default -1,
  booking_lead_time                           integer default 0,
  turn_over_days                              integer default 0,
  check_in_time_start                         integer not null default 15,
  check_in_time_end                           integer,
  check_in_time_end_flexible                  boolean not null default true,
  check_out_time                              integer not null default 11,
  days_of_the_week_to_check_in_on             text[] not null
    default '{MONDAY,TUESDAY,WEDNESDAY,THURSDAY,FRIDAY,SATURDAY,SUNDAY}',
  hostfully_booking_strategy                  text not null default 'INSTANT_BOOKING',
  airbnb_booking_strategy                     text not null default 'INSTANT_BOOKING',
  vrbo_booking_strategy                       text not null default 'INSTANT_BOOKING',
  booking_dot_com_booking_strategy            text not null default 'INSTANT_BOOKING',
  currency                                    text not null default 'USD',
  daily_rate                                  numeric not null default 0,
  weekend_adjustment_rate                     numeric not null default 0,
  tax_rate                                    numeric not null default 0,
  ignore_tax_rate_charge_over_x_days          boolean not null default false,
  days_over_which_tax_rate_charge_should_be_ignored integer not null default 0,
  security_deposit                            numeric not null default 0,
  cleaning_fee                                numeric not null default 0,
  cleaning_fee_tax_rate                       numeric not null default 0,
  extra_guest_fee                             numeric not null default 0,
  percentage_upon_reservation                 numeric not null default 0.5,
  full_payment_timing                         integer not null default 45,
  airbnb_data                                 jsonb,
  booking_dot_com_data                        jsonb,
  vrbo_data                                   jsonb,
  hvmi_data                                   jsonb,
  integrations_data                           jsonb,
  booking_notes                               text,
  extra_notes                                 text,
  owner_notes                                 text,
  cancellation_policy                         text,
  guide_book_url                              text,
  guide_book_recs_only_url                    text,
  web_link                                    text,
  picture_link                                text,
  rental_license_number                       text,
  rental_license_expiration_date              date,
  wifi_network                                text,
  wifi_password                               text,
  show_property_exact_location                boolean not null default true,
  use_minimum_price_rule                      boolean not null default false,
  created_at                                  timestamptz(3) not null,
  updated_at                                  timestamptz(3) not null,
  deleted_at                                  timestamptz(3),
  primary key (agency_uid, uid),
  foreign key (agency_uid, hotel_uid) references hotels,
  foreign key (agency_uid, parent_uid) references properties,
  check (hotel_uid is null or parent_uid is null),
  check (base_guests <= max_guests)
);

comment on column properties.picture_link is 'the first photo, kept by the acts that write photos';

create index properties_newest on properties (agency_uid, created_at desc, uid desc)
  where deleted_at is null;
create index properties_of_hotel on properties (agency_uid, hotel_uid) where hotel_uid is not null;
create index subs_of_master on properties (agency_uid, parent_uid) where parent_uid is not null;
create index properties_updated on properties (agency_uid, updated_at, uid);

-- What is stayed in: a unit type has several units, any other property one. A master's holds nights
-- only while no sub stands in for it.
create table units (
  agency_uid    uuid not null references agencies,
  uid           uuid not null,
  property_uid  uuid not null,
  name          text not null,
  is_active     boolean not null default true,
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null,
  deleted_at    timestamptz(3),
  primary key (agency_uid, uid),
  foreign key (agency_uid, property_uid) references properties
);

create index units_of_property on units (agency_uid, property_uid);
create unique index units_by_name on units (agency_uid, property_uid, name)
  where deleted_at is null;
create index units_updated on units (agency_uid, property_uid, created_at, uid)
  where deleted_at is null;

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
-- The address of a page names its property, not its agency (contract/resources.md §7).
create index direct_booking_pages_by_property on direct_booking_pages (property_uid);

create table featured_properties (
  agency_uid    uuid not null references agencies,
  property_uid  uuid not null,
  position      integer not null check (position >= 0),
  primary key (agency_uid, property_uid),
  foreign key (agency_uid, property_uid) references properties,
  unique (agency_uid, position)
);

-- Who the properties of an agency belong to, and what is set off between the two.
create table owners (
  agency_uid             uuid not null references agencies,
  uid                    uuid not null,
  first_name             text not null,
  last_name              text not null,
  business_name          text,
  email                  text not null,
  phone_number           text,
  commission_rate        numeric check (commission_rate between 0 and 1),
  is_active              boolean not null default true,
  view_bookings          boolean not null default true,
  view_guest_details     boolean not null default false,
  view_financials        boolean not null default true,
  block_dates            boolean not null default true,
  receive_notifications  boolean not null default true,
  created_at             timestamptz(3) not null,
  updated_at             timestamptz(3) not null,
  deleted_at             timestamptz(3),
  primary key (agency_uid, uid)
);

comment on column owners.commission_rate is 'a fraction, 0.2 is 20 %';

create unique index owners_by_email on owners (agency_uid, lower(email)) where deleted_at is null;

create table owner_passwords (
  agency_uid  uuid not null references agencies,
  owner_uid   uuid not null,
  hash        text not null,
  changed_at  timestamptz(3) not null,
  primary key (agency_uid, owner_uid),
  foreign key (agency_uid, owner_uid) references owners
);

create table property_ownerships (
  agency_uid    uuid not null references agencies,
  property_uid  uuid not null,
  owner_uid     uuid not null,
  since         timestamptz(3) not null,
  primary key (agency_uid, property_uid),
  foreign key (agency_uid, property_uid) references properties,
  foreign key (agency_uid, owner_uid) references owners
);

create index property_ownerships_of_owner on property_ownerships (agency_uid, owner_uid);
