-- A reference table: the token of a feed is a credential, looked up before its agency is known.
create table calendar_feeds (
  token         text primary key,
  agency_uid    uuid not null,
  property_uid  uuid not null,
  created_at    timestamptz(3) not null,
  unique (agency_uid, property_uid),
  foreign key (agency_uid, property_uid) references properties
);

insert into calendar_feeds (token, agency_uid, property_uid, created_at)
select md5(gen_random_uuid()::text || gen_random_uuid()::text), agency_uid, uid, now()
from properties;

-- A master has a unit of its own, which holds nights only while no sub stands in for it.
insert into units (agency_uid, uid, property_uid, name, created_at, updated_at)
select p.agency_uid, gen_random_uuid(), p.uid, '1', p.created_at, p.created_at
from properties p
where p.hotel_uid is null
  and not exists (select 1 from units u where u.agency_uid = p.agency_uid
    and u.property_uid = p.uid);

create index units_updated on units (agency_uid, property_uid, created_at, uid)
  where deleted_at is null;
create index properties_updated on properties (agency_uid, updated_at, uid);
create index hotels_newest on hotels (agency_uid, created_at desc, uid desc)
  where deleted_at is null;
