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
