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
