-- Fields that clients of the compatible interface read and write (contract/resources.md §2, §8.1).
alter table owners add column phone_area_code text;
alter table owners add column external_calendar_url text;
alter table owners add column picture_url text;

comment on column owners.phone_area_code is 'dialling code without the plus, 1 or 49';

alter table property_ownerships
  add column copy_owner_when_booking_confirmed boolean not null default false;
alter table property_ownerships add column collect_and_remit_taxes boolean not null default false;
alter table property_ownerships add column owner_notes text;

alter table employees add column phone_area_code text;

-- Uploaded pictures of employees, small enough to be kept beside them.
create table employee_pictures (
  agency_uid    uuid not null references agencies,
  employee_uid  uuid not null,
  picture_uid   uuid not null,
  image         bytea not null,
  primary key (agency_uid, employee_uid),
  foreign key (agency_uid, employee_uid) references employees
);
