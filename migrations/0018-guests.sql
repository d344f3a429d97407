-- Who the leads of an agency are from. A guest is known by an e-mail address, else by a phone number
-- (contract/messaging.md §1); what is told of a guest comes from the leads.
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
