import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { PlanCache, runPrepared, slot } from '../../../platform/db/compiled-query.ts'
import { tenantShape, tenantValues } from '../../access/agencies/tenant.sql.ts'
import type { Days } from '../../prices/availability/calendar-inputs.ts'
import { calendarRowReader, readUnbooked } from '../../prices/availability/read-calendar-row.ts'
import {
  compiledPropertyFilters,
  type PropertyFilterValues,
} from '../../properties/property-query/property-filters.sql.ts'
import {
  countSql,
  multiCalendarColumns,
  multiCalendarSql,
  type RowConditions,
} from './multi-calendar.sql.ts'
import type { CalendarProperty, CalendarStay, JobRun } from './multi-calendar.ts'
import { readJobs, readStays } from './read-stays.ts'

/** Filters of the properties of a page. */
export interface RowFilters extends PropertyFilterValues {
  uids?: string[] | undefined
  /** Days [from, to) of a stay for which the property must be available. */
  free?: Days | undefined
}

export type RowSortKey = [string, string, string, string, string]

export interface VisibleProperty extends CalendarProperty {
  /** True if the caller may read guest data of the property. */
  personal: boolean
}

/** Properties of a page. */
export interface Listing {
  /** Uids of all properties of the page, sorted. */
  propertyUids: string[]
  /** Sort key of the last property; null: there are no further pages. */
  last: RowSortKey | null
}

/** Inputs of the calendars, read from one snapshot. */
export interface MultiCalendarInputs extends Listing {
  /** Sequence number of the last event that is included. */
  asOfSeq: number
  /** Properties that were not cached. */
  properties: VisibleProperty[]
  /** Leads that occupy nights around the requested ones, for each of `properties`, by check-in. */
  stays: (CalendarStay[] | undefined)[]
  /** Leads with unread threads, among those of `properties` and `cachedLeads`. */
  unread: string[]
  /** First expiry of a hold on `properties`, in epoch milliseconds; Infinity: none. */
  expiresMs: number
  /** Jobs of each property of the page, if requested. */
  jobs: (JobRun[] | undefined)[]
}

/** Page to read, and the parts of it that are cached. */
interface PageQuery {
  days: Days
  limit: number
  /** Sort key of the last property before the page; null: first page. */
  after: RowSortKey | null
  /** Cached properties, which are not read. */
  cachedUids: string[]
  /** Leads on cached properties whose threads are checked. */
  cachedLeads: string[]
  /** False: jobs are cached. */
  withJobs: boolean
  /** Properties of the page; null: not cached. */
  listing: Listing | null
}

type ContextPart = Pick<Context, 'db' | 'read' | 'caller' | 'clock'>

/** Reads the inputs of a page of calendars of one agency, within the caller's access scope. */
export async function findMultiCalendar(
  ctx: ContextPart,
  agencyUid: string,
  filters: RowFilters,
  { days, limit, after, listing, ...cached }: PageQuery,
): Promise<MultiCalendarInputs> {
  const { conditions, shape, values } = buildConditions(filters, {
    isFurtherPage: after !== null,
  })
  const plan = listing
    ? plans.getPlan(ctx.db, `listed ${tenantShape(ctx.caller)}`, () =>
        multiCalendarSql(ctx.caller, 'cached'),
      )
    : plans.getPlan(ctx.db, `${tenantShape(ctx.caller)} ${shape}`, () =>
        multiCalendarSql(ctx.caller, conditions),
      )
  const sortKey = Object.fromEntries((after ?? []).map((value, i) => [`after_${i}`, value]))
  const page = { ...days, limit, ...sortKey, listing: listing?.propertyUids }
  const slots = { ...tenantSlots(ctx, agencyUid), ...values, ...cached, ...page }
  const rows = await runPrepared(ctx, plan, slots)
  // The first row exists even if all properties are cached.
  const [uids, last, asOfSeq, ...texts] = rows[0]!.slice(sharedStart) as SharedValues
  const [unbooked, leads, balances, unread, jobs] = texts
  const { findLead, expiresMs } = readUnbooked(unbooked)
  const propertyRows = rows.filter(row => row[uidIndex] !== null)
  return {
    asOfSeq,
    ...(listing ?? { propertyUids: uids?.split(',').slice(0, limit) ?? [], last }),
    properties: propertyRows.map(row => readRow(row, findLead) as VisibleProperty),
    stays: readStays(leads, balances),
    unread: unread?.slice(1, -1).split(',') ?? [],
    expiresMs,
    jobs: readJobs(jobs, days.from),
  }
}

type NullableText = string | null

/** Values of the first row that concern all properties. */
type SharedValues = [
  ...[uids: NullableText, last: RowSortKey | null, asOfSeq: number],
  ...[
    unbooked: NullableText,
    leads: NullableText,
    balances: NullableText,
    unread: NullableText,
    jobs: NullableText,
  ],
]

const readRow = calendarRowReader(multiCalendarColumns)
const uidIndex = multiCalendarColumns.indexOf('uid')
const sharedStart = multiCalendarColumns.indexOf('listedUids')

export async function countRows(
  ctx: ContextPart,
  agencyUid: string,
  filters: RowFilters,
): Promise<number> {
  const { conditions, shape, values } = buildConditions(filters, { isFurtherPage: false })
  const plan = plans.getPlan(ctx.db, `count ${tenantShape(ctx.caller)} ${shape}`, () =>
    countSql(ctx.caller, conditions),
  )
  const [row] = await runPrepared(ctx, plan, { ...tenantSlots(ctx, agencyUid), ...values })
  return row![0] as number
}

const plans = new PlanCache()

function tenantSlots({ caller, clock }: ContextPart, agencyUid: string) {
  return { ...tenantValues(caller), agency: agencyUid, now: clock.now() }
}

function buildConditions(
  { uids, free, ...propertyFilters }: RowFilters,
  { isFurtherPage }: { isFurtherPage: boolean },
) {
  const filters = compiledPropertyFilters(propertyFilters)
  const hasUid = uids ? sql`and p.uid = any(${slot('uids', 'uuid[]')})` : sql``
  const conditions: RowConditions = {
    where: sql`${hasUid} ${filters.where('p', slot('agency', 'uuid'))}`,
    isFree: free !== undefined,
    isFurtherPage,
  }
  return {
    conditions,
    shape: `${uids !== undefined} ${filters.shape} ${conditions.isFree} ${isFurtherPage}`,
    values: { ...filters.values, uids, freeFrom: free?.from, freeTo: free?.to },
  }
}
