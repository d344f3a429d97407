import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { PlanCache, runPrepared, slot } from '../../../platform/db/prepare.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { ofCallerSlot, tenantShape, tenantValues } from '../../access/agencies/tenant.sql.ts'
import { isReachedSlot } from '../../access/partners/reach.sql.ts'
import { factNames, factsSql } from './calendar-facts.sql.ts'
import type { CalendarFacts, Days } from './facts.ts'
import { factsReader, readUnbooked } from './facts-row.ts'
import { unbookedLeads } from './taken.sql.ts'

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
  return (await runFacts(ctx, 'named', wanted, { uids })).facts
}

/** The same, and when the first of the holds on their nights lapses, in milliseconds since 1970. */
export async function findCalendars(
  ctx: ContextPart,
  uids: string[],
  wanted: Wanted,
): Promise<FoundFacts> {
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
  return (await runFacts(ctx, 'active', wanted, values)).facts
}

/** Which properties are meant, and in which order. */
const conditions = {
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
  const rows = await runPrepared(ctx, plan, { ...tenantValues(ctx.caller), ...asked, ...values })
  const { holderOf, lapsesMs } = readUnbooked(rows[0]!.at(-1) as string | null)
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
      agencyOf: alias => agencySlot(caller, alias),
      exceptLead: hasLead ? slot('lead', 'uuid') : undefined,
      shared: { unbooked: leads => unbookedLeads(ofCallerSlot(caller, 'l'), leads, now) },
    })
  })
}

/** The agency as a value, where the caller has but one. */
function agencySlot(caller: Caller, alias: string): Sql {
  if (caller.agencyUids.length === 1) return slot('agency', 'uuid')
  return sql.ref(`${alias}.agency_uid`)
}
