-- A calendar that imports ours and is imported by us has an address of its own, which leaves out what
-- it reports itself; and a stay is exported under the UID by which its first system knows it.
-- A reference table, as calendar_feeds is: the token is looked up before its agency is known.
create table ical_feeds (
  token         text primary key,
  agency_uid    uuid not null,
  property_uid  uuid not null,
  ical_uid      uuid not null unique,
  created_at    timestamptz(3) not null
);

alter table leads add column feed_uid text;

comment on column leads.feed_uid is 'its UID in feeds, if another system reported it';

insert into ical_feeds (token, agency_uid, property_uid, ical_uid, created_at)
  select replace(gen_random_uuid()::text, '-', ''), agency_uid, property_uid, uid, now() from icals;

-- Stays that the feeds of a property have told their readers: what another system gives back of
-- them is no claim of its own.
create table exported_stays (
  agency_uid    uuid not null references agencies,
  -- The imported calendar whose address it was; the property: its general feed.
  address_uid   uuid not null,
  -- The lead; the property: a run of nights without a free unit.
  stay_uid      uuid not null,
  check_in      date not null,
  check_out     date not null,
  property_uid  uuid not null,
  -- The calendar that reported the lead.
  ical_uid      uuid,
  exported_at   timestamptz(3) not null,
  -- Since when the lead holds other nights, or none.
  ended_at      timestamptz(3),
  primary key (agency_uid, address_uid, stay_uid, check_in, check_out)
);

create index exported_stays_of_stay on exported_stays (agency_uid, stay_uid) where ended_at is null;
create index exported_stays_of_property on exported_stays (agency_uid, property_uid, check_out);
