-- What guests say of properties, wherever they said it.
create table reviews (
  agency_uid         uuid not null references agencies,
  uid                uuid not null,
  property_uid       uuid not null,
  lead_uid           uuid,
  author             text not null,
  title              text,
  content            text not null,
  rating             integer not null check (rating between 1 and 5),
  date               date not null,
  source             text not null,
  private_feedback   text,
  rating_categories  jsonb not null default '[]',
  response           text,
  responded_at       timestamptz(3),
  created_at         timestamptz(3) not null,
  updated_at         timestamptz(3) not null,
  deleted_at         timestamptz(3),
  primary key (agency_uid, uid),
  foreign key (agency_uid, property_uid) references properties,
  foreign key (agency_uid, lead_uid) references leads,
  check ((response is null) = (responded_at is null))
);

comment on column reviews.rating_categories is 'a list of {category, rate}';

create index reviews_of_property on reviews (agency_uid, property_uid, date desc, uid desc)
  where deleted_at is null;
create index reviews_of_lead on reviews (agency_uid, lead_uid) where lead_uid is not null;
create index reviews_newest on reviews (agency_uid, date desc, uid desc) where deleted_at is null;
create index reviews_updated on reviews (agency_uid, updated_at, uid);
create index reviews_deleted on reviews (agency_uid, deleted_at desc) where deleted_at is not null;
