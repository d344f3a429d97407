import type { Context, WorkContext } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { systemCaller } from '../../access/agencies/caller.ts'
import { lockInventory } from '../../properties/units/lock-inventory.ts'
import { type ExpiringLead, listExpiringUnscoped, lockLeads } from '../leads/leads.ts'
import { expireIfDue } from './lead-transition.ts'

const batchSize = 100

/**
 * Closes every lead whose timer has expired, one transaction each (contract/leads.md §4.3). Skips
 * leads that another process has closed. A lead that fails does not delay the others.
 *
 * @param lookaheadMs period for `hasUpcoming`, in milliseconds
 * @returns number of closed leads, and whether another timer expires within `lookaheadMs`
 */
export async function expireDueLeads(
  work: WorkContext,
  lookaheadMs = 0,
): Promise<{ closed: number; hasUpcoming: boolean }> {
  let closed = 0
  for (;;) {
    const now = work.clock.now()
    const horizon = new Date(now.getTime() + lookaheadMs)
    const expiring = await listExpiringUnscoped(work, horizon, batchSize)
    const due = expiring.filter(({ timer_ends_at }) => timer_ends_at! <= now)
    const closedBefore = closed
    for (const lead of due) if (await expireLead(work, lead)) closed++
    // Leads that cannot be closed remain due: the next batch would be the same again.
    if (due.length < batchSize || closed === closedBefore) {
      return { closed, hasUpcoming: due.length < expiring.length }
    }
  }
}

async function expireLead(
  work: WorkContext,
  { agency_uid, uid, property_uid }: ExpiringLead,
): Promise<boolean> {
  const caller = systemCaller(agency_uid)
  try {
    return await transaction({ ...work, caller }, async (ctx: Context) => {
      if (property_uid !== null) await lockInventory(ctx, agency_uid, [property_uid])
      const [lead] = await lockLeads(ctx, agency_uid, [uid])
      return lead !== undefined && (await expireIfDue(ctx, lead)) !== lead
    })
  } catch (error) {
    const details = { err: error, agency: agency_uid, leadUid: uid }
    work.log.error(details, 'Could not close a lead whose timer expired. It is retried')
    return false
  }
}
