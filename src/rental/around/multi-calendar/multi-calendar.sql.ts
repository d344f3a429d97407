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
import {
  asDate,
  dayNumber,
  isUnexpired,
  stayedIn,
} from '../../prices/calendar-facts/availability.sql.ts'
import { factNames, factsSql } from '../../prices/calendar-facts/calendar-facts.sql.ts'
import { listable, listed } from '../../prices/calendar-facts/listed.sql.ts'
import { unbookedLeads } from '../../prices/calendar-facts/taken.sql.ts'
import { isNear } from '../../properties/units/taken-units.sql.ts'

const agency = slot('agency', 'uuid')
const partner = slot('partner', 'uuid')
const [from, to] = [slot('from', 'integer'), slot('to', 'integer')]
const now = slot('now', 'timestamptz')
const limit = slot('limit', 'integer')
/** Properties of which nothing is asked, because all is known, and the leads on them. */
const [knownUids, knownLeads] = [slot('knownUids', 'uuid[]'), slot('knownLeads', 'uuid[]')]

const ours = (alias: string) => rowOfAgency(alias, agency)

/** What narrows and orders the rows. */
export interface Asked {
  /** Further conditions on the property `p`, each with `and` before it. */
  where: Sql
  isFree: boolean
  isFurtherPage: boolean
}

/** What the statement tells of a property beyond the facts of its calendar. */
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
 * One row for each property of the page that is not known; the first has, or one without a
 * property, which properties the page shows, how far the log is, the leads that take nights, the
 * balances of their orders, which leads wait to be read, and the jobs. Leads lie in their index by
 * property and check-in, orders and payments are looked up by one pass each over indices that have
 * all that is asked of them.
 */
export function multiCalendarSql(caller: Caller, asked: Asked | 'listing'): Sql {
  const { columns, shared } = further
  const isKnown = asked === 'listing'
  return factsSql({
    columns: { ...columns, personal: isPersonal(caller) },
    shared: isKnown ? { ...shared, ...unasked } : shared,
    listed: isKnown ? listing : askedProperties(caller, asked),
    from: sql`listed k join properties p on p.agency_uid = ${agency} and p.uid = k.uid`,
    where: sql`k.place <= ${limit}
      and not exists (select 1 from unnest(${knownUids}) known where known = k.uid)`,
    order: sql`k.place`,
    agencyOf: () => agency,
  })
}

/** The properties of a page of which it is known what it shows. */
const listing = sql`select k.uid, k.place
  from unnest(${slot('listing', 'uuid[]')}) with ordinality k (uid, place)`
const unasked = { shown: () => sql`null::text`, last: () => sql`null::text[]` }

/** The order of rows: hotels and masters with what belongs to them, by name; then by name. */
const place = ['group_name', 'group_uid', 'level', 'own_name', 'uid']
const placeTypes = ['text', 'uuid', 'integer', 'text', 'uuid']

function askedProperties(caller: Caller, { where, isFree, isFurtherPage }: Asked): Sql {
  const columns = sql.join(place.map(column => sql.ref(`k.${column}`)))
  const last = sql.join(placeTypes.map((type, i) => slot(`after_${i}`, type)))
  return sql`select k.*, row_number() over (order by ${columns}) as place from (
      select p.agency_uid, p.uid, p.turn_over_days,
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
    order by ${columns} limit ${limit} + 1`
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

/** As the index `leads_by_stay` has it: true of every lead that holds nights. */
const holdsNights = sql`l.deleted_at is null
  and l.status in ('BOOKED', 'BLOCKED', 'ON_HOLD', 'PENDING', 'PENDING_APPROVED')`

const isTakenThen = sql`exists (select 1 from occupancies o
  cross join lateral (select 1 from leads l where l.agency_uid = ${agency}
    and l.uid = o.lead_uid and ${isUnexpired(now)} offset 0) l
  where o.agency_uid = ${agency} and o.unit_uid = u.uid
    and ${isNear(
      'o',
      asDate(slot('freeFrom', 'integer')),
      sql`${asDate(slot('freeTo', 'integer'))} + coalesce(p.turn_over_days, 0)`,
    )})`

/** Whether a stay from `freeFrom` to `freeTo` meets nothing that is taken: pricing.md §3.2. */
const isFreeThen = sql`case when p.hotel_uid is null
  then not exists (select 1 from units u where u.agency_uid = ${agency} and u.deleted_at is null
    and u.property_uid = any(${stayedIn(ours('p'))}) and ${isTakenThen})
  else exists (select 1 from units u where u.agency_uid = ${agency} and u.deleted_at is null
    and u.property_uid = p.uid and u.is_active and not ${isTakenThen}) end`

/**
 * The leads of each property that hold nights, among them all that take some of the asked ones:
 * none of these begins before the first night that is taken.
 */
const staysSql = sql`(select ${listed([
  ...[sql`a.place`, sql`l.uid`, sql`l.status`, sql`l.unit_uid`, sql`l.type`],
  ...[sql`l.adult_count + l.children_count`, sql`l.check_in_local`, sql`l.check_out_local`],
  sql`case when l.status in ('ON_HOLD', 'PENDING', 'PENDING_APPROVED')
    then (extract(epoch from l.timer_ends_at) * 1000)::bigint end`,
  sql`coalesce(l.created_by_partner_uid = ${partner}, false)`,
  ...[listable(sql`l.channel`), listable(sql`concat_ws(' ', l.first_name, l.last_name)`)],
])}
  from asked a cross join lateral (select l.* from leads l
    where l.agency_uid = ${agency} and l.property_uid = a.uid and ${holdsNights}
      and ${isUnexpired(now)} and l.check_in_local < ${asDate(to)}
      and l.check_in_local >= ${asDate(sql`(select min(day) from unnest(a.taken_starts) day)`)}
    order by l.check_in_local, l.uid offset 0) l)`

/**
 * Which of `leads` have an order, and whether something of it is due. Orders and payments are added
 * up together: a join of them would be planned by what is known of the tables.
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

const jobsSql = sql`(select ${listed([
  ...[sql`a.place`, dayNumber(sql`j.start_local::date`), sql`j.status`],
])}
  from listed a cross join lateral (select j.start_local, j.status from jobs j
    where a.place <= ${limit} and j.agency_uid = ${agency} and j.property_uid = a.uid
      and j.status <> 'CANCELLED'
      and j.start_local >= ${asDate(from)} and j.start_local < ${asDate(to)}
    order by j.start_local, j.uid offset 0) j)`

/** Columns beyond those of every calendar: of a property, and of all. */
const further = {
  columns,
  shared: {
    shown: () => sql`(select string_agg(k.uid::text, ',' order by k.place) from listed k)`,
    // Of the last row, if others follow: its place in the order of all.
    last: () => sql`(select array[${sql.join(place.map(name => sql`k.${sql.ref(name)}::text`))}]
      from listed k where k.place = ${limit}
        and exists (select 1 from listed n where n.place > ${limit}))`,
    seq: () => sql`(select coalesce(max(g.last_seq), 0) from event_logs g
      where g.agency_uid = ${agency})`,
    unbooked: (leads: Sql) => unbookedLeads(sql`l.agency_uid = ${agency}`, leads, now),
    leads: () => staysSql,
    balances: balancesSql,
    unread: (leads: Sql) => sql`(select array_agg(t.lead_uid)::text from threads t
      where t.agency_uid = ${agency} and t.lead_uid = any(${leads} || ${knownLeads})
        and t.agency_read_at is null)`,
    jobs: () => sql`case when ${slot('asksJobs', 'boolean')} then ${jobsSql} end`,
  },
}

/** The columns of the statement, in their order. */
export const multiCalendarNames = factNames({
  ...further,
  columns: { ...columns, personal: sql`` },
})
