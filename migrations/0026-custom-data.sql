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
