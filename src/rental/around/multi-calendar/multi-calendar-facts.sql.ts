import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { PlanCache, runPrepared, slot } from '../../../platform/db/prepare.ts'
import { tenantShape, tenantValues } from '../../access/agencies/tenant.sql.ts'
import type { Days } from '../../prices/calendar-facts/facts.ts'
import { factsReader, readUnbooked } from '../../prices/calendar-facts/facts-row.ts'
import {
  type PropertyFilterValues,
  propertyFilterSlots,
} from '../../properties/property-query/property-filters.sql.ts'
import { type Asked, countSql, multiCalendarNames, multiCalendarSql } from './multi-calendar.sql.ts'
import type { JobRun, PropertyFacts, StayFacts } from './multi-calendar.ts'
import { readJobs, readStays } from './read-stays.ts'

/** Which properties are asked for. */
export interface RowFilters extends PropertyFilterValues {
  /** Only these. */
  uids?: string[] | undefined
  /** Days [from, to) of a stay for which they must be free. */
  free?: Days | undefined
}

/** The values by which a property stands in the order of rows. */
export type Place = [string, string, string, string, string]

export interface ShownFacts extends PropertyFacts {
  /** Whether the caller sees guests' data of the property. */
  personal: boolean
}

/** Which properties a page shows. */
export interface Listing {
  /** The uids of all of them, in their order. */
  shown: string[]
  /** The place of the last of them; null: no others follow. */
  last: Place | null
}

/** All that the calendars are made of, of one snapshot. */
export interface MultiCalendarFacts extends Listing {
  /** The position of the last event whose change they contain. */
  asOfSeq: number
  /** Those of them that were not known. */
  properties: ShownFacts[]
  /** The leads that hold nights around the asked ones, of each of these, by check-in. */
  stays: (StayFacts[] | undefined)[]
  /** Leads that wait to be read, among those of which it was asked. */
  unread: string[]
  /** When the first hold on those that were not known lapses, in milliseconds since 1970. */
  lapsesMs: number
  /** Of each property of the page, if they were asked. */
  jobs: (JobRun[] | undefined)[]
}

/** What is asked of the properties that filters leave. */
interface Wanted {
  days: Days
  limit: number
  /** The place of the property after which the page begins. */
  after: Place | null
  /** The properties of which all is known already. */
  knownUids: string[]
  /** The leads on them of which is asked whether they wait to be read. */
  knownLeads: string[]
  asksJobs: boolean
  /** What the page shows, where that is known; null: it is asked. */
  listing: Listing | null
}

type ContextPart = Pick<Context, 'db' | 'read' | 'caller' | 'clock'>

/**
 * What the calendars of properties of an agency within reach are made of, by hotel or master and
 * name.
 */
export async function findMultiCalendar(
  ctx: ContextPart,
  agencyUid: string,
  filters: RowFilters,
  { days, limit, after, listing, ...beside }: Wanted,
): Promise<MultiCalendarFacts> {
  const { asked, shape, values } = askedOf(filters, after !== null)
  const plan = listing
    ? plans.planOf(ctx.db, `listed ${tenantShape(ctx.caller)}`, () =>
        multiCalendarSql(ctx.caller, 'listing'),
      )
    : plans.planOf(ctx.db, `${tenantShape(ctx.caller)} ${shape}`, () =>
        multiCalendarSql(ctx.caller, asked),
      )
  const places = Object.fromEntries((after ?? []).map((value, i) => [`after_${i}`, value]))
  const page = { ...days, limit, ...places, listing: listing?.shown }
  const given = { ...valuesOf(ctx, agencyUid), ...values, ...beside, ...page }
  const rows = await runPrepared(ctx, plan, given)
  const [shown, last, asOfSeq, ...texts] = rows[0]!.slice(sharedFrom) as Shared
  const [unbooked, leads, balances, unread, jobs] = texts
  const { holderOf, lapsesMs } = readUnbooked(unbooked)
  const found = rows.filter(row => row[uidPlace] !== null)
  return {
    asOfSeq,
    ...(listing ?? { shown: shown?.split(',').slice(0, limit) ?? [], last }),
    properties: found.map(row => readRow(row, holderOf) as ShownFacts),
    stays: readStays(leads, balances),
    unread: unread?.slice(1, -1).split(',') ?? [],
    lapsesMs,
    jobs: readJobs(jobs, days.from),
  }
}

type Text = string | null

/** What stands in the first row for all. */
type Shared = [
  ...[shown: Text, last: Place | null, asOfSeq: number],
  ...[unbooked: Text, leads: Text, balances: Text, unread: Text, jobs: Text],
]

const readRow = factsReader(multiCalendarNames)
const uidPlace = multiCalendarNames.indexOf('uid')
const sharedFrom = multiCalendarNames.indexOf('shown')

/** How many properties the filters leave. */
export async function countRows(
  ctx: ContextPart,
  agencyUid: string,
  filters: RowFilters,
): Promise<number> {
  const { asked, shape, values } = askedOf(filters, false)
  const plan = plans.planOf(ctx.db, `count ${tenantShape(ctx.caller)} ${shape}`, () =>
    countSql(ctx.caller, asked),
  )
  const [row] = await runPrepared(ctx, plan, { ...valuesOf(ctx, agencyUid), ...values })
  return row![0] as number
}

const plans = new PlanCache()

function valuesOf({ caller, clock }: ContextPart, agencyUid: string) {
  return { ...tenantValues(caller), agency: agencyUid, now: clock.now() }
}

function askedOf({ uids, free, ...rest }: RowFilters, isFurtherPage: boolean) {
  const filters = propertyFilterSlots(rest)
  const named = uids ? sql`and p.uid = any(${slot('uids', 'uuid[]')})` : sql``
  const asked: Asked = {
    where: sql`${named} ${filters.where('p', slot('agency', 'uuid'))}`,
    isFree: free !== undefined,
    isFurtherPage,
  }
  return {
    asked,
    shape: `${uids !== undefined} ${filters.shape} ${asked.isFree} ${isFurtherPage}`,
    values: { ...filters.values, uids, freeFrom: free?.from, freeTo: free?.to },
  }
}
