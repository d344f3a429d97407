-- The guests of the leads that were stored before there were guests, as the act of a new lead would
-- have made them: by e-mail address, else by phone number, else one each.
with told as materialized (
  select l.agency_uid, l.uid as lead_uid, l.created_at as told_at,
    nullif(lower(btrim(l.email)), '') as email_key,
    coalesce(
      case when length(phone.digits) >= 5 then phone.digits end,
      case when length(cell.digits) >= 5 then cell.digits end) as phone_key,
    l.first_name, l.last_name, l.email, l.phone_number, l.cell_phone_number as mobile_number,
    l.address1 as address, l.address2, l.city, l.state, l.zip_code
  from leads l
  cross join lateral (select regexp_replace(
    regexp_replace(l.phone_number, '[^0-9]', '', 'g'), '^00', '') as digits) phone
  cross join lateral (select regexp_replace(
    regexp_replace(l.cell_phone_number, '[^0-9]', '', 'g'), '^00', '') as digits) cell
  where l.type <> 'BLOCK'
    and coalesce(l.first_name, l.last_name, l.email, l.phone_number, l.cell_phone_number,
      l.address1, l.address2, l.city, l.state, l.zip_code) is not null
    and not exists (select 1 from lead_guests lg
      where lg.agency_uid = l.agency_uid and lg.lead_uid = l.uid)
),
mailed as (
  select distinct on (agency_uid, phone_key) agency_uid, phone_key, email_key from told
  where email_key is not null and phone_key is not null
  order by agency_uid, phone_key, told_at, lead_uid
),
who as materialized (
  select t.*, coalesce('mail ' || coalesce(t.email_key, m.email_key), 'phone ' || t.phone_key,
    'lead ' || t.lead_uid) as person
  from told t
  left join mailed m on t.email_key is null and m.agency_uid = t.agency_uid
    and m.phone_key = t.phone_key
),
persons as materialized (
  -- A UUIDv7 of the moment at which the guest was first told of.
  select agency_uid, person, min(told_at) as created_at, (
      lpad(to_hex((extract(epoch from min(told_at)) * 1000)::bigint), 12, '0')
      || '7' || substr(md5(gen_random_uuid()::text), 1, 3)
      || '8' || substr(md5(gen_random_uuid()::text), 1, 15))::uuid as uid,
    max(email_key) as email_key,
    (array_agg(phone_key order by told_at desc, lead_uid desc)
      filter (where phone_key is not null))[1] as phone_key,
    (array_agg(first_name order by told_at desc, lead_uid desc)
      filter (where first_name is not null))[1] as first_name,
    (array_agg(last_name order by told_at desc, lead_uid desc)
      filter (where last_name is not null))[1] as last_name,
    (array_agg(email order by told_at desc, lead_uid desc)
      filter (where email is not null))[1] as email,
    (array_agg(phone_number order by told_at desc, lead_uid desc)
      filter (where phone_number is not null))[1] as phone_number,
    (array_agg(mobile_number order by told_at desc, lead_uid desc)
      filter (where mobile_number is not null))[1] as mobile_number,
    (array_agg(address order by told_at desc, lead_uid desc)
      filter (where address is not null))[1] as address,
    (array_agg(address2 order by told_at desc, lead_uid desc)
      filter (where address2 is not null))[1] as address2,
    (array_agg(city order by told_at desc, lead_uid desc)
      filter (where city is not null))[1] as city,
    (array_agg(state order by told_at desc, lead_uid desc)
      filter (where state is not null))[1] as state,
    (array_agg(zip_code order by told_at desc, lead_uid desc)
      filter (where zip_code is not null))[1] as zip_code
  from who group by agency_uid, person
),
made as (
  insert into guests (agency_uid, uid, email_key, phone_key, first_name, last_name, email,
    phone_number, mobile_number, address, address2, city, state, zip_code, created_at, updated_at)
  select agency_uid, uid, email_key, phone_key, first_name, last_name, email,
    phone_number, mobile_number, address, address2, city, state, zip_code, created_at, now()
  from persons
)
insert into lead_guests (agency_uid, lead_uid, guest_uid)
select w.agency_uid, w.lead_uid, p.uid
from who w join persons p on p.agency_uid = w.agency_uid and p.person = w.person;
