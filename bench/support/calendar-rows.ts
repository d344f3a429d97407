import { query } from '../../test/support/postgres.ts'

/**
 * Stays that hold nights, and prices, for every property of the measured agency: one stay after the
 * other from two months ago to three and a half years ahead, about 6 of 10 nights; and for the
 * first property and every other one a pricing period for each date of four years.
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
    bench_rows.uid(p.uid::text || 'stay', n) as lead_uid,
    current_date - 60 + n * 6 + get_byte(h, 0) % 2 as a,
    current_date - 60 + n * 6 + get_byte(h, 0) % 2 + 2 + get_byte(h, 1) % 4 as b,
    get_byte(h, 2) % 20 as dice
  from properties p
  join units u on u.agency_uid = p.agency_uid and u.property_uid = p.uid
  cross join generate_series(0, 220) n
  cross join lateral (select sha256(convert_to(p.uid::text || n, 'UTF8')) as h offset 0)
  where p.agency_uid = '${agencyUid}'),
leads_of_stays as (
  insert into leads (agency_uid, uid, type, status, source, channel, property_uid, check_in_local,
    check_out_local, check_in_at, check_out_at, adult_count, created_at, updated_at)
  select agency_uid, lead_uid,
    case when dice < 2 then 'BLOCK' when dice < 3 then 'INQUIRY' else 'BOOKING' end,
    case when dice < 2 then 'BLOCKED' when dice < 3 then 'ON_HOLD' else 'BOOKED' end,
    'HOSTFULLY_API', 'HOSTFULLY', property_uid, a + time '16:00', b + time '11:00',
    a + time '23:00', b + time '18:00', 2, now(), now()
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
