// `h` is 32 pseudorandom bytes of a lead, so that every run has the same rows. Nothing starts or
// ends within a day of now: no status changes while a bench runs. `offset 0` prevents a step from
// being evaluated again for each use of its result.

/** Leads in every state, in realistic proportions: most are bookings, most of them past. */
export const leadsSql = `
insert into leads (agency_uid, uid, type, status, source, channel, property_uid, check_in_local,
  check_out_local, check_in_at, check_out_at, booked_at, booked_by, quote_sent_at, timer_started_at,
  timer_ends_at, close_reason, cancelled_by, cancelled_at, external_booking_id, ical_provider,
  assignee_uid, notes, agreement_signed, paf_completed_at, creation_circumstances, first_name,
  last_name, email, phone_number, cell_phone_number, city, state, country_code, adult_count,
  children_count, pet_count, infant_count, risk_score, flight_number, reason_for_trip,
  preferred_currency, preferred_locale, created_at, updated_at)
select agency_uid,
  overlay(overlay((lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0')
    || left(encode(h, 'hex'), 20)) placing '7' from 13) placing 'a' from 17)::uuid,
  type, status, source,
  case source when 'DIRECT_AIRBNB' then 'AIRBNB' when 'DIRECT_VRBO' then 'VRBO'
    when 'DIRECT_BOOKINGDOTCOM' then 'BOOKING_COM' when 'DIRECT_GOOGLE' then 'GOOGLE'
    when 'HOSTFULLY_ICAL' then 'OTHER'
    when 'HOSTFULLY_API' then (array['HOSTFULLY', 'EXPEDIA', 'HOLIDU'])[get_byte(h, 2) % 3 + 1]
    else 'HOSTFULLY' end,
  property_uid, first_night + time '16:00', last_day + time '11:00',
  (first_night + time '16:00') at time zone time_zone,
  (last_day + time '11:00') at time zone time_zone,
  case when type = 'BOOKING' then created_at + get_byte(h, 3) * interval '20 seconds' end,
  case when type <> 'BOOKING' then null when source like 'DIRECT%' then 'EXTERNAL'
    when source = 'HOSTFULLY_ICAL' then 'EXTERNAL' when source = 'HOSTFULLY_DBS' then 'CUSTOMER'
    else 'AGENT' end,
  case when status = 'NEW' and get_byte(h, 4) < 100 then created_at + interval '3 hours' end,
  case when status = 'NEW' then created_at
    when status in ('ON_HOLD', 'PENDING_APPROVED') then started
    when status = 'PENDING' and get_byte(h, 5) < 128 then started end,
  case when status in ('ON_HOLD', 'PENDING_APPROVED') then started + interval '48 hours'
    when status = 'PENDING' and get_byte(h, 5) < 128 then started + interval '72 hours' end,
  case when status in ('IGNORED', 'DUPLICATE') then status
    when status = 'CLOSED' and type = 'INQUIRY'
      then (array['QUOTE_CLOSED', 'HOLD_CLOSED', 'HOLD_EXPIRED'])[get_byte(h, 6) % 3 + 1]
    when status = 'CLOSED' then 'REQUEST_WITHDRAWN' end,
  case when status = 'CANCELLED'
    then (array['AGENCY', 'GUEST', 'OWNER'])[get_byte(h, 6) % 3 + 1] end,
  case when status = 'CANCELLED' then created_at + interval '20 hours' end,
  case when source like 'DIRECT%' then 'HM' || upper(substr(encode(h, 'hex'), 30, 8)) end,
  case when source = 'HOSTFULLY_ICAL'
    then (array['airbnb', 'vrbo', 'homeaway', 'other'])[get_byte(h, 7) % 4 + 1] end,
  case when get_byte(h, 8) < 150 then bench_rows.uid(agency_uid::text, get_byte(h, 9) % 8 + 1) end,
  case when get_byte(h, 10) < 110 then (array['Arrives by train',
    'Asked for a "quiet" room; két ágy',
    E'Late check-in, about 22:30.\\nKey under the mat \\\\ left side', 'Élise said: “à bientôt” 🎿',
    'Second stay with us'])[get_byte(h, 11) % 5 + 1] end,
  get_byte(h, 12) < 128,
  case when get_byte(h, 12) < 90 then created_at + interval '1 day' end, 'API',
  case when guest then (array['Ada', 'José', 'Zoë', 'Łukasz', '渡辺', 'Mary-Ann', 'Siobhán',
    'Olga'])[get_byte(h, 13) % 8 + 1] end,
  case when guest then (array['Byron', 'O''Brien', 'García', 'Müller', '太郎', 'Smith', 'Nguyễn',
    'de "Groot"'])[get_byte(h, 14) % 8 + 1] end,
  case when guest then 'guest' || get_byte(h, 13) || '.' || no || '@example.org' end,
  case when guest and get_byte(h, 15) < 160 then '+44 20 7946 0' || 100 + get_byte(h, 16) end,
  case when guest and get_byte(h, 15) > 130 then '+34 600 10 0' || 100 + get_byte(h, 16) end,
  case when guest and get_byte(h, 17) < 190 then (array['London', 'Málaga', 'Zürich', '東京',
    'Denver'])[get_byte(h, 17) % 5 + 1] end,
  case when get_byte(h, 17) < 60 then 'CO' end, case when guest then 'GB' end,
  case when guest then 1 + get_byte(h, 18) % 4 else 0 end,
  case when guest then get_byte(h, 19) % 3 else 0 end, get_byte(h, 20) % 2,
  case when guest then get_byte(h, 21) % 2 else 0 end,
  case when get_byte(h, 22) < 40 then get_byte(h, 22) end,
  case when get_byte(h, 23) < 25 then 'LH' || 100 + get_byte(h, 24) end,
  case when get_byte(h, 23) between 20 and 60 then 'Wedding of "Sam & Jo"' end,
  case when guest and get_byte(h, 25) < 200 then 'USD' end,
  case when guest and get_byte(h, 25) > 60 then (array['en_US', 'es_ES', 'ja_JP'])[no % 3 + 1] end,
  created_at, created_at + interval '1 day'
from bench_rows.plan
cross join lateral generate_series(1, leads) no_of_property
cross join lateral (
  select sha256(convert_to(plan.no || ':' || no_of_property, 'UTF8')) as h offset 0)
cross join lateral (
  select bench_rows.uid('agency', agency) as agency_uid,
    bench_rows.uid('property', no) as property_uid,
    get_byte(h, 0) * 256 + get_byte(h, 1) as dice,
    get_byte(h, 26) * 256 + get_byte(h, 27) as age offset 0)
join (select agency_uid, uid as property_uid, time_zone from properties) held
  using (agency_uid, property_uid)
cross join lateral (
  select
    case when dice < 7800 then 'BLOCK' when dice < 57600 then 'BOOKING'
      when dice < 63500 then 'INQUIRY'
      else 'BOOKING_REQUEST' end as type,
    case when dice < 7800 then 'BLOCKED' when dice < 53000 then 'BOOKED' when dice < 57600
      then 'CANCELLED' when dice < 59600 then 'NEW' when dice < 60600 then 'ON_HOLD'
      when dice < 62400 then 'CLOSED' when dice < 62900 then 'IGNORED' when dice < 63200
      then 'DUPLICATE' when dice < 63500 then 'SAMPLE' when dice < 64500 then 'PENDING'
      when dice < 64900 then 'PENDING_APPROVED' when dice < 65200 then 'DECLINED' else 'CLOSED' end
      as status,
    case when dice < 7800 then (array['HOSTFULLY_UI', 'HOSTFULLY_OWNER_PORTAL', 'HOSTFULLY_ICAL',
      'DIRECT_AIRBNB'])[get_byte(h, 28) % 4 + 1]
      else (array['HOSTFULLY_UI', 'HOSTFULLY_DBS', 'HOSTFULLY_API', 'DIRECT_AIRBNB',
        'DIRECT_AIRBNB', 'DIRECT_VRBO', 'DIRECT_BOOKINGDOTCOM', 'HOSTFULLY_ICAL', 'HOSTFULLY_DBS',
        'DIRECT_GOOGLE'])[get_byte(h, 28) % 10 + 1] end as source,
    dice >= 7800 as guest,
    now() - get_byte(h, 29) % 16 * interval '1 hour' - interval '50 minutes' as started offset 0)
cross join lateral (
  select case when status in ('NEW', 'ON_HOLD', 'PENDING') and get_byte(h, 30) < 128
    then now() - age * interval '0.7 seconds' - interval '3 hours'
    else now() - age * interval '1400 seconds' - interval '3 days' - no * interval '17 milliseconds'
    end as created_at offset 0)
cross join lateral (
  select (created_at + get_byte(h, 31) * interval '14 hours')::date as wanted offset 0)
cross join lateral (
  select wanted + case when abs(wanted - current_date) < 3 then 6 else 0 end
    as first_night offset 0)
cross join lateral (select first_night + 1 + get_byte(h, 30) % 12 as leaving offset 0)
cross join lateral (
  select leaving + case when abs(leaving - current_date) < 3 then 6 else 0 end as last_day offset 0)
order by created_at`

/** Orders with one to four fee lines, for 83 % of the leads: not for blocks and some inquiries. */
export const ordersSql = `
insert into orders (agency_uid, uid, lead_uid, currency, rent_net_price, rent_base_net_price,
  list_price, net_price, rent_taxation_rate, rent_tax_amount, rent_gross_price, rate_multiplier,
  security_deposit, fee_lines, all_fees_gross_amount, total_amount, force_full_payment,
  created_at, updated_at)
select agency_uid, overlay(leads.uid::text placing left(md5(leads.uid::text), 8) from 29)::uuid,
  leads.uid, currency, net, net, net, net, 10, tax, net + tax,
  case when dice < 20 then 0.08 when dice < 30 then 1.125 end,
  round((dice % 4 * 100)::numeric, digits), fee_lines, fees, net + tax + fees, dice < 60,
  leads.created_at, leads.created_at
from (select l.agency_uid, l.uid, l.type, l.status, l.created_at, p.currency from leads l
  join properties p on p.agency_uid = l.agency_uid and p.uid = l.property_uid offset 0) leads
cross join lateral (select get_byte(uuid_send(leads.uid), 15) as dice,
  get_byte(uuid_send(leads.uid), 14) as cents,
  case currency when 'JPY' then 0 else 2 end as digits offset 0)
cross join lateral (
  select round((120 + dice * 7 + cents / 256.0)::numeric, digits) as net offset 0) rent
cross join lateral (select round(net / 10, digits) as tax offset 0) taxes
cross join lateral (
  select sum(net_price + tax_amount) as fees, jsonb_agg(jsonb_build_object(
    'kind', case n when 1 then 'CLEANING' else 'FEE' end, 'uid', md5(leads.uid::text || n)::uuid,
    'name', (array['Cleaning fee', 'Pet fee', 'Taxe de séjour', 'Late "night" arrival'])[n],
    'amountType', 'FLAT', 'isEditable', false, 'netPrice', net_price, 'taxationRate', 5,
    'taxAmount', tax_amount, 'grossAmount', net_price + tax_amount) order by n) as fee_lines
  from generate_series(1, 1 + cents % 4) n
  cross join lateral (select round((n * 20 + cents / 16.0)::numeric, digits) as net_price offset 0)
  cross join lateral (select round(net_price / 20, digits) as tax_amount offset 0)) lines
where type <> 'BLOCK'
  and not (status in ('NEW', 'CLOSED', 'IGNORED') and dice < 190)`
