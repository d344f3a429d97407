-- Short texts are read trimmed, with one blank between words, and in NFC (contract/general.md §8).
-- Rows that were stored before and differ are brought into that form, so that queries find them.
update owners set
  first_name = btrim(regexp_replace(normalize(first_name, nfc),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), e' \n'),
  last_name = btrim(regexp_replace(normalize(last_name, nfc),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), e' \n'),
  business_name = btrim(regexp_replace(normalize(business_name, nfc),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), e' \n'),
  email = btrim(regexp_replace(normalize(email, nfc),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), e' \n'),
  phone_number = btrim(regexp_replace(normalize(phone_number, nfc),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), e' \n'),
  updated_at = greatest(now(), updated_at)
  where concat_ws('|', first_name, last_name, business_name, email, phone_number) is not nfc normalized
    or concat_ws('|', first_name, last_name, business_name, email, phone_number)
      ~ '(^|\|)\s|\s(\||$)|  |[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]';

update properties set
  name = btrim(regexp_replace(normalize(name, nfc),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), e' \n'),
  external_id = btrim(regexp_replace(normalize(external_id, nfc),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), e' \n'),
  updated_at = greatest(now(), updated_at)
  where concat_ws('|', name, external_id) is not nfc normalized
    or concat_ws('|', name, external_id)
      ~ '(^|\|)\s|\s(\||$)|  |[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]';

update hotels set
  name = btrim(regexp_replace(normalize(name, nfc),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), e' \n'),
  external_id = btrim(regexp_replace(normalize(external_id, nfc),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), e' \n'),
  updated_at = greatest(now(), updated_at)
  where concat_ws('|', name, external_id) is not nfc normalized
    or concat_ws('|', name, external_id)
      ~ '(^|\|)\s|\s(\||$)|  |[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]';

-- online: one statement at a time, while clients write
with batch as (select agency_uid, uid from leads)
update leads l set
  first_name = btrim(regexp_replace(normalize(first_name, nfc),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), e' \n'),
  last_name = btrim(regexp_replace(normalize(last_name, nfc),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), e' \n'),
  email = btrim(regexp_replace(normalize(email, nfc),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), e' \n'),
  secondary_email = btrim(regexp_replace(normalize(secondary_email, nfc),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), e' \n'),
  phone_number = btrim(regexp_replace(normalize(phone_number, nfc),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), e' \n'),
  cell_phone_number = btrim(regexp_replace(normalize(cell_phone_number, nfc),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), e' \n'),
  external_booking_id = btrim(regexp_replace(normalize(external_booking_id, nfc),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), e' \n'),
  updated_at = greatest(now(), updated_at)
from batch b
where l.agency_uid = b.agency_uid and l.uid = b.uid and (
  concat_ws('|', first_name, last_name, email, secondary_email, phone_number, cell_phone_number, external_booking_id) is not nfc normalized
  or concat_ws('|', first_name, last_name, email, secondary_email, phone_number, cell_phone_number, external_booking_id)
    ~ '(^|\|)\s|\s(\||$)|  |[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]');

with batch as (select agency_uid, uid from guests)
update guests g set
  first_name = btrim(regexp_replace(normalize(first_name, nfc),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), e' \n'),
  last_name = btrim(regexp_replace(normalize(last_name, nfc),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), e' \n'),
  email = btrim(regexp_replace(normalize(email, nfc),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), e' \n'),
  phone_number = btrim(regexp_replace(normalize(phone_number, nfc),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), e' \n'),
  mobile_number = btrim(regexp_replace(normalize(mobile_number, nfc),
    '[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g'), e' \n'),
  updated_at = greatest(now(), updated_at)
from batch b
where g.agency_uid = b.agency_uid and g.uid = b.uid and (
  concat_ws('|', first_name, last_name, email, phone_number, mobile_number) is not nfc normalized
  or concat_ws('|', first_name, last_name, email, phone_number, mobile_number)
    ~ '(^|\|)\s|\s(\||$)|  |[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]');

-- Tags that differ by their normal form only are one.
with batch as (select agency_uid, object_uid, tag from tags)
delete from tags t using batch b
where t.agency_uid = b.agency_uid and t.object_uid = b.object_uid and t.tag = b.tag
  and t.tag is not nfc normalized and exists (
  select 1 from tags o where o.agency_uid = t.agency_uid and o.object_uid = t.object_uid
    and o.tag <> t.tag and lower(normalize(o.tag, nfc)) = lower(normalize(t.tag, nfc))
    and (o.tag is nfc normalized or o.tag < t.tag));

with batch as (select agency_uid, object_uid, tag from tags)
update tags t set tag = normalize(t.tag, nfc)
from batch b
where t.agency_uid = b.agency_uid and t.object_uid = b.object_uid and t.tag = b.tag
  and t.tag is not nfc normalized;

-- The `(0)` of `+44 (0)20 …` is not dialled from abroad: it is no part of what a guest is known by.
-- A guest that would then be known like another keeps its key.
with batch as (select agency_uid, uid from guests)
update guests g set phone_key = k.phone_key from (
  select distinct on (agency_uid, short_key) agency_uid, uid, short_key as phone_key from (
    select d.agency_uid, d.uid, regexp_replace(regexp_replace(
      replace(phone_number, '(0)', ''), '[^0-9]', '', 'g'), '^00', '') as short_key
    from batch b join guests d on d.agency_uid = b.agency_uid and d.uid = b.uid
    where email_key is null and phone_number like '%(0)%'
      and phone_key = regexp_replace(regexp_replace(phone_number, '[^0-9]', '', 'g'), '^00', '')
  ) known order by agency_uid, short_key, uid
) k where g.agency_uid = k.agency_uid and g.uid = k.uid and not exists (
  select 1 from guests o where o.agency_uid = k.agency_uid and o.email_key is null
    and o.phone_key = k.phone_key);

-- Leads are found whatever accents a word has, and by a national phone number.
create index concurrently if not exists leads_by_folded_words on leads using gin (to_tsvector('simple'::regconfig,
    translate(lower(translate(replace(replace(replace(replace(replace(replace(regexp_replace(normalize('a' || replace(agency_uid::text, '-', '')
    || ' ' || regexp_replace(replace(coalesce(phone_number, ''), '(0)', ''), '[^0-9]', '', 'g')
    || ' ' || ltrim(regexp_replace(replace(coalesce(phone_number, ''), '(0)', ''), '[^0-9]', '', 'g'), '0') ||
    case when phone_number ~ '^ *([+]|00)'
    then ' ' || ltrim(substr(ltrim(regexp_replace(replace(coalesce(phone_number, ''), '(0)', ''), '[^0-9]', '', 'g'), '0'), 2), '0')
    || ' ' || ltrim(substr(ltrim(regexp_replace(replace(coalesce(phone_number, ''), '(0)', ''), '[^0-9]', '', 'g'), '0'), 3), '0')
    || ' ' || ltrim(substr(ltrim(regexp_replace(replace(coalesce(phone_number, ''), '(0)', ''), '[^0-9]', '', 'g'), '0'), 4), '0') else '' end
    || ' ' || regexp_replace(replace(coalesce(cell_phone_number, ''), '(0)', ''), '[^0-9]', '', 'g')
    || ' ' || ltrim(regexp_replace(replace(coalesce(cell_phone_number, ''), '(0)', ''), '[^0-9]', '', 'g'), '0') ||
    case when cell_phone_number ~ '^ *([+]|00)'
    then ' ' || ltrim(substr(ltrim(regexp_replace(replace(coalesce(cell_phone_number, ''), '(0)', ''), '[^0-9]', '', 'g'), '0'), 2), '0')
    || ' ' || ltrim(substr(ltrim(regexp_replace(replace(coalesce(cell_phone_number, ''), '(0)', ''), '[^0-9]', '', 'g'), '0'), 3), '0')
    || ' ' || ltrim(substr(ltrim(regexp_replace(replace(coalesce(cell_phone_number, ''), '(0)', ''), '[^0-9]', '', 'g'), '0'), 4), '0') else '' end
    || ' ' || coalesce(first_name, '')
    || ' ' || coalesce(last_name, '')
    || ' ' || coalesce(email, '')
    || ' ' || coalesce(secondary_email, '')
    || ' ' || coalesce(external_booking_id, ''), nfkd), '[\u0300-\u036f]', '', 'g'), 'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'øØđĐłŁıðÐþÞ', 'oOdDlLidDtT')), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                ')))
  with (fastupdate = off) where deleted_at is null;

drop index concurrently if exists leads_by_words;
