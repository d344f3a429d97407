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
  decline_reason          text,
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

-- What was done to leads. Rows are only ever added, each in the transaction of the act it tells of.
create table lead_acts (
  agency_uid       uuid not null references agencies,
  uid              uuid not null,
  lead_uid         uuid not null,
  act              text not null,
  credential_kind  text not null,
  credential_uid   uuid,
  type_before      text,
  status_before    text,
  type_after       text,
  status_after     text,
  details          jsonb,
  events           text[] not null,
  availability     text,
  created_at       timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, lead_uid) references leads
);

comment on column lead_acts.availability is
  'why the calendar changed, in the words of PROPERTY_AVAILABILITY_UPDATED';
comment on column lead_acts.details is 'what else the act was given, such as the reason of a refusal';

create index acts_of_lead on lead_acts (agency_uid, lead_uid, created_at, uid);

-- Who else comes; a list that is replaced as a whole.
create table extra_guests (
  agency_uid  uuid not null references agencies,
  lead_uid    uuid not null,
  position    integer not null,
  first_name  text,
  last_name   text,
  email       text,
  age         integer check (age between 0 and 150),
  primary key (agency_uid, lead_uid, position),
  foreign key (agency_uid, lead_uid) references leads
);

-- A lead's money. Amounts carry the currency's minor digits as written, so that a read never
-- rounds. Fee lines are written once, when the order is priced, so that the lead query reads one row.
create table orders (
  agency_uid                uuid not null references agencies,
  uid                       uuid not null,
  lead_uid                  uuid not null,
  currency                  text not null,
  rent_net_price            numeric not null,
  rent_base_net_price       numeric not null,
  extra_guests_net_price    numeric not null default 0,
  extra_guests_base_net_price numeric not null default 0,
  rate_multiplier           numeric,
  rate_multiplier_amount    numeric not null default 0,
  rent_breakdowns           jsonb not null default '[]',
  list_price                numeric not null,
  discount                  jsonb,
  net_price                 numeric not null,
  rent_taxation_rate        numeric not null default 0,
  rent_tax_amount           numeric not null default 0,
  rent_gross_price          numeric not null,
  security_deposit          numeric not null default 0,
  fee_lines                 jsonb not null default '[]',
  all_fees_gross_amount     numeric not null default 0,
  total_amount              numeric not null,
  total_taxes_amount        numeric not null default 0,
  channel_commission        numeric,
  force_full_payment        boolean not null default false,
  quote_overrides           jsonb,
  promo_code_uid            uuid,
  created_at                timestamptz(3) not null,
  updated_at                timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, lead_uid) references leads
);

comment on column orders.fee_lines is
  'array of {kind CLEANING|FEE, uid, name, amountType, isEditable, netPrice, taxationRate, taxAmount,
   grossAmount}; the cleaning fee first';

create unique index orders_of_lead on orders (agency_uid, lead_uid);
create index orders_of_promo_code on orders (agency_uid, promo_code_uid)
  where promo_code_uid is not null;
create index orders_updated on orders (agency_uid, updated_at, uid);

-- Charges and refunds beside what an order was priced at; the type gives the sign.
create table order_adjustments (
  agency_uid        uuid not null references agencies,
  uid               uuid not null,
  order_uid         uuid not null,
  transaction_type  text not null check (transaction_type in ('CHARGE', 'REFUND')),
  adjustment_type   text not null
                    check (adjustment_type in ('RENT', 'TAX', 'FEE', 'SERVICE', 'RESOLUTION')),
  amount            numeric not null check (amount > 0),
  note              text,
  external_id       text,
  created_at        timestamptz(3) not null,
  updated_at        timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, order_uid) references orders
);

create index adjustments_of_order on order_adjustments (agency_uid, order_uid, created_at, uid);
create unique index adjustments_by_external_id
  on order_adjustments (agency_uid, order_uid, external_id) where external_id is not null;

-- Payments that were made elsewhere; a refund is negative. They are never changed.
create table payments (
  agency_uid      uuid not null references agencies,
  uid             uuid not null,
  order_uid       uuid not null,
  type            text not null check (type in ('SALE', 'REFUND')),
  status          text not null check (status in ('SUCCESS', 'PENDING', 'FAILED')),
  amount          numeric not null check (amount <> 0 and (type = 'SALE') = (amount > 0)),
  manual          boolean not null default true,
  full_payment    boolean not null default false,
  transaction_id  text,
  notes           text,
  created_at      timestamptz(3) not null,
  primary key (agency_uid, uid),
  foreign key (agency_uid, order_uid) references orders
);

create index payments_of_order on payments (agency_uid, order_uid, created_at, uid);
create unique index payments_by_id on payments (agency_uid, order_uid, transaction_id)
  where transaction_id is not null;

-- Who the leads of an agency are from. A guest is known by an e-mail address, else by a phone
-- number (contract/messaging.md §1); what is told of a guest comes from the leads.
create table guests (
  agency_uid     uuid not null references agencies,
  uid            uuid not null,
  email_key      text,
  phone_key      text,
  first_name     text,
  last_name      text,
  email          text,
  phone_number   text,
  mobile_number  text,
  address        text,
  address2       text,
  city           text,
  state          text,
  zip_code       text,
  created_at     timestamptz(3) not null,
  updated_at     timestamptz(3) not null,
  primary key (agency_uid, uid)
);

comment on column guests.email_key is 'the e-mail address in lower case';
comment on column guests.phone_key is 'the digits of the phone number';

create unique index guests_by_email on guests (agency_uid, email_key) where email_key is not null;
create unique index guests_by_phone on guests (agency_uid, phone_key)
  where email_key is null and phone_key is not null;
create index guests_of_phone on guests (agency_uid, phone_key) where phone_key is not null;
create index guests_newest on guests (agency_uid, created_at desc, uid desc);
create index guests_updated on guests (agency_uid, updated_at, uid);

create table lead_guests (
  agency_uid  uuid not null references agencies,
  lead_uid    uuid not null,
  guest_uid   uuid not null,
  primary key (agency_uid, lead_uid),
  foreign key (agency_uid, lead_uid) references leads,
  foreign key (agency_uid, guest_uid) references guests
);

create index lead_guests_of_guest on lead_guests (agency_uid, guest_uid);

-- What tables of earlier files refer to here.
alter table occupancies add foreign key (agency_uid, lead_uid) references leads;
alter table night_changes add foreign key (agency_uid, lead_uid) references leads;
