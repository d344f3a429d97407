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
