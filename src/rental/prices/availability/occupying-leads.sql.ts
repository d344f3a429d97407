/** Leads that occupy nights, queried only if nights are occupied: requested ones rarely are. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { PlanCache, runPrepared, slot } from '../../../platform/db/compiled-query.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { inCallerTenantSlot, tenantShape, tenantValues } from '../../access/agencies/tenant.sql.ts'
import { isTemporary, isUnexpired } from './availability.sql.ts'
import type { Unit } from './free-units.ts'

/** Nights [from, to) of a lead, the last `turnover` ones for turnover. */
type LeadNights = [from: number, to: number, turnover: number, leadUid: string]

/** Unit with the nights of leads, as `selectUnits` selects it. */
export type AssignedUnit = [uid: string, isActive: boolean, assigned: LeadNights[]]

/**
 * Returns the occupied nights of units. Expired holds and requests occupy none
 * (contract/pricing.md §3.1); others are returned with their expiry.
 *
 * @param caller caller within one agency
 */
export async function listOccupied(
  ctx: Pick<Context, 'db' | 'read' | 'clock'>,
  caller: Caller,
  units: AssignedUnit[],
): Promise<Unit[]> {
  const uids = units.flatMap(([, , assigned]) => assigned.map(([, , , leadUid]) => leadUid))
  const leads = await findOccupyingLeads(ctx, caller, [...new Set(uids)])
  return units.map(([uid, isActive, assigned]) => {
    const occupied = assigned.flatMap(([from, to, turnover, leadUid]): Unit[2] => {
      const lead = leads.get(leadUid)
      if (!lead) return []
      return [[from, to, turnover, lead.status, lead.source, leadUid, lead.expiresMs]]
    })
    return [uid, isActive, occupied]
  })
}

interface OccupyingLead {
  status: string
  source: string
  expiresMs: number | null
}

const plans = new PlanCache()

async function findOccupyingLeads(
  ctx: Pick<Context, 'db' | 'read' | 'clock'>,
  caller: Caller,
  leadUids: string[],
): Promise<Map<string, OccupyingLead>> {
  if (leadUids.length === 0) return new Map()
  const plan = plans.getPlan(ctx.db, tenantShape(caller), () => {
    return sql`select l.uid, l.status, l.source,
        case when ${isTemporary} then floor(extract(epoch from l.timer_ends_at) * 1000)::float8 end
      from leads l
      where ${inCallerTenantSlot(caller, 'l')} and l.uid = any(${slot('leads', 'uuid[]')})
        and ${isUnexpired(slot('now', 'timestamptz'))}`
  })
  const values = { ...tenantValues(caller), leads: leadUids, now: ctx.clock.now() }
  const rows = (await runPrepared(ctx, plan, values)) as [string, string, string, number | null][]
  return new Map(
    rows.map(([uid, status, source, expiresMs]) => [uid, { status, source, expiresMs }]),
  )
}
