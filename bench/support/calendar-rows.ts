import { query } from '../../test/support/postgres.ts'

/**
 * Inserts stays and prices for every property of the measured agency. Stays cover about 6 of 10
 * nights from two months ago for three and a half years. They were booked in random order over the
 * last 409 days; their uids begin with that time, as real ones do. The first property and every
 * other one have a pricing period for each date of four years.
 */
export async function loadCalendars(url: string, agencyUid: string): Promise<void> {
  await query(url, 'alter table occupancies drop constraint no_double_booking')
  await query(
    url,
    `set session_replication_role = replica; set timezone = 'UTC';
    ${staysSql(agencyUid)}; ${periodsSql(agencyUid)}`,
  )
  await query(
    url,
    `alter table occupancies add constraint no_double_booking
      exclude using gist (agency_uid with =, unit_uid with =, occupied with &&)`,
  )
  await query(url, 'vacuum (analyze, freeze)')
}

const staysSql = (agencyUid: string) => `
with stays as (
  select p.agency_uid, p.uid as property_uid, u.uid as unit_uid,
    bench_rows.uid_at(p.uid::text || 'stay', n, booked_at) as lead_uid, booked_at,
    current_date - 60 + n * 6 + get_byte(h, 0) % 2 as a,
    current_date - 60 + n * 6 + get_byte(h, 0) % 2 + 2 + get_byte(h, 1) % 4 as b,
    get_byte(h, 2) % 20 as dice
  from properties p
  join units u on u.agency_uid = p.agency_uid and u.property_uid = p.uid
  cross join generate_series(0, 220) n
  cross join lateral (select sha256(convert_to(p.uid::text || n, 'UTF8')) as h offset 0)
  cross join lateral (select now() - (get_byte(h, 3) * 256 + get_byte(h, 4)) * interval '9 minutes'
    as booked_at)
  where p.agency_uid = '${agencyUid}'),
leads_of_stays as (
  insert into leads (agency_uid, uid, type, status, source, channel, property_uid, check_in_local,
    check_out_local, check_in_at, check_out_at, adult_count, created_at, updated_at)
  select agency_uid, lead_uid,
    case when dice < 2 then 'BLOCK' when dice < 3 then 'INQUIRY' else 'BOOKING' end,
    case when dice < 2 then 'BLOCKED' when dice < 3 then 'ON_HOLD' else 'BOOKED' end,
    'HOSTFULLY_API', 'HOSTFULLY', property_uid, a + time '16:00', b + time '11:00',
    a + time '23:00', b + time '18:00', 2, booked_at, now()
  from stays)
insert into occupancies (agency_uid, unit_uid, lead_uid, occupied)
select agency_uid, unit_uid, lead_uid, daterange(a, b) from stays`

const periodsSql = (agencyUid: string) => `
insert into pricing_periods (agency_uid, property_uid, date, price, minimum_stay)
select agency_uid, uid, current_date - 60 + n, 100 + (n * 37) % 90 + 0.5,
  case when n % 7 = 0 then 2 end
from (select agency_uid, uid, row_number() over (order by uid) as no from properties
  where agency_uid = '${agencyUid}') p
cross join generate_series(0, 1460) n
where no % 2 = 1
order by uid, n`

/** Inserts guests, orders (half of them paid), threads and jobs of {@link loadCalendars}' stays. */
export async function loadStayDetails(url: string, agencyUid: string): Promise<void> {
  await query(
    url,
    `set session_replication_role = replica; ${guestsSql(agencyUid)}; ${ordersSql(agencyUid)};
    ${paymentsSql(agencyUid)}; ${threadsSql(agencyUid)}; ${jobsSql(agencyUid)}`,
  )
  await query(url, 'vacuum (analyze, freeze)')
}

const isStay = (agencyUid: string) => `l.agency_uid = '${agencyUid}' and l.type <> 'BLOCK'
  and exists (select 1 from occupancies o where o.agency_uid = l.agency_uid
    and o.lead_uid = l.uid)`

const guestsSql = (agencyUid: string) => `
update leads l set
  first_name = (array['Ada', 'Inès', 'Tom', 'Dörte', 'Minh', 'Ola'])[1 + get_byte(h, 0) % 6],
  last_name = (array['Byron', 'O''Neill', 'Ström', 'Li', 'Nguyễn', 'Ng'])[1 + get_byte(h, 1) % 6]
from (select uid, sha256(convert_to(uid::text, 'UTF8')) as h from leads) hashes
where hashes.uid = l.uid and ${isStay(agencyUid)}`

const ordersSql = (agencyUid: string) => `
insert into orders (agency_uid, uid, lead_uid, currency, rent_net_price, rent_base_net_price,
  list_price, net_price, rent_gross_price, total_amount, created_at, updated_at)
select l.agency_uid, bench_rows.uid_at(l.uid::text || 'order', 1, l.created_at), l.uid,
  'USD', 400, 400, 400, 400,
  400, 440.00, l.created_at, l.updated_at
from leads l where ${isStay(agencyUid)}
  and not exists (select 1 from orders o where o.agency_uid = l.agency_uid
    and o.lead_uid = l.uid)`

const paymentsSql = (agencyUid: string) => `
insert into payments (agency_uid, uid, order_uid, type, status, amount, created_at)
select o.agency_uid, bench_rows.uid(o.uid::text || 'paid', 1), o.uid, 'SALE', 'SUCCESS',
  case when get_byte(sha256(convert_to(o.uid::text, 'UTF8')), 0) < 128 then 440 else 220 end,
  o.created_at
from orders o where o.agency_uid = '${agencyUid}'`

const threadsSql = (agencyUid: string) => `
insert into threads (agency_uid, uid, lead_uid, guest_uid, agency_participant_uid,
  guest_participant_uid, agency_read_at, created_at, updated_at)
select l.agency_uid, bench_rows.uid(l.uid::text || 'thread', 1), l.uid,
  bench_rows.uid(l.uid::text || 'guest', 1), bench_rows.uid(l.uid::text || 'us', 1),
  bench_rows.uid(l.uid::text || 'them', 1),
  case when get_byte(sha256(convert_to(l.uid::text, 'UTF8')), 0) > 12 then l.created_at end,
  l.created_at, l.updated_at
from leads l where ${isStay(agencyUid)}`

const jobsSql = (agencyUid: string) => `
insert into jobs (agency_uid, uid, property_uid, lead_uid, service_uid, status, start_local,
  end_local, created_at, updated_at)
select l.agency_uid, bench_rows.uid_at(l.uid::text || 'job', 1, l.created_at), l.property_uid,
  l.uid,
  bench_rows.uid('service', 1), 'NEW', l.check_out_local, l.check_out_local + interval '2 hours',
  l.created_at, l.updated_at
from leads l where ${isStay(agencyUid)} and l.type = 'BOOKING'`
