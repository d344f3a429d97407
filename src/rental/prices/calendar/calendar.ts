import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { PlanCache, runPrepared, slot } from '../../../platform/db/prepare.ts'
import { within } from '../../access/agencies/caller.ts'
import {
  agencySlotOf,
  ofCallerSlot,
  tenantShape,
  tenantValues,
} from '../../access/agencies/tenant.sql.ts'
import { isReachedSlot } from '../../access/partners/reach.sql.ts'
import { listCallersWithin } from '../../properties/properties/property-reads.sql.ts'
import { factNames, factsSql } from '../calendar-facts/calendar-facts.sql.ts'
import type { CalendarFacts, Days } from '../calendar-facts/facts.ts'
import { factsReader, readUnbooked } from '../calendar-facts/facts-row.ts'
import { unbookedLeads } from '../calendar-facts/taken.sql.ts'

/** What of a request's context these queries need. */
export type ContextPart = Pick<Context, 'db' | 'read' | 'caller' | 'clock'>

/** What is asked of properties. What `exceptLead` takes is left out. */
export interface Wanted {
  days: Days
  exceptLead?: string | undefined
}

interface FoundFacts {
  facts: CalendarFacts[]
  /** Infinity: none does. */
  lapsesMs: number
}

/** What is known of properties within reach, none of them deleted; in no order. */
export async function listFacts(
  ctx: ContextPart,
  uids: string[],
  wanted: Wanted,
): Promise<CalendarFacts[]> {
  return (await findCalendars(ctx, uids, wanted)).facts
}

/** The same, and when the first of the holds on their nights lapses, in milliseconds since 1970. */
export async function findCalendars(
  ctx: ContextPart,
  uids: string[],
  wanted: Wanted,
): Promise<FoundFacts> {
  const callers = await listCallersWithin(ctx, uids)
  const found = await Promise.all(callers.map(caller => runNamed({ ...ctx, caller }, uids, wanted)))
  return {
    facts: found.flatMap(({ facts }) => facts),
    lapsesMs: Math.min(...found.map(({ lapsesMs }) => lapsesMs)),
  }
}

function runNamed(ctx: ContextPart, uids: string[], wanted: Wanted): Promise<FoundFacts> {
  const [uid] = uids
  if (uids.length === 1) return runFacts(ctx, 'one', wanted, { uid })
  return runFacts(ctx, 'named', wanted, { uids })
}

/** The facts of the active properties of an agency that take so many guests, newest first. */
export async function listFactsOfActive(
  ctx: ContextPart,
  agencyUid: string,
  guestsMin: number,
  wanted: Wanted,
): Promise<CalendarFacts[]> {
  const values = { searched: agencyUid, guests: guestsMin }
  const caller = within(ctx.caller, agencyUid)
  return (await runFacts({ ...ctx, caller }, 'active', wanted, values)).facts
}

/** Which properties are meant, and in which order. */
const conditions = {
  one: { where: sql`p.uid = ${slot('uid', 'uuid')}`, order: null },
  named: { where: sql`p.uid = any(${slot('uids', 'uuid[]')})`, order: sql`p.uid` },
  active: {
    where: sql`p.agency_uid = ${slot('searched', 'uuid')} and p.is_active
      and p.max_guests >= ${slot('guests', 'integer')}`,
    order: sql`p.created_at desc, p.uid desc`,
  },
}

async function runFacts(
  ctx: ContextPart,
  which: keyof typeof conditions,
  { days, exceptLead }: Wanted,
  values: Record<string, unknown>,
): Promise<FoundFacts> {
  const plan = planFor(ctx, which, exceptLead !== undefined)
  const asked = { ...days, now: ctx.clock.now(), lead: exceptLead }
  const slots = { ...tenantValues(ctx.caller), ...asked, ...values }
  const rows = await runPrepared(ctx, plan, slots)
  const { holderOf, lapsesMs } = readUnbooked((rows[0]?.at(-1) ?? null) as string | null)
  const found = rows.filter(row => row[uidPlace] !== null)
  return { facts: found.map(row => readRow(row, holderOf)), lapsesMs }
}

const names = factNames({ shared: { unbooked: () => sql`` } })
const readRow = factsReader(names)
const uidPlace = names.indexOf('uid')

const plans = new PlanCache()

function planFor({ db, caller }: ContextPart, which: keyof typeof conditions, hasLead: boolean) {
  const shape = `${tenantShape(caller)} ${which} ${hasLead}`
  return plans.planOf(db, shape, () => {
    const { where, order } = conditions[which]
    const now = slot('now', 'timestamptz')
    return factsSql({
      from: sql`properties p`,
      where: sql`${ofCallerSlot(caller, 'p')} and ${isReachedSlot(caller, 'p')}
        and p.deleted_at is null and ${where}`,
      order,
      agencyOf: alias => agencySlotOf(caller, alias),
      exceptLead: hasLead ? slot('lead', 'uuid') : undefined,
      shared: { unbooked: leads => unbookedLeads(ofCallerSlot(caller, 'l'), leads, now) },
    })
  })
}
