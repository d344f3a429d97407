-- What is done around stays, such as cleaning, by whom, and what of it guests have ordered.
create table service_providers (
  agency_uid    uuid not null references agencies,
  uid           uuid not null,
  name          text not null,
  email         text,
  phone_number  text,
  is_active     boolean not null default true,
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null,
  primary key (agency_uid, uid)
);

create index service_providers_by_name on service_providers (agency_uid, name, uid);

create table services (
  agency_uid            uuid not null references agencies,
  uid                   uuid not null,
  service_provider_uid  uuid,
  title                 text not null,
  description           text,
  category              text not null default 'OTHER'
                        check (category in ('CLEANING', 'GREETING', 'MAINTENANCE', 'OTHER')),
  catered_to            text not null check (catered_to in ('GUEST', 'HOST', 'BOTH')),
  gross_price           numeric not null check (gross_price >= 0),
  tax_rate              numeric not null default 0 check (tax_rate between 0 and 1),
  currency              text not null,
  quantity_description  text,
  is_active             boolean not null default true,
  created_at            timestamptz(3) not null,
  updated_at            timestamptz(3) not null,
  deleted_at            timestamptz(3),
  primary key (agency_uid, uid),
  foreign key (agency_uid, service_provider_uid) references service_providers
);

create index services_by_title on services (agency_uid, title, uid) where deleted_at is null;
create index services_of_provider on services (agency_uid, service_provider_uid)
  where service_provider_uid is not null;

create table jobs (
  agency_uid               uuid not null references agencies,
  uid                      uuid not null,
  property_uid             uuid not null,
  unit_uid                 uuid,
  lead_uid                 uuid,
  service_uid              uuid not null,
  service_provider_uid     uuid,
  status                   text not null
                           check (status in ('NEW', 'ACCEPTED', 'DECLINED', 'DONE', 'CANCELLED')),
  start_local              timestamp(0) not null,
  end_local                timestamp(0) not null,
  notes                    text,
  done_at                  timestamptz(3),
  cancelled_with_lead_uid  uuid,
  created_at               timestamptz(3) not null,
  updated_at               timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, property_uid) references properties,
  foreign key (agency_uid, unit_uid) references units,
  foreign key (agency_uid, lead_uid) references leads,
  foreign key (agency_uid, service_uid) references services,
  foreign key (agency_uid, service_provider_uid) references service_providers,
  check (end_local >= start_local),
  check (cancelled_with_lead_uid is null or status = 'CANCELLED'),
  check ((status = 'DONE') = (done_at is not null))
);

comment on column jobs.start_local is 'in the property''s time zone';
comment on column jobs.cancelled_with_lead_uid is
  'the booking whose cancellation took it; booked again it brings it back';

create index jobs_by_start on jobs (agency_uid, start_local, uid);
create index jobs_of_property on jobs (agency_uid, property_uid, start_local, uid);
create index jobs_updated on jobs (agency_uid, updated_at);
create index jobs_of_lead on jobs (agency_uid, lead_uid) where lead_uid is not null;
create index jobs_of_service on jobs (agency_uid, service_uid);
create index jobs_of_provider on jobs (agency_uid, service_provider_uid)
  where service_provider_uid is not null;

create table order_services (
  agency_uid            uuid not null references agencies,
  uid                   uuid not null,
  order_uid             uuid not null,
  service_uid           uuid not null,
  title                 text not null,
  gross_price           numeric not null check (gross_price >= 0),
  quantity              integer not null check (quantity between 1 and 999),
  quantity_description  text,
  created_at            timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, order_uid) references orders,
  foreign key (agency_uid, service_uid) references services
);

comment on column order_services.gross_price is 'of the whole quantity, in the order''s currency';
comment on column order_services.title is 'of the service when it was ordered';

create index services_of_order on order_services (agency_uid, order_uid, created_at, uid);

-- Codes that open a lock of a property (contract/resources.md §5), for a lead or for a person.
create table pin_codes (
  agency_uid              uuid not null references agencies,
  uid                     uuid not null,
  property_uid            uuid not null,
  unit_uid                uuid,
  lead_uid                uuid,
  user_uid                uuid,
  lock_name               text,
  sealed                  bytea not null,
  key_id                  text not null,
  code_fingerprint        bytea,
  start_local             timestamp(0),
  end_local               timestamp(0),
  starts_with_stay        boolean not null default false,
  ends_with_stay          boolean not null default false,
  created_by_partner_uid  uuid references partners,
  created_at              timestamptz(3) not null,
  updated_at              timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, property_uid) references properties,
  foreign key (agency_uid, unit_uid) references units,
  foreign key (agency_uid, lead_uid) references leads,
  check ((lead_uid is null) <> (user_uid is null)),
  check (end_local > start_local),
  check (lead_uid is not null or not (starts_with_stay or ends_with_stay)),
  constraint no_equal_pin_codes exclude using gist (
    agency_uid with =,
    property_uid with =,
    (coalesce(unit_uid, '00000000-0000-0000-0000-000000000000'::uuid)) with =,
    (coalesce(lock_name, '')) with =,
    code_fingerprint with =,
    (tsrange(start_local, end_local)) with &&
  ) where (code_fingerprint is not null)
);

comment on column pin_codes.user_uid is 'an employee or an owner';
comment on column pin_codes.lock_name is 'null: the main lock';
comment on column pin_codes.sealed is 'what opens the lock: the code and the URL, encrypted';
comment on column pin_codes.code_fingerprint is 'equal for equal codes of one property; null: no code';
comment on column pin_codes.starts_with_stay is 'start_local is the check-in of the lead';
comment on column pin_codes.ends_with_stay is 'end_local is the check-out of the lead';

create index pin_codes_of_property
  on pin_codes (agency_uid, property_uid, created_at desc, uid desc);
create index pin_codes_of_lead on pin_codes (agency_uid, lead_uid) where lead_uid is not null;
create index pin_codes_by_fingerprint on pin_codes (agency_uid, property_uid, code_fingerprint)
  where code_fingerprint is not null;

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

-- Fields that an agency makes up, and their values of properties, leads and units.
create table custom_data_fields (
  agency_uid              uuid not null references agencies,
  uid                     uuid not null,
  name                    text not null,
  type                    text not null check (type in ('TEXT', 'LONG_TEXT')),
  variable                text not null check (variable ~ '^[A-Z0-9_]{1,64}$'),
  position                integer not null check (position >= 1),
  usage                   text not null,
  created_by_partner_uid  uuid,
  created_at              timestamptz(3) not null,
  primary key (agency_uid, uid)
);

create unique index custom_data_fields_by_name on custom_data_fields (agency_uid, lower(name));
create unique index custom_data_fields_by_variable on custom_data_fields (agency_uid, variable);

create table custom_data (
  agency_uid   uuid not null references agencies,
  object_uid   uuid not null,
  object_type  text not null check (object_type in ('PROPERTY', 'LEAD', 'UNIT')),
  field_uid    uuid not null,
  text         text not null,
  created_at   timestamptz(3) not null,
  updated_at   timestamptz(3) not null,
  primary key (agency_uid, object_uid, field_uid),
  foreign key (agency_uid, field_uid) references custom_data_fields
);

create index custom_data_of_field on custom_data (agency_uid, field_uid);

create table owner_adjustments (
  agency_uid       uuid not null references agencies,
  uid              uuid not null,
  property_uid     uuid not null,
  owner_uid        uuid,
  lead_uid         uuid,
  adjustment_type  text not null check (adjustment_type in ('CREDIT', 'DEBIT')),
  name             text not null,
  description      text,
  amount           numeric not null check (amount >= 0),
  tax_rate         numeric not null check (tax_rate between 0 and 1),
  currency         text not null,
  date             date not null,
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, property_uid) references properties,
  foreign key (agency_uid, owner_uid) references owners,
  foreign key (agency_uid, lead_uid) references leads
);

create index owner_adjustments_of_property
  on owner_adjustments (agency_uid, property_uid, date desc, created_at desc, uid desc);
create index owner_adjustments_of_owner
  on owner_adjustments (agency_uid, owner_uid, date desc, created_at desc, uid desc);

-- External calendars that are imported into a property.
create table icals (
  agency_uid       uuid not null references agencies,
  uid              uuid not null,
  property_uid     uuid not null,
  name             text not null,
  source           text not null,
  -- Without user information, which is a secret.
  url              text not null,
  userinfo_sealed  bytea,
  userinfo_key_id  text,
  url_digest       text not null,
  -- Validators of what was imported last, if it was imported whole.
  etag             text,
  last_modified    text,
  sync_status      text not null default 'NEVER' check (sync_status in ('OK', 'ERROR', 'NEVER')),
  sync_error       text,
  synced_at        timestamptz(3),
  failures         integer not null default 0,
  next_sync_at     timestamptz(3) not null,
  -- Who imports it at present, and until when nobody else does.
  claim_uid        uuid,
  claimed_until    timestamptz(3),
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, property_uid) references properties
);

create unique index icals_by_url on icals (agency_uid, property_uid, url_digest);
create index icals_due on icals (next_sync_at);

-- What was imported last of each event of a calendar, and the lead that it became.
create table ical_events (
  agency_uid  uuid not null references agencies,
  ical_uid    uuid not null,
  -- A digest of UID and RECURRENCE-ID.
  event_key   text not null,
  lead_uid    uuid not null,
  status      text not null check (status in ('BOOKED', 'BLOCKED')),
  check_in    date not null,
  check_out   date not null,
  primary key (agency_uid, ical_uid, event_key),
  foreign key (agency_uid, ical_uid) references icals,
  foreign key (agency_uid, lead_uid) references leads
);

create index ical_events_of_lead on ical_events (agency_uid, lead_uid);
