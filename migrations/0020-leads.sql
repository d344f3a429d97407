-- Passports are kept sealed. What a release before wrote stands in passport_id until a worker has
-- sealed it, and counts where both are there: it was written later.
alter table leads
  add column passport_sealed bytea,
  add column passport_key_id text;

-- online: one statement at a time, while clients write
create index concurrently if not exists leads_by_clear_passport on leads (agency_uid, uid)
  where passport_id is not null;
