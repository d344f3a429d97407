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

export interface PlacedFacts extends PropertyFacts {
  /** Whether the caller sees guests' data of the property. */
  personal: boolean
  group_name: string
  group_uid: string
  level: number
  own_name: string
}

/** All that the calendars are made of, of one snapshot. */
export interface MultiCalendarFacts {
  /** The position of the last event whose change they contain. */
  asOfSeq: number
  properties: PlacedFacts[]
  /** The leads that hold nights around the asked ones, of each property, by check-in. */
  stays: (StayFacts[] | undefined)[]
  /** Of each property. */
  jobs: (JobRun[] | undefined)[]
}

type ContextPart = Pick<Context, 'db' | 'read' | 'caller' | 'clock'>

/**
 * What the calendars of properties of an agency within reach are made of, by hotel or master and
 * name; one property more than `limit` if others follow.
 *
 * @param after the place of the property after which the page begins
 */
export async function findMultiCalendar(
  ctx: ContextPart,
  agencyUid: string,
  filters: RowFilters,
  { days, limit, after }: { days: Days; limit: number; after: Place | null },
): Promise<MultiCalendarFacts> {
  const { asked, shape, values } = askedOf(filters, after !== null)
  const plan = plans.planOf(ctx.db, `${tenantShape(ctx.caller)} ${shape}`, () =>
    multiCalendarSql(ctx.caller, asked),
  )
  const places = Object.fromEntries((after ?? []).map((value, i) => [`after_${i}`, value]))
  const given = { ...valuesOf(ctx, agencyUid), ...values, ...places, ...days, limit }
  const rows = await runPrepared(ctx, plan, given)
  const [asOfSeq, ...texts] = rows[0]!.slice(sharedFrom) as [number, ...(string | null)[]]
  const [unbooked, leads, balances, unread, jobs] = texts.map(text => text ?? null)
  const { holderOf } = readUnbooked(unbooked!)
  const found = rows.filter(row => row[uidPlace] !== null)
  return {
    asOfSeq,
    properties: found.map(row => readRow(row, holderOf) as PlacedFacts),
    stays: readStays({ leads: leads!, balances: balances!, unread: unread! }),
    jobs: readJobs(jobs!, days.from),
  }
}

const readRow = factsReader(multiCalendarNames)
const uidPlace = multiCalendarNames.indexOf('uid')
const sharedFrom = multiCalendarNames.indexOf('seq')

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
