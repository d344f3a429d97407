create extension if not exists btree_gist;

create table leads (
  agency_uid              uuid not null references agencies,
  uid                     uuid not null,
  type                    text not null,
  status                  text not null,
  source                  text not null,
  channel                 text not null,
  property_uid            uuid,
  unit_uid                uuid,
  hotel_uid               uuid,
  group_uid               uuid,
  group_role              text check (group_role in ('MAIN', 'SUB')),
  check_in_local          timestamp(0) not null,
  check_out_local         timestamp(0) not null,
  check_in_at             timestamptz(0) not null,
  check_out_at            timestamptz(0) not null,
  booked_at               timestamptz(3),
  booked_by               text check (booked_by in ('AGENT', 'CUSTOMER', 'EXTERNAL')),
  quote_sent_at           timestamptz(3),
  timer_started_at        timestamptz(3),
  timer_ends_at           timestamptz(3),
  close_reason            text,
  cancelled_by            text check (cancelled_by in ('AGENCY', 'GUEST', 'OWNER')),
  cancelled_reason        text,
  cancelled_at            timestamptz(3),
  external_booking_id     text,
  ical_provider           text,
  owner_uid               uuid,
  assignee_uid            uuid,
  referrer                text,
  notes                   text,
  extra_notes             text,
  rental_agreement_url    text,
  agreement_signed        boolean not null default false,
  paf_completed_at        timestamptz(3),
  creation_circumstances  text,
  created_by_partner_uid  uuid references partners,
  first_name              text,
  last_name               text,
  email                   text,
  secondary_email         text,
  phone_number            text,
  cell_phone_number       text,
  address1                text,
  address2                text,
  zip_code                text,
  city                    text,
  state                   text,
  country_code            text,
  passport_id             text,
  passport_country_code   text,
  adult_count             integer not null default 0,
  children_count          integer not null default 0,
  pet_count               integer not null default 0,
  infant_count            integer not null default 0,
  risk_score              integer check (risk_score between 0 and 100),
  flight_number           text,
  reason_for_trip         text,
  will_have_party         boolean,
  will_have_visit         boolean,
  preferred_currency      text,
  preferred_locale        text,
  arrival_local           timestamp(0),
  departure_local         timestamp(0),
  created_at              timestamptz(3) not null,
  updated_at              timestamptz(3) not null,
  deleted_at              timestamptz(3),
  primary key (agency_uid, uid),
  foreign key (agency_uid, property_uid) references properties,
  foreign key (agency_uid, unit_uid) references units,
  foreign key (agency_uid, assignee_uid) references employees,
  check (check_out_local::date > check_in_local::date),
  check ((type, status) in (
    ('BLOCK', 'BLOCKED'),
    ('INQUIRY', 'NEW'), ('INQUIRY', 'ON_HOLD'), ('INQUIRY', 'CLOSED'), ('INQUIRY', 'IGNORED'),
    ('INQUIRY', 'DUPLICATE'), ('INQUIRY', 'SAMPLE'),
    ('BOOKING_REQUEST', 'PENDING'), ('BOOKING_REQUEST', 'PENDING_APPROVED'),
    ('BOOKING_REQUEST', 'DECLINED'), ('BOOKING_REQUEST', 'CLOSED'),
    ('BOOKING', 'BOOKED'), ('BOOKING', 'CANCELLED')))
);

comment on column leads.check_in_at is 'check_in_local in the property''s time zone, kept by the acts';
comment on column leads.timer_started_at is 'start of the running timer; for NEW: created or reopened';

create index leads_newest on leads (agency_uid, created_at desc, uid desc)
  where deleted_at is null;
create index leads_of_property on leads (agency_uid, property_uid, created_at desc, uid desc)
  where deleted_at is null;
create index leads_updated on leads (agency_uid, updated_at, uid);
create index leads_by_check_in on leads (agency_uid, check_in_local) where deleted_at is null;
create index leads_by_check_out on leads (agency_uid, check_out_local) where deleted_at is null;
create index leads_by_external_id on leads (agency_uid, external_booking_id)
  where external_booking_id is not null;
create index leads_of_group on leads (agency_uid, group_uid) where group_uid is not null;
create index leads_by_timer on leads (agency_uid, timer_ends_at) where timer_ends_at is not null;
create index leads_deleted on leads (agency_uid, deleted_at desc) where deleted_at is not null;

-- One row per unit that a blocking lead takes. The exclusion constraint is the guarantee.
create table occupancies (
  agency_uid       uuid not null references agencies,
  unit_uid         uuid not null,
  lead_uid         uuid not null,
  occupied         daterange not null check (not isempty(occupied)),
  turnover_nights  integer not null default 0 check (turnover_nights >= 0),
  primary key (agency_uid, unit_uid, lead_uid),
  foreign key (agency_uid, unit_uid) references units,
  foreign key (agency_uid, lead_uid) references leads,
  constraint no_double_booking
    exclude using gist (agency_uid with =, unit_uid with =, occupied with &&)
);

create index occupancies_of_lead on occupancies (agency_uid, lead_uid);
