-- Leads by the words of their guests and references, and one of their agency
-- (contract/resources.md §11.2). Each word is found at once: what waits to be merged would be scanned.
create index if not exists leads_by_words on leads using gin (to_tsvector('simple'::regconfig,
  translate(lower('a' || replace(agency_uid::text, '-', '') || ' '
    || regexp_replace(coalesce(phone_number, ''), '[^0-9]', '', 'g') || ' '
    || regexp_replace(coalesce(cell_phone_number, ''), '[^0-9]', '', 'g') || ' '
    || coalesce(first_name, '') || ' '
    || coalesce(last_name, '') || ' '
    || coalesce(email, '') || ' '
    || coalesce(secondary_email, '') || ' '
    || coalesce(external_booking_id, '')),
    '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~',
    '                                ')))
  with (fastupdate = off) where deleted_at is null;
