/** Who has taken nights, looked up only where some are taken: mostly those asked for are not. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { PlanCache, runPrepared, slot } from '../../../platform/db/prepare.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { ofCallerSlot, tenantShape, tenantValues } from '../../access/agencies/tenant.sql.ts'
import { isLapsing, isUnexpired } from './availability.sql.ts'
import type { Unit } from './free-units.ts'

/** Nights [from, to) that are a lead's, the last `turnover` ones for turnover. */
type Assigned = [from: number, to: number, turnover: number, leadUid: string]

/** A unit and what of it is whose, as `unitsOf` selects it. */
export type AssignedUnit = [uid: string, isActive: boolean, assigned: Assigned[]]

/**
 * What is taken of units. Holds and requests whose time is over take nothing
 * (contract/pricing.md §3.1), of the others it tells when it is.
 *
 * @param caller of one agency
 */
export async function takenOf(
  ctx: Pick<Context, 'db' | 'read' | 'clock'>,
  caller: Caller,
  units: AssignedUnit[],
): Promise<Unit[]> {
  const uids = units.flatMap(([, , assigned]) => assigned.map(([, , , leadUid]) => leadUid))
  const holders = await findHolders(ctx, caller, [...new Set(uids)])
  return units.map(([uid, isActive, assigned]) => {
    const taken = assigned.flatMap(([from, to, turnover, leadUid]): Unit[2] => {
      const holder = holders.get(leadUid)
      if (!holder) return []
      return [[from, to, turnover, holder.status, holder.source, leadUid, holder.lapsesMs]]
    })
    return [uid, isActive, taken]
  })
}

interface Holder {
  status: string
  source: string
  lapsesMs: number | null
}

const plans = new PlanCache()

async function findHolders(
  ctx: Pick<Context, 'db' | 'read' | 'clock'>,
  caller: Caller,
  leadUids: string[],
): Promise<Map<string, Holder>> {
  if (leadUids.length === 0) return new Map()
  const plan = plans.planOf(ctx.db, tenantShape(caller), () => {
    return sql`select l.uid, l.status, l.source,
        case when ${isLapsing} then floor(extract(epoch from l.timer_ends_at) * 1000)::float8 end
      from leads l
      where ${ofCallerSlot(caller, 'l')} and l.uid = any(${slot('leads', 'uuid[]')})
        and ${isUnexpired(slot('now', 'timestamptz'))}`
  })
  const values = { ...tenantValues(caller), leads: leadUids, now: ctx.clock.now() }
  const rows = (await runPrepared(ctx, plan, values)) as [string, string, string, number | null][]
  return new Map(rows.map(([uid, status, source, lapsesMs]) => [uid, { status, source, lapsesMs }]))
}
