/** What a day asks of an agency, of one snapshot: contract/resources.md §11.1. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { type Row, rowAs, type Sql } from '../../../platform/graphql/fields.ts'
import { rowOfAgency } from '../../access/agencies/tenant.sql.ts'
import { isReached, joinReachOf } from '../../access/partners/reach.sql.ts'
import { isDueOf } from '../../leads/leads/lead-search.sql.ts'
import { personalOf } from '../../leads/leads/reached-leads.ts'
import { paidOf } from '../../leads/payments/paid.sql.ts'
import { isUnexpired } from '../../prices/calendar-facts/availability.sql.ts'
import { type Clocks, clocksOf, isUndone, joinClock } from './job-clocks.sql.ts'

export interface TodayJob {
  uid: string
  property_uid: string
  unit_uid: string | null
  lead_uid: string | null
  service_provider_uid: string | null
  status: string
  start_local: string
  end_local: string
}

/** A lead as the database makes JSON of it. */
export interface TodayLead {
  uid: string
  property_uid: string | null
  unit_uid: string | null
  type: string
  status: string
  channel: string
  check_in_local: string
  check_out_local: string
  timer_ends_at: string | null
  assignee_uid: string | null
  adult_count: number
  children_count: number
  personal: boolean
  first_name: string | null
  last_name: string | null
  total_amount: number | null
  paid: number | null
  currency: string | null
  /** Of a departure: who arrives on the same day, and the jobs of the day. */
  next_lead_uid?: string | null
  jobs?: TodayJob[]
}

export interface TodayThread {
  uid: string
  lead_uid: string | null
  updated_at: string
  property_uid: string | null
  unit_uid: string | null
  personal: boolean
  first_name: string | null
  last_name: string | null
}

interface Section<Item> {
  count: number
  items: Item[]
}

export interface TodayFacts {
  as_of_seq: number
  arrivals: Section<TodayLead>
  departures: Section<TodayLead>
  in_stay: Section<TodayLead>
  turnovers: Section<TodayLead>
  requests: Section<TodayLead>
  holds: Section<TodayLead>
  due: Section<TodayLead>
  unread: Section<TodayThread>
  late_jobs: Section<TodayJob>
}

interface Asking extends Pick<Context, 'db' | 'caller' | 'clock'> {
  /** How many of each list are shown. */
  limit: number
}

const l = rowAs('l')

/** What of the caller's reach a date asks for: how many of each, and the first of them. */
export async function findToday(ctx: Asking, agencyUid: string, date: string): Promise<TodayFacts> {
  const agency = sql`${agencyUid}::uuid`
  const leads = (where: Sql, order: Sql, more: Partial<LeadSection> = {}) =>
    leadSection(ctx, agency, { where, order, ...more })
  const arrives = sql`l.status = 'BOOKED' and ${hasRoom} and ${isOn('check_in_local', date)}`
  const departs = { among: sql`leaving` }
  const stays = sql`l.check_out_local >= ${date}::date + 1`
  const runs = isUnexpired(sql`${ctx.clock.now()}::timestamptz`)
  const asks = sql`l.status in ('PENDING', 'PENDING_APPROVED') and ${runs}`
  const holds = sql`l.status = 'ON_HOLD' and ${runs}`
  const byTimer = sql`l.timer_ends_at nulls last`
  const clocks = await clocksOf(ctx)
  const statement: RawBuilder<TodayFacts> = sql<TodayFacts>`
    with ${leavingThereAndSoon(agency, date)} select
    (select coalesce(max(g.last_seq), 0) from event_logs g where g.agency_uid = ${agency})
      as as_of_seq,
    ${leads(arrives, sql`l.check_in_local`)} as arrivals,
    ${leads(sql`true`, sql`l.check_out_local`, departs)} as departures,
    ${leads(stays, sql`l.check_out_local`, { among: sql`there` })} as in_stay,
    ${leads(sql`true`, sql`l.check_out_local`, { ...departs, columns: turnover(agency, date) })}
      as turnovers,
    ${leads(asks, byTimer)} as requests, ${leads(holds, byTimer)} as holds,
    ${leads(isDueOf(rowOfAgency('l', agency)), sql`l.check_in_local`, { among: payable })} as due,
    ${unreadThreads(ctx, agency)} as unread, ${lateJobs(ctx, agency, clocks)} as late_jobs`
  const { rows } = await statement.execute(ctx.db)
  return rows[0]!
}

function isOn(column: string, date: string): Sql {
  return sql`${l(column)} >= ${date}::date and ${l(column)} < ${date}::date + 1`
}

/** Whether a lead has a room, which the main lead of a group booking at a hotel has not. */
const hasRoom = sql`(l.hotel_uid is null or l.group_role is distinct from 'MAIN')`

/** What of a lead says where it belongs. */
const soughtColumns = sql`l.agency_uid, l.uid, l.property_uid, l.created_by_partner_uid,
  l.check_in_local, l.check_out_local, null::timestamptz as deleted_at`

/**
 * Who goes on a date, `leaving`; who came before it and is not gone, `there`; and who comes so soon
 * after that all is to be paid by then, `soon`: house by house, so that those who come later are
 * not looked at. Their order is that of an index, which a planner then takes that knows nothing of
 * the table yet.
 */
function leavingThereAndSoon(agency: Sql, date: string): Sql {
  return sql`leaving as materialized (
      select ${soughtColumns} from leads l
      where ${isBooking(agency)} and ${hasRoom} and ${isOn('check_out_local', date)}
      order by l.check_out_local),
    there as materialized (
      select ${soughtColumns},
        l.check_in_local::date - p.full_payment_timing <= ${date}::date as is_asked
      from leads l ${placeOf(sql`l.property_uid`, agency)}
      where ${isBooking(agency)} and ${hasRoom}
        and l.check_in_local < ${date}::date and l.check_out_local >= ${date}::date),
    soon as materialized (
      select l.*, true as is_asked from properties p
      cross join lateral (select ${soughtColumns} from leads l
        where ${isBooking(agency)} and l.property_uid = p.uid
          and l.check_in_local >= ${date}::date
          and l.check_in_local < ${date}::date + p.full_payment_timing + 1
        order by l.check_in_local offset 0) l
      where p.agency_uid = ${agency})`
}

/**
 * Joins a property by its uid, whatever the planner knows of the tables: else it may read all of an
 * agency for each row.
 */
function placeOf(uid: Sql, agency: Sql): Sql {
  return sql`cross join lateral (select p.* from properties p
    where p.agency_uid = ${agency} and p.uid = ${uid} offset 0) p`
}

function isBooking(agency: Sql): Sql {
  return sql`l.agency_uid = ${agency} and l.deleted_at is null and l.status = 'BOOKED'`
}

/** The bookings that are not over and have to be paid in full by the date. */
const payable = sql`(select * from there where is_asked union all select * from soon)`

interface LeadSection {
  where: Sql
  order: Sql
  /** Where they are looked for, with {@link soughtColumns}; else among all leads. */
  among?: Sql
  /** What is told of each besides. */
  columns?: Sql
}

function leadSection(
  { caller, limit }: Asking,
  agency: Sql,
  { where, order, among, columns = sql`` }: LeadSection,
): Sql {
  const personal = personalOf({ caller }) ?? sql`true`
  return section(sql`select l.uid, l.property_uid, l.unit_uid, l.type, l.status, l.channel,
      l.check_in_local, l.check_out_local, l.timer_ends_at, l.assignee_uid,
      l.adult_count, l.children_count,
      f.personal, case when f.personal then l.first_name end as first_name,
      case when f.personal then l.last_name end as last_name, f.n,
      o.total_amount, o.currency, ${paidOf(rowOfAgency('o', agency))} as paid ${columns}
    from (select l.uid, ${personal} as personal, count(*) over () as n
      from ${among ?? sql`leads`} l ${joinReachOf(caller, 'l', agency)}
      where l.agency_uid = ${agency} and l.deleted_at is null and ${where}
      order by ${order}, l.uid limit ${limit}) f
    join leads l on l.agency_uid = ${agency} and l.uid = f.uid
    left join orders o on o.agency_uid = ${agency} and o.lead_uid = l.uid
    order by ${order}, l.uid`)
}

/** The count that every row has as `n`, and the rows. */
function section(rows: Sql): Sql {
  return sql`(select json_build_object('count', coalesce(max(x.n), 0),
    'items', coalesce(json_agg(x), '[]')) from (${rows}) x)`
}

function turnover(agency: Sql, date: string): Sql {
  return sql`, (select n.uid from leads n where n.agency_uid = ${agency}
      and n.deleted_at is null and n.status = 'BOOKED' and n.property_uid = l.property_uid
      and n.unit_uid is not distinct from l.unit_uid and n.check_in_local >= ${date}::date
      and n.check_in_local < ${date}::date + 1 order by n.check_in_local, n.uid limit 1)
      as next_lead_uid,
    (select coalesce(json_agg(${jobColumns(rowAs('j'))} order by j.start_local, j.uid), '[]')
      from jobs j where j.agency_uid = ${agency} and j.property_uid = l.property_uid
      and (j.unit_uid is null or l.unit_uid is null or j.unit_uid = l.unit_uid)
      and j.status <> 'CANCELLED' and j.start_local >= ${date}::date
      and j.start_local < ${date}::date + 1) as jobs`
}

function jobColumns(job: Row): Sql {
  const columns = ['uid', 'property_uid', 'unit_uid', 'lead_uid', 'service_provider_uid', 'status']
  const times = ['start_local', 'end_local']
  const pairs = [...columns, ...times].map(name => sql`${sql.lit(name)}, ${job(name)}`)
  return sql`json_build_object(${sql.join(pairs)})`
}

/** Threads with what the agency has not read, the last written to first, and whose they are. */
function unreadThreads({ caller, limit }: Asking, agency: Sql): Sql {
  const personal = personalOf({ caller }) ?? sql`true`
  const reach =
    caller.kind === 'partner'
      ? sql`join leads l on l.agency_uid = ${agency} and l.uid = t.lead_uid
          ${joinReachOf(caller, 'l', agency)}`
      : sql``
  return section(sql`select f.uid, f.lead_uid, f.updated_at, f.n, f.personal, l.property_uid,
      l.unit_uid, case when f.personal then coalesce(l.first_name, g.first_name) end as first_name,
      case when f.personal then coalesce(l.last_name, g.last_name) end as last_name
    from (select t.uid, t.lead_uid, t.guest_uid, t.updated_at, ${personal} as personal,
        count(*) over () as n
      from threads t ${reach} where t.agency_uid = ${agency} and t.agency_read_at is null
      order by t.updated_at desc, t.uid desc limit ${limit}) f
    left join leads l on l.agency_uid = ${agency} and l.uid = f.lead_uid
    left join guests g on g.agency_uid = ${agency} and g.uid = f.guest_uid and f.lead_uid is null
    order by f.updated_at desc, f.uid desc`)
}

/** Jobs that should be done by now where their property is, the oldest first. */
function lateJobs({ caller, limit }: Asking, agency: Sql, clocks: Clocks): Sql {
  return section(sql`select j.uid, j.property_uid, j.unit_uid, j.lead_uid, j.service_provider_uid,
      j.status, j.start_local, j.end_local, count(*) over () as n
    from jobs j ${placeOf(sql`j.property_uid`, agency)} ${joinClock(clocks)}
    where j.agency_uid = ${agency} and p.deleted_at is null and ${isReached(caller, 'p')}
      and ${isUndone} and j.end_local < ${clocks.times.at(-1) ?? null}::timestamp
      and j.end_local < c.shows
    order by j.end_local, j.uid limit ${limit}`)
}
