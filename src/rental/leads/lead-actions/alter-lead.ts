import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { recordActs } from '../lead-history/lead-acts.sql.ts'
import { type LeadRow, outcomeOf, stateOf } from '../leads/lead.ts'
import { changeOrder } from '../orders/change-order.ts'
import { type Alteration, alterLocked } from './alter-locked.ts'
import { handOverNights } from './enter-state.ts'
import { type FoundLead, lockForAction } from './lock-for-action.ts'
import { illegalTransition } from './refuse-action.ts'

/**
 * Alters a lead in one transaction; on a refusal nothing changes (contract/leads.md §8).
 *
 * @throws ApiError LEAD_NOT_FOUND, LEAD_READ_ONLY, ILLEGAL_TRANSITION, and what `alterLocked` does
 */
export async function alterLead(
  ctx: Context,
  found: FoundLead,
  alteration: Alteration,
  version: Version,
): Promise<LeadRow> {
  const act = 'alteration'
  return transaction(ctx, async (ctx: Context) => {
    const need = { version, takesNights: true, toPropertyUid: alteration.propertyUid }
    const { lead, rooms } = await lockForAction(ctx, found, need)
    if (outcomeOf(stateOf(lead), act) === null) throw illegalTransition(lead, act, version)
    const { after, order } = await alterLocked(ctx, { lead, rooms }, { ...alteration, version })
    if (after !== lead) await recordActs(ctx, [{ before: lead, after, act }])
    if (order !== null) await changeOrder(ctx, order, { before: lead, after })
    await handOverNights(ctx, act, { before: lead, after }, version)
    return after
  })
}
