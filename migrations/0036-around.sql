-- The codes of a lead that ends are kept, sealed as they are, so that they come back with it
-- (contract/resources.md §5). One that moves with its stay upon an equal code stays, too: both open
-- the same lock. New codes are still kept apart from all that open it at that time.
alter table pin_codes add column revoked_at timestamptz(3);
alter table pin_codes add column meets_equal boolean not null default false;

comment on column pin_codes.revoked_at is 'since when its lead has ended; null: it opens its lock';
comment on column pin_codes.meets_equal is 'it moved with its stay upon an equal code of its lock';

alter table pin_codes drop constraint no_equal_pin_codes;
alter table pin_codes add constraint no_equal_pin_codes exclude using gist (
  agency_uid with =,
  property_uid with =,
  (coalesce(unit_uid, '00000000-0000-0000-0000-000000000000'::uuid)) with =,
  (coalesce(lock_name, '')) with =,
  code_fingerprint with =,
  (tsrange(start_local, end_local)) with &&
) where (code_fingerprint is not null and revoked_at is null and not meets_equal);

comment on column jobs.cancelled_with_lead_uid is
  'the lead whose end cancelled it; opened again it brings it back';
