/**
 * Query of all inputs of a multi-calendar. One statement reads one snapshot, so `asOfSeq` matches
 * the data. Subqueries start from the requested properties, one by one (`lateral`), and use indices
 * even if the planner has no statistics of the tables.
 */
import { sql } from 'kysely'
import { type Sql, slot } from '../../../platform/graphql/fields.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { agencyRow } from '../../access/agencies/tenant.sql.ts'
import { isPropertyAccessibleSlot } from '../../access/partners/access-scope.sql.ts'
import {
  asDate,
  dayNumber,
  isUnexpired,
  selectOccupiedProperties,
} from '../../prices/availability/availability.sql.ts'
import { calendarColumns, calendarSql } from '../../prices/availability/calendar-inputs.sql.ts'
import { unbookedLeads } from '../../prices/availability/occupied-ranges.sql.ts'
import { toTextItem, toTextList } from '../../prices/availability/text-list.sql.ts'
import { isNear } from '../../properties/units/occupied-units.sql.ts'

const agency = slot('agency', 'uuid')
const partner = slot('partner', 'uuid')
const [from, to] = [slot('from', 'integer'), slot('to', 'integer')]
const now = slot('now', 'timestamptz')
const limit = slot('limit', 'integer')
/** Cached properties, which are not read, and the leads on them. */
const [cachedUids, cachedLeads] = [slot('cachedUids', 'uuid[]'), slot('cachedLeads', 'uuid[]')]

const propertyRow = (alias: string) => agencyRow(alias, agency)

export interface RowConditions {
  /** Further conditions on the property `p`, each preceded by `and`. */
  where: Sql
  isFree: boolean
  isFurtherPage: boolean
}

/** Columns of a property in addition to the inputs of its calendar. */
const columns = {
  ...{
    parent_uid: sql`p.parent_uid`,
    name: sql`p.name`,
    city: sql`p.city`,
  },
  is_active: sql`p.is_active`,
  unit_names: sql`(case when p.hotel_uid is not null then
    (select json_agg(u.name order by u.created_at, u.uid) from units u
      where u.agency_uid = ${agency} and u.deleted_at is null and u.property_uid = p.uid) end)`,
}

/**
 * Returns one row for each property of the page that is not cached. The first row, which may have
 * no property, also has the uids of the page, the last sequence number of the event log, the leads
 * that occupy nights, the balances of their orders, unread threads and jobs. Leads are read from
 * their index by property and check-in, orders and payments in one pass each over covering indices.
 */
export function multiCalendarSql(caller: Caller, conditions: RowConditions | 'cached'): Sql {
  const { columns, shared } = additional
  const isListingCached = conditions === 'cached'
  return calendarSql({
    columns: { ...columns, personal: mayReadGuestData(caller) },
    shared: isListingCached ? { ...shared, ...notSelected } : shared,
    listed: isListingCached ? cachedListing : pageProperties(caller, conditions),
    from: sql`listed k join properties p on p.agency_uid = ${agency} and p.uid = k.uid`,
    where: sql`k.ordinal <= ${limit}
      and not exists (select 1 from unnest(${cachedUids}) cached where cached = k.uid)`,
    order: sql`k.ordinal`,
    agencyColumn: () => agency,
  })
}

/** Properties of a page whose list is cached. */
const cachedListing = sql`select k.uid, k.ordinal
  from unnest(${slot('listing', 'uuid[]')}) with ordinality k (uid, ordinal)`
const notSelected = { listedUids: () => sql`null::text`, last: () => sql`null::text[]` }

/** Sort columns of rows: hotels and masters with their properties, by name. */
const sortColumns = ['group_name', 'group_uid', 'level', 'own_name', 'uid']
const sortTexts = sortColumns.map(name => sql`k.${sql.ref(name)}::text`)
const sortTypes = ['text', 'uuid', 'integer', 'text', 'uuid']

function pageProperties(caller: Caller, { where, isFree, isFurtherPage }: RowConditions): Sql {
  const columns = sql.join(sortColumns.map(column => sql.ref(`k.${column}`)))
  const last = sql.join(sortTypes.map((type, i) => slot(`after_${i}`, type)))
  return sql`select k.*, row_number() over (order by ${columns}) as ordinal from (
      select p.agency_uid, p.uid, p.turn_over_days,
        left(lower(coalesce(h.name, m.name, p.name)), 60) as group_name,
        coalesce(h.uid, m.uid, p.uid) as group_uid,
        case when p.parent_uid is null then 0 else 1 end as level,
        left(lower(p.name), 60) as own_name
      from properties p
      left join hotels h on h.agency_uid = ${agency} and h.uid = p.hotel_uid
        and ${isHotelAccessible(caller)}
      left join properties m on m.agency_uid = ${agency} and m.uid = p.parent_uid
        and ${isPropertyAccessibleSlot(caller, 'm')}
      where p.agency_uid = ${agency} and p.deleted_at is null
        and ${isPropertyAccessibleSlot(caller, 'p')}
        ${where} ${isFree ? sql`and ${isFreeForStay}` : sql``}) k
    ${isFurtherPage ? sql`where (${columns}) > (${last})` : sql``}
    order by ${columns} limit ${limit} + 1`
}

export function countSql(caller: Caller, { where, isFree }: RowConditions): Sql {
  return sql`select count(*)::integer from properties p
    where p.agency_uid = ${agency} and p.deleted_at is null
      and ${isPropertyAccessibleSlot(caller, 'p')}
      ${where} ${isFree ? sql`and ${isFreeForStay}` : sql``}`
}

/** Returns the condition that the caller may read guest data of the property `p`. */
function mayReadGuestData(caller: Caller): Sql {
  if (caller.kind === 'agency') return sql`true`
  return sql`coalesce((select g.personal_data from grants g where g.agency_uid = ${agency}
    and g.partner_uid = ${partner} and g.object_uid in (p.uid, p.hotel_uid)
    order by g.object_uid = p.uid desc limit 1), false)`
}

/**
 * Returns the condition that the caller has access to `h`: other hotels must not affect the order.
 */
function isHotelAccessible(caller: Caller): Sql {
  if (caller.kind === 'agency') return sql`true`
  return sql`exists (select 1 from grants g where g.agency_uid = ${agency}
    and g.partner_uid = ${partner} and g.object_uid = h.uid)`
}

/** Predicate of the index `leads_by_stay`: true of every lead that holds nights. */
const holdsNights = sql`l.deleted_at is null
  and l.status in ('BOOKED', 'BLOCKED', 'ON_HOLD', 'PENDING', 'PENDING_APPROVED')`

const isOccupiedInStay = sql`exists (select 1 from occupancies o
  cross join lateral (select 1 from leads l where l.agency_uid = ${agency}
    and l.uid = o.lead_uid and ${isUnexpired(now)} offset 0) l
  where o.agency_uid = ${agency} and o.unit_uid = u.uid
    and ${isNear(
      'o',
      asDate(slot('freeFrom', 'integer')),
      sql`${asDate(slot('freeTo', 'integer'))} + coalesce(p.turn_over_days, 0)`,
    )})`

/** Condition that a stay from `freeFrom` to `freeTo` meets no occupied night: pricing.md §3.2. */
const isFreeForStay = sql`case when p.hotel_uid is null
  then not exists (select 1 from units u where u.agency_uid = ${agency} and u.deleted_at is null
    and u.property_uid = any(${selectOccupiedProperties(propertyRow('p'))})
    and ${isOccupiedInStay})
  else exists (select 1 from units u where u.agency_uid = ${agency} and u.deleted_at is null
    and u.property_uid = p.uid and u.is_active and not ${isOccupiedInStay}) end`

/**
 * Leads of each property that hold nights. No lead that occupies requested nights starts before the
 * first occupied night of its property, the lower bound here.
 */
const staysSql = sql`(select ${toTextList([
  ...[sql`a.ordinal`, sql`l.uid`, sql`l.status`, sql`l.unit_uid`, sql`l.type`],
  ...[sql`l.adult_count + l.children_count`, sql`l.check_in_local`, sql`l.check_out_local`],
  sql`case when l.status in ('ON_HOLD', 'PENDING', 'PENDING_APPROVED')
    then (extract(epoch from l.timer_ends_at) * 1000)::bigint end`,
  sql`coalesce(l.created_by_partner_uid = ${partner}, false)`,
  ...[toTextItem(sql`l.channel`), toTextItem(sql`concat_ws(' ', l.first_name, l.last_name)`)],
])}
  from requested a cross join lateral (select l.* from leads l
    where l.agency_uid = ${agency} and l.property_uid = a.uid and ${holdsNights}
      and ${isUnexpired(now)} and l.check_in_local < ${asDate(to)}
      and l.check_in_local >= ${asDate(sql`(select min(day) from unnest(a.occupied_starts) day)`)}
    order by l.check_in_local, l.uid offset 0) l)`

/**
 * Selects which of `leads` have an order, and whether a balance is due. Orders and payments are
 * summed in one union: the plan of a join would depend on statistics of the tables.
 */
const balancesSql = (leads: Sql) => sql`(select string_agg(concat(b.lead_uid, b.is_due), ',')
  from (with o as materialized (select o.uid, o.lead_uid, o.total_amount from orders o
      where o.agency_uid = ${agency} and o.lead_uid = any(${leads}))
    select (array_agg(s.lead_uid) filter (where s.lead_uid is not null))[1] as lead_uid,
      sum(s.amount) > 0 as is_due
    from (select o.uid, o.lead_uid, o.total_amount as amount from o
      union all select t.order_uid, null, -t.amount from payments t
      where t.agency_uid = ${agency} and t.order_uid = any(array(select o.uid from o))
        and t.status = 'SUCCESS') s
    group by s.uid) b)`

const jobsSql = sql`(select ${toTextList([
  ...[sql`a.ordinal`, dayNumber(sql`j.start_local::date`), sql`j.status`],
])}
  from listed a cross join lateral (select j.start_local, j.status from jobs j
    where a.ordinal <= ${limit} and j.agency_uid = ${agency} and j.property_uid = a.uid
      and j.status <> 'CANCELLED'
      and j.start_local >= ${asDate(from)} and j.start_local < ${asDate(to)}
    order by j.start_local, j.uid offset 0) j)`

/** Additional columns: of a property, and shared by all. */
const additional = {
  columns,
  shared: {
    listedUids: () => sql`(select string_agg(k.uid::text, ',' order by k.ordinal) from listed k)`,
    // Sort key of the last row, if further rows exist.
    last: () => sql`(select array[${sql.join(sortTexts)}]
      from listed k where k.ordinal = ${limit}
        and exists (select 1 from listed n where n.ordinal > ${limit}))`,
    seq: () => sql`(select coalesce(max(g.last_seq), 0) from event_logs g
      where g.agency_uid = ${agency})`,
    unbooked: (leads: Sql) => unbookedLeads(sql`l.agency_uid = ${agency}`, leads, now),
    leads: () => staysSql,
    balances: balancesSql,
    unread: (leads: Sql) => sql`(select array_agg(t.lead_uid)::text from threads t
      where t.agency_uid = ${agency} and t.lead_uid = any(${leads} || ${cachedLeads})
        and t.agency_read_at is null)`,
    jobs: () => sql`case when ${slot('withJobs', 'boolean')} then ${jobsSql} end`,
  },
}

/** Column names of the statement, in order. */
export const multiCalendarColumns = calendarColumns({
  ...additional,
  columns: { ...columns, personal: sql`` },
})
