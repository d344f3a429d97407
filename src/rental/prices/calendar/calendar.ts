import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { PlanCache, runPrepared, slot } from '../../../platform/db/prepare.ts'
import { rowAs, type Sql } from '../../../platform/graphql/fields.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import {
  knownAgency,
  ofCallerSlot,
  tenantShape,
  tenantValues,
} from '../../access/agencies/tenant.sql.ts'
import { isReachedSlot } from '../../access/partners/reach.sql.ts'
import { effectiveCurrency } from '../../properties/properties/currency.sql.ts'
import { isMaster, periodsOf, ruleColumns, unitsOf } from './availability.sql.ts'
import type { CalendarFacts, Days } from './facts.ts'

/** What of a request's context these queries need. */
export type ContextPart = Pick<Context, 'db' | 'read' | 'caller' | 'clock'>

/** What is asked of properties; see `unitsOf`. */
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

/** Which properties are meant. */
const conditions = {
  named: sql`p.uid = any(${slot('uids', 'uuid[]')})`,
  active: sql`p.agency_uid = ${slot('searched', 'uuid')} and p.is_active
    and p.max_guests >= ${slot('guests', 'integer')} order by p.created_at desc, p.uid desc`,
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
  return rows.map(([facts]) => facts as CalendarFacts)
}

const plans = new PlanCache()

function planFor({ db, caller }: ContextPart, which: keyof typeof conditions, hasLead: boolean) {
  const shape = `${tenantShape(caller)} ${which} ${hasLead}`
  return plans.planOf(db, shape, () => factsSql(caller, conditions[which], hasLead))
}

/** One row per property with one value, JSON with decimals as texts. */
function factsSql(caller: Caller, condition: Sql, hasLead: boolean): Sql {
  const p = rowAs('p', null, knownAgency(caller))
  const days = { from: slot('from', 'integer'), to: slot('to', 'integer') }
  const lead = hasLead ? slot('lead', 'uuid') : undefined
  return sql`select to_json(f) from (
    select ${sql.join(ruleColumns.map(column => sql.ref(column)))},
      p.agency_uid, p.uid, p.hotel_uid, p.daily_rate::text as daily_rate,
      p.weekend_adjustment_rate::text as weekend_adjustment_rate,
      ${effectiveCurrency(p)} as currency, ${isMaster(p)} as is_master,
      ${unitsOf(p, days, slot('now', 'timestamptz'), lead)} as units,
      ${periodsOf(p, days)} as periods
    from properties p
    where ${ofCallerSlot(caller, 'p')} and ${isReachedSlot(caller, 'p')} and p.deleted_at is null
      and ${condition}) f`
}
