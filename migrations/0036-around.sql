-- The codes of a lead that ends are kept, sealed as they are, so that they come back with it
-- (contract/resources.md §5). One that moves with its stay upon an equal code stays, too: both open
-- the same lock. New codes are still kept apart from all that open it at that time.
alter table pin_codes add column revoked_at timestamptz(3);
alter table pin_codes add column meets_equal boolean not null default true;

comment on column pin_codes.revoked_at is 'since when its lead has ended; null: it opens its lock';
comment on column pin_codes.meets_equal is 'it moved with its stay upon an equal code of its lock';

-- At first the constraint contains no row, because every row seems to meet an equal code. The rows are
-- added in batches, while the constraint before is still valid (docs/decisions/0119).
alter table pin_codes rename constraint no_equal_pin_codes to no_equal_pin_codes_before;
alter table pin_codes add constraint no_equal_pin_codes exclude using gist (
  agency_uid with =,
  property_uid with =,
  (coalesce(unit_uid, '00000000-0000-0000-0000-000000000000'::uuid)) with =,
  (coalesce(lock_name, '')) with =,
  code_fingerprint with =,
  (tsrange(start_local, end_local)) with &&
) where (code_fingerprint is not null and revoked_at is null and not meets_equal);
alter table pin_codes alter column meets_equal set default false;

comment on column jobs.cancelled_with_lead_uid is
  'the lead whose end cancelled it; opened again it brings it back';

-- online: one statement at a time, while clients write
with batch as (select agency_uid, uid from pin_codes)
update pin_codes p set meets_equal = false
from batch b
where p.agency_uid = b.agency_uid and p.uid = b.uid and p.meets_equal;

alter table pin_codes drop constraint if exists no_equal_pin_codes_before;
