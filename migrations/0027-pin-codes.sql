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
