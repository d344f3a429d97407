import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { PlanCache, runPrepared, slot } from '../../../platform/db/prepare.ts'
import { tenantShape, tenantValues } from '../../access/agencies/tenant.sql.ts'
import { factsSql } from './calendar-facts.sql.ts'
import type { CalendarFacts, Days } from './facts.ts'
import { readFacts } from './facts-row.ts'

/** What of a request's context these queries need. */
export type ContextPart = Pick<Context, 'db' | 'read' | 'caller' | 'clock'>

/** What is asked of properties. What `exceptLead` takes is left out. */
export interface Wanted {
  days: Days
  exceptLead?: string | undefined
}

/** What is known of properties within reach, none of them deleted; in no order. */
export async function listFacts(
  ctx: ContextPart,
  uids: string[],
  wanted: Wanted,
): Promise<CalendarFacts[]> {
  return runFacts(ctx, 'named', wanted, { uids })
}

/** The facts of the active properties of an agency that take so many guests, newest first. */
export async function listFactsOfActive(
  ctx: ContextPart,
  agencyUid: string,
  guestsMin: number,
  wanted: Wanted,
): Promise<CalendarFacts[]> {
  return runFacts(ctx, 'active', wanted, { searched: agencyUid, guests: guestsMin })
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
): Promise<CalendarFacts[]> {
  const plan = planFor(ctx, which, exceptLead !== undefined)
  const asked = { ...days, now: ctx.clock.now(), lead: exceptLead }
  const rows = await runPrepared(ctx, plan, { ...tenantValues(ctx.caller), ...asked, ...values })
  return readFacts(rows)
}

const plans = new PlanCache()

function planFor({ db, caller }: ContextPart, which: keyof typeof conditions, hasLead: boolean) {
  const shape = `${tenantShape(caller)} ${which} ${hasLead}`
  const lead = hasLead ? slot('lead', 'uuid') : undefined
  return plans.planOf(db, shape, () => factsSql(caller, conditions[which], lead))
}
