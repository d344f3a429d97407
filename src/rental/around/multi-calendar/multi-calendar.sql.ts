/**
 * All that many calendars are made of, as one statement, so that it is one snapshot and the
 * position of the event log is that of the data. Each part goes by index from the properties that
 * were asked for, one by one (`lateral`), whatever the planner knows of the tables.
 */
import { sql } from 'kysely'
import { type Sql, slot } from '../../../platform/graphql/fields.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { rowOfAgency } from '../../access/agencies/tenant.sql.ts'
import { isReachedSlot } from '../../access/partners/reach.sql.ts'
import { paidOf } from '../../leads/payments/paid.sql.ts'
import {
  asDate,
  dayNumber,
  isUnexpired,
  ruleColumns,
  stayedIn,
} from '../../prices/calendar/availability.sql.ts'
import { effectiveCurrency } from '../../properties/properties/currency.sql.ts'

const agency = slot('agency', 'uuid')
const partner = slot('partner', 'uuid')
const [from, to] = [slot('from', 'integer'), slot('to', 'integer')]
const now = slot('now', 'timestamptz')

/** What stands between what is taken of a unit, and between the parts of one. */
export const [betweenTaken, betweenParts] = ['\x1e', '\x1f']

const [separated, parted] = [sql.lit(betweenTaken), sql.lit(betweenParts)]

/** A text without those. */
function kept(text: Sql): Sql {
  return sql`translate(${text}, ${sql.lit(betweenTaken + betweenParts)}, '')`
}

const ours = (alias: string) => rowOfAgency(alias, agency)

/** What narrows and orders the rows. */
export interface Asked {
  /** Further conditions on the property `p`, each with `and` before it. */
  where: Sql
  isFree: boolean
  isFurtherPage: boolean
}

/**
 * One row: how far the log is, and JSON arrays of the properties, their units with what is taken of
 * these, and the jobs. One property more than `limit` if another page follows.
 */
export function multiCalendarSql(caller: Caller, asked: Asked): Sql {
  return sql`with asked as materialized (${askedProperties(caller, asked)}),
    rooms as materialized (
      select a.place, a.uid as row_uid, u.uid, u.property_uid, u.name, u.is_active, u.created_at,
        a.turn_over_days
      from asked a cross join lateral (
        select u.* from units u where u.agency_uid = ${agency} and u.deleted_at is null
          and u.property_uid = any(${stayedIn(ours('a'))}) offset 0) u)
    select
      (select coalesce(max(g.last_seq), 0) from event_logs g where g.agency_uid = ${agency}),
      (select coalesce(json_agg(f order by f.place), '[]') from (${properties}) f),
      (select coalesce(json_agg(json_build_array(r.row_uid, r.uid, r.property_uid, r.name,
        r.is_active, t.taken) order by r.place, r.created_at, r.uid), '[]')
        from rooms r cross join lateral (${taken}) t (taken)),
      (select coalesce(json_agg(json_build_array(j.uid, j.property_uid, j.unit_uid,
        j.start_local::date, j.status) order by j.place, j.start_local, j.uid), '[]')
        from (${jobs}) j)`
}

/** The order of rows: hotels and masters with what belongs to them, by name; then by name. */
const place = ['group_name', 'group_uid', 'level', 'own_name', 'uid']
const placeTypes = ['text', 'uuid', 'integer', 'text', 'uuid']

function askedProperties(caller: Caller, { where, isFree, isFurtherPage }: Asked): Sql {
  const columns = sql.join(place.map(column => sql.ref(`k.${column}`)))
  const last = sql.join(placeTypes.map((type, i) => slot(`after_${i}`, type)))
  return sql`select k.*, row_number() over (order by ${columns}) as place from (
      select p.agency_uid, p.uid, p.turn_over_days, ${isPersonal(caller)} as personal,
        left(lower(coalesce(h.name, m.name, p.name)), 60) as group_name,
        coalesce(h.uid, m.uid, p.uid) as group_uid,
        case when p.parent_uid is null then 0 else 1 end as level,
        left(lower(p.name), 60) as own_name
      from properties p
      left join hotels h on h.agency_uid = ${agency} and h.uid = p.hotel_uid
        and ${isHotelShown(caller)}
      left join properties m on m.agency_uid = ${agency} and m.uid = p.parent_uid
        and ${isReachedSlot(caller, 'm')}
      where p.agency_uid = ${agency} and p.deleted_at is null and ${isReachedSlot(caller, 'p')}
        ${where} ${isFree ? sql`and ${isFreeThen}` : sql``}) k
    ${isFurtherPage ? sql`where (${columns}) > (${last})` : sql``}
    order by ${columns} limit ${slot('limit', 'integer')} + 1`
}

/** How many properties the filters leave. */
export function countSql(caller: Caller, { where, isFree }: Asked): Sql {
  return sql`select count(*)::integer from properties p
    where p.agency_uid = ${agency} and p.deleted_at is null and ${isReachedSlot(caller, 'p')}
      ${where} ${isFree ? sql`and ${isFreeThen}` : sql``}`
}

/** Whether a partner may see guests' data of the property `p`; as `joinReach` says of a lead. */
function isPersonal(caller: Caller): Sql {
  if (caller.kind === 'agency') return sql`true`
  return sql`coalesce((select g.personal_data from grants g where g.agency_uid = ${agency}
    and g.partner_uid = ${partner} and g.object_uid in (p.uid, p.hotel_uid)
    order by g.object_uid = p.uid desc limit 1), false)`
}

/** A partner is not told the name of a hotel that it was not granted, by an order neither. */
function isHotelShown(caller: Caller): Sql {
  if (caller.kind === 'agency') return sql`true`
  return sql`exists (select 1 from grants g where g.agency_uid = ${agency}
    and g.partner_uid = ${partner} and g.object_uid = h.uid)`
}

/** As the index `leads_on_nights` has it: true of every lead that holds nights. */
const holdsNights = sql`l.deleted_at is null
  and l.status in ('BOOKED', 'BLOCKED', 'ON_HOLD', 'PENDING', 'PENDING_APPROVED')`

const isTakenThen = sql`exists (select 1 from occupancies o
  cross join lateral (select 1 from leads l where l.agency_uid = ${agency}
    and l.uid = o.lead_uid and ${isUnexpired(now)} offset 0) l
  where o.agency_uid = ${agency} and o.unit_uid = u.uid
    and o.occupied && daterange(${asDate(slot('freeFrom', 'integer'))},
      ${asDate(slot('freeTo', 'integer'))} + coalesce(p.turn_over_days, 0)))`

/** Whether a stay from `freeFrom` to `freeTo` meets nothing that is taken: pricing.md §3.2. */
const isFreeThen = sql`case when p.hotel_uid is null
  then not exists (select 1 from units u where u.agency_uid = ${agency} and u.deleted_at is null
    and u.property_uid = any(${stayedIn(ours('p'))}) and ${isTakenThen})
  else exists (select 1 from units u where u.agency_uid = ${agency} and u.deleted_at is null
    and u.property_uid = p.uid and u.is_active and not ${isTakenThen}) end`

const properties = sql`select a.place, a.personal, a.group_name, a.group_uid, a.level, a.own_name,
    p.agency_uid, p.uid, p.hotel_uid, p.parent_uid, p.name, p.city, p.is_active,
    ${sql.join(ruleColumns.map(column => sql.ref(column)))},
    p.daily_rate::text as daily_rate,
    p.weekend_adjustment_rate::text as weekend_adjustment_rate,
    ${effectiveCurrency(ours('p'))} as currency, d.*
  from asked a
  join properties p on p.agency_uid = ${agency} and p.uid = a.uid
  cross join lateral (select array_agg(${dayNumber(sql`d.date`)})::text as period_days,
      array_agg(d.price)::text as period_prices,
      array_agg(d.minimum_stay)::text as period_minimum_stays,
      array_agg(d.available_for_check_in)::text as period_check_ins,
      array_agg(d.available_for_check_out)::text as period_check_outs
    from pricing_periods d where d.agency_uid = ${agency} and d.property_uid = a.uid
      and d.date >= ${asDate(from)} and d.date < ${asDate(to)}) d`

/**
 * What leads take of a unit, turnover after the last night included, and who does; on which row a
 * lead is, if on one, is told by its property, where that is not the unit's. One text, by
 * {@link betweenTaken} and {@link betweenParts}, which costs the database less than JSON. Leads,
 * orders and payments are read from indices that have all that is asked of them.
 */
const taken = sql`select string_agg(concat(${dayNumber(sql`lower(o.occupied)`)}, ${parted},
    ${dayNumber(sql`upper(o.occupied)`)}, ${parted}, o.turnover_nights, ${parted}, l.status,
    ${parted}, l.source, ${parted}, o.lead_uid, ${parted},
      nullif(l.property_uid, r.property_uid), ${parted}, l.unit_uid, ${parted}, l.type, ${parted},
      l.adult_count + l.children_count, ${parted}, l.check_in_local, ${parted},
      l.check_out_local, ${parted},
      case when l.status in ('ON_HOLD', 'PENDING', 'PENDING_APPROVED')
        then (extract(epoch from l.timer_ends_at) * 1000)::bigint end, ${parted},
      (select o.total_amount > ${paidOf(ours('o'))} from orders o
        where o.agency_uid = ${agency} and o.lead_uid = l.uid), ${parted},
      (select true from threads t where t.agency_uid = ${agency} and t.lead_uid = l.uid
        and t.agency_read_at is null), ${parted},
      coalesce(l.created_by_partner_uid = ${partner}, false), ${parted},
      ${kept(sql`l.channel`)}, ${parted},
      ${kept(sql`concat_ws(' ', l.first_name, l.last_name)`)}), ${separated})
  from (select o.lead_uid, o.occupied, o.turnover_nights from occupancies o
    where o.agency_uid = ${agency} and o.unit_uid = r.uid and o.occupied
      && daterange(${asDate(from)}, ${asDate(to)} + coalesce(r.turn_over_days, 0))
    order by lower(o.occupied)) o
  cross join lateral (select l.uid, l.property_uid, l.unit_uid, l.type, l.status, l.source,
      l.channel, l.first_name, l.last_name, l.check_in_local, l.check_out_local, l.timer_ends_at,
      l.adult_count, l.children_count, l.created_by_partner_uid
    from leads l where l.agency_uid = ${agency} and l.uid = o.lead_uid and ${holdsNights}
      and ${isUnexpired(now)} offset 0) l`

const jobs = sql`select a.place, j.uid, j.property_uid, j.unit_uid, j.start_local, j.status
  from asked a cross join lateral (select j.uid, j.property_uid, j.unit_uid, j.start_local,
      j.status from jobs j where j.agency_uid = ${agency}
    and j.property_uid = a.uid and j.status <> 'CANCELLED' and j.start_local >= ${asDate(from)}
    and j.start_local < ${asDate(to)} offset 0) j`
