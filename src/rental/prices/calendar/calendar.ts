import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { PlanCache, runPrepared, slot } from '../../../platform/db/compiled-query.ts'
import { limitToAgency } from '../../access/agencies/caller.ts'
import {
  agencySlotOf,
  inCallerTenantSlot,
  tenantShape,
  tenantValues,
} from '../../access/agencies/tenant.sql.ts'
import { isPropertyAccessibleSlot } from '../../access/partners/access-scope.sql.ts'
import { listCallersWithin } from '../../properties/properties/property-reads.sql.ts'
import { calendarColumns, calendarSql } from '../availability/calendar-inputs.sql.ts'
import type { CalendarInputs, Days } from '../availability/calendar-inputs.ts'
import { unbookedLeads } from '../availability/occupied-ranges.sql.ts'
import { calendarRowReader, readUnbooked } from '../availability/read-calendar-row.ts'

export type ContextPart = Pick<Context, 'db' | 'read' | 'caller' | 'clock'>

/** Days to read. Nights of `exceptLead` are omitted. */
export interface CalendarQuery {
  days: Days
  exceptLead?: string | undefined
}

interface CalendarRows {
  inputs: CalendarInputs[]
  /** First expiry of a hold on their nights, in epoch milliseconds; Infinity: none. */
  expiresMs: number
}

/** Lists the calendar inputs of accessible properties that are not deleted, unsorted. */
export async function listCalendarInputs(
  ctx: ContextPart,
  uids: string[],
  query: CalendarQuery,
): Promise<CalendarInputs[]> {
  return (await findCalendars(ctx, uids, query)).inputs
}

/** Lists calendar inputs, and returns the first expiry of a hold on their nights. */
export async function findCalendars(
  ctx: ContextPart,
  uids: string[],
  query: CalendarQuery,
): Promise<CalendarRows> {
  const callers = await listCallersWithin(ctx, uids)
  const results = await Promise.all(
    callers.map(caller => queryByUids({ ...ctx, caller }, uids, query)),
  )
  return {
    inputs: results.flatMap(({ inputs }) => inputs),
    expiresMs: Math.min(...results.map(({ expiresMs }) => expiresMs)),
  }
}

function queryByUids(
  ctx: ContextPart,
  uids: string[],
  query: CalendarQuery,
): Promise<CalendarRows> {
  const [uid] = uids
  if (uids.length === 1) return runQuery(ctx, 'byUid', query, { uid })
  return runQuery(ctx, 'byUids', query, { uids })
}

/** Lists the inputs of active properties of an agency for a number of guests, newest first. */
export async function listActiveCalendarInputs(
  ctx: ContextPart,
  agencyUid: string,
  guestsMin: number,
  query: CalendarQuery,
): Promise<CalendarInputs[]> {
  const values = { searched: agencyUid, guests: guestsMin }
  const caller = limitToAgency(ctx.caller, agencyUid)
  return (await runQuery({ ...ctx, caller }, 'active', query, values)).inputs
}

/** Condition and order of each query. `byUid` has no order: its statement is faster. */
const conditions = {
  byUid: { where: sql`p.uid = ${slot('uid', 'uuid')}`, order: null },
  byUids: { where: sql`p.uid = any(${slot('uids', 'uuid[]')})`, order: sql`p.uid` },
  active: {
    where: sql`p.agency_uid = ${slot('searched', 'uuid')} and p.is_active
      and p.max_guests >= ${slot('guests', 'integer')}`,
    order: sql`p.created_at desc, p.uid desc`,
  },
}

async function runQuery(
  ctx: ContextPart,
  name: keyof typeof conditions,
  { days, exceptLead }: CalendarQuery,
  values: Record<string, unknown>,
): Promise<CalendarRows> {
  const plan = planFor(ctx, name, exceptLead !== undefined)
  const parameters = { ...days, now: ctx.clock.now(), lead: exceptLead }
  const slots = { ...tenantValues(ctx.caller), ...parameters, ...values }
  const rows = await runPrepared(ctx, plan, slots)
  const { findLead, expiresMs } = readUnbooked((rows[0]?.at(-1) ?? null) as string | null)
  const propertyRows = rows.filter(row => row[uidIndex] !== null)
  return { inputs: propertyRows.map(row => readRow(row, findLead)), expiresMs }
}

// Only the names are used.
const columnNames = calendarColumns({ shared: { unbooked: () => sql`` } })
const readRow = calendarRowReader(columnNames)
const uidIndex = columnNames.indexOf('uid')

const plans = new PlanCache()

function planFor(
  { db, caller }: ContextPart,
  name: keyof typeof conditions,
  hasExceptLead: boolean,
) {
  const shape = `${tenantShape(caller)} ${name} ${hasExceptLead}`
  return plans.getPlan(db, shape, () => {
    const { where, order } = conditions[name]
    const now = slot('now', 'timestamptz')
    return calendarSql({
      from: sql`properties p`,
      where: sql`${inCallerTenantSlot(caller, 'p')} and ${isPropertyAccessibleSlot(caller, 'p')}
        and p.deleted_at is null and ${where}`,
      order,
      agencyColumn: alias => agencySlotOf(caller, alias),
      exceptLead: hasExceptLead ? slot('lead', 'uuid') : undefined,
      shared: { unbooked: leads => unbookedLeads(inCallerTenantSlot(caller, 'l'), leads, now) },
    })
  })
}
