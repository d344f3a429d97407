/** Query of the agenda of a day, from one snapshot: contract/resources.md §11.1. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { type Row, rowAs, type Sql } from '../../../platform/graphql/fields.ts'
import { agencyRow } from '../../access/agencies/tenant.sql.ts'
import { isPropertyAccessible, joinCallerAccess } from '../../access/partners/access-scope.sql.ts'
import { personalDataCondition } from '../../leads/leads/accessible-leads.ts'
import { hasBalanceDue } from '../../leads/leads/lead-search.sql.ts'
import { selectPaidAmount } from '../../leads/payments/paid.sql.ts'
import { isUnexpired } from '../../prices/availability/availability.sql.ts'
import { isUndone, joinLocalTime, type LocalTimes, listLocalTimes } from './job-local-times.sql.ts'

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

/** Lead as JSON of the database. */
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
  /** Only of turnovers: the lead that arrives on the same day, and jobs of the day. */
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

export interface TodayRows {
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

interface TodayContext extends Pick<Context, 'db' | 'caller' | 'clock'> {
  limit: number
}

const l = rowAs('l')

/** Reads an agenda within the caller's access scope: the count and first items of each list. */
export async function findToday(
  ctx: TodayContext,
  agencyUid: string,
  date: string,
): Promise<TodayRows> {
  const agency = sql`${agencyUid}::uuid`
  const leads = (where: Sql, order: Sql, options: Partial<LeadSection> = {}) =>
    leadSection(ctx, agency, { where, order, ...options })
  const isArrival = sql`l.status = 'BOOKED' and ${hasUnit} and ${isOn('check_in_local', date)}`
  const departing = { source: sql`departing` }
  const isInStay = sql`l.check_out_local >= ${date}::date + 1`
  const isRunning = isUnexpired(sql`${ctx.clock.now()}::timestamptz`)
  const isRequest = sql`l.status in ('PENDING', 'PENDING_APPROVED') and ${isRunning}`
  const isHold = sql`l.status = 'ON_HOLD' and ${isRunning}`
  const byTimer = sql`l.timer_ends_at nulls last`
  const localTimes = await listLocalTimes(ctx)
  const statement: RawBuilder<TodayRows> = sql<TodayRows>`
    with ${bookingCtes(agency, date)} select
    (select coalesce(max(g.last_seq), 0) from event_logs g where g.agency_uid = ${agency})
      as as_of_seq,
    ${leads(isArrival, sql`l.check_in_local`)} as arrivals,
    ${leads(sql`true`, sql`l.check_out_local`, departing)} as departures,
    ${leads(isInStay, sql`l.check_out_local`, { source: sql`staying` })} as in_stay,
    ${leads(sql`true`, sql`l.check_out_local`, {
      ...departing,
      columns: turnoverColumns(agency, date),
    })} as turnovers,
    ${leads(isRequest, byTimer)} as requests, ${leads(isHold, byTimer)} as holds,
    ${leads(hasBalanceDue(agencyRow('l', agency)), sql`l.check_in_local`, {
      source: payable,
    })} as due,
    ${unreadThreads(ctx, agency)} as unread, ${lateJobs(ctx, agency, localTimes)} as late_jobs`
  const { rows } = await statement.execute(ctx.db)
  return rows[0]!
}

function isOn(column: string, date: string): Sql {
  return sql`${l(column)} >= ${date}::date and ${l(column)} < ${date}::date + 1`
}

/** Condition that a lead has a unit: the main lead of a group booking at a hotel has none. */
const hasUnit = sql`(l.hotel_uid is null or l.group_role is distinct from 'MAIN')`

/** Columns that conditions and access checks need. */
const scopeColumns = sql`l.agency_uid, l.uid, l.property_uid, l.created_by_partner_uid,
  l.check_in_local, l.check_out_local, null::timestamptz as deleted_at`

/**
 * Returns CTEs of bookings: `departing` check out on the date, `staying` checked in before it and
 * have not left, and `upcoming` check in later but are to be paid in full by the date. Only the
 * leads of `upcoming` within the payment term of their property are read. The order is that of an
 * index: the planner then uses it even without statistics.
 */
function bookingCtes(agency: Sql, date: string): Sql {
  return sql`departing as materialized (
      select ${scopeColumns} from leads l
      where ${isBooking(agency)} and ${hasUnit} and ${isOn('check_out_local', date)}
      order by l.check_out_local),
    staying as materialized (
      select ${scopeColumns},
        l.check_in_local::date - p.full_payment_timing <= ${date}::date as is_payable
      from leads l ${joinProperty(sql`l.property_uid`, agency)}
      where ${isBooking(agency)} and ${hasUnit}
        and l.check_in_local < ${date}::date and l.check_out_local >= ${date}::date),
    upcoming as materialized (
      select l.*, true as is_payable from properties p
      cross join lateral (select ${scopeColumns} from leads l
        where ${isBooking(agency)} and l.property_uid = p.uid
          and l.check_in_local >= ${date}::date
          and l.check_in_local < ${date}::date + p.full_payment_timing + 1
        order by l.check_in_local offset 0) l
      where p.agency_uid = ${agency})`
}

/**
 * Returns a lateral join of a property by its uid. With a plain join and without statistics the
 * planner may read all properties of an agency for each row.
 */
function joinProperty(uid: Sql, agency: Sql): Sql {
  return sql`cross join lateral (select p.* from properties p
    where p.agency_uid = ${agency} and p.uid = ${uid} offset 0) p`
}

function isBooking(agency: Sql): Sql {
  return sql`l.agency_uid = ${agency} and l.deleted_at is null and l.status = 'BOOKED'`
}

/** Bookings that are not over and have to be paid in full by the date. */
const payable = sql`(select * from staying where is_payable union all select * from upcoming)`

interface LeadSection {
  where: Sql
  order: Sql
  /** Rows to select from, with the columns of `scopeColumns`; default: all leads. */
  source?: Sql
  /** Additional columns, preceded by a comma. */
  columns?: Sql
}

function leadSection(
  { caller, limit }: TodayContext,
  agency: Sql,
  { where, order, source, columns = sql`` }: LeadSection,
): Sql {
  const personal = personalDataCondition({ caller }) ?? sql`true`
  return section(sql`select l.uid, l.property_uid, l.unit_uid, l.type, l.status, l.channel,
      l.check_in_local, l.check_out_local, l.timer_ends_at, l.assignee_uid,
      l.adult_count, l.children_count,
      f.personal, case when f.personal then l.first_name end as first_name,
      case when f.personal then l.last_name end as last_name, f.n,
      o.total_amount, o.currency, ${selectPaidAmount(agencyRow('o', agency))} as paid ${columns}
    from (select l.uid, ${personal} as personal, count(*) over () as n
      from ${source ?? sql`leads`} l ${joinCallerAccess(caller, 'l', agency)}
      where l.agency_uid = ${agency} and l.deleted_at is null and ${where}
      order by ${order}, l.uid limit ${limit}) f
    join leads l on l.agency_uid = ${agency} and l.uid = f.uid
    left join orders o on o.agency_uid = ${agency} and o.lead_uid = l.uid
    order by ${order}, l.uid`)
}

/** Returns an aggregate of rows as JSON: their total count, in the column `n`, and the items. */
function section(rows: Sql): Sql {
  return sql`(select json_build_object('count', coalesce(max(x.n), 0),
    'items', coalesce(json_agg(x), '[]')) from (${rows}) x)`
}

function turnoverColumns(agency: Sql, date: string): Sql {
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

/** Selects unread threads with their lead or guest, last updated first. */
function unreadThreads({ caller, limit }: TodayContext, agency: Sql): Sql {
  const personal = personalDataCondition({ caller }) ?? sql`true`
  const joinAccess =
    caller.kind === 'partner'
      ? sql`join leads l on l.agency_uid = ${agency} and l.uid = t.lead_uid
          ${joinCallerAccess(caller, 'l', agency)}`
      : sql``
  return section(sql`select f.uid, f.lead_uid, f.updated_at, f.n, f.personal, l.property_uid,
      l.unit_uid, case when f.personal then coalesce(l.first_name, g.first_name) end as first_name,
      case when f.personal then coalesce(l.last_name, g.last_name) end as last_name
    from (select t.uid, t.lead_uid, t.guest_uid, t.updated_at, ${personal} as personal,
        count(*) over () as n
      from threads t ${joinAccess} where t.agency_uid = ${agency} and t.agency_read_at is null
      order by t.updated_at desc, t.uid desc limit ${limit}) f
    left join leads l on l.agency_uid = ${agency} and l.uid = f.lead_uid
    left join guests g on g.agency_uid = ${agency} and g.uid = f.guest_uid and f.lead_uid is null
    order by f.updated_at desc, f.uid desc`)
}

/** Selects jobs that are late in local time of their property, oldest first. */
function lateJobs({ caller, limit }: TodayContext, agency: Sql, localTimes: LocalTimes): Sql {
  // The latest local time bounds the jobs to read; `c.local_time` is that of their property.
  return section(sql`select j.uid, j.property_uid, j.unit_uid, j.lead_uid, j.service_provider_uid,
      j.status, j.start_local, j.end_local, count(*) over () as n
    from jobs j ${joinProperty(sql`j.property_uid`, agency)} ${joinLocalTime(localTimes)}
    where j.agency_uid = ${agency} and p.deleted_at is null and ${isPropertyAccessible(caller, 'p')}
      and ${isUndone} and j.end_local < ${localTimes.times.at(-1) ?? null}::timestamp
      and j.end_local < c.local_time
    order by j.end_local, j.uid limit ${limit}`)
}
