-- What a stored reply shows a partner, which is asked again before it is given once more
-- (contract/general.md §11).
alter table idempotency_keys add column extent text;

comment on column idempotency_keys.extent is
  'what of it the partner saw then; null: of an agency, or nothing that is hidden from anybody';
