import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { alterHeld } from '../lead-writes/alter-held.ts'
import type { Alteration } from '../lead-writes/read-alteration.ts'
import { type LeadRow, outcomeOf, stateOf } from '../leads/lead.ts'
import { handOverNights } from './enter-state.ts'
import { alterationOfSubs } from './lead-effects.ts'
import { type FoundLead, lockForAction } from './lock-for-action.ts'
import { illegalTransition } from './refuse-action.ts'

/**
 * Alters a lead in one transaction; on a refusal nothing changes (contract/leads.md §8). The dates
 * of the main lead of a group booking become those of every sub-lead that can be altered.
 *
 * @throws ApiError LEAD_NOT_FOUND, LEAD_READ_ONLY, ILLEGAL_TRANSITION, and what `alterLocked` does
 */
export async function alterLead(
  ctx: Context,
  found: FoundLead,
  alteration: Alteration,
  version: Version,
): Promise<LeadRow> {
  return transaction(ctx, async (ctx: Context) => {
    const ofSubs = alterationOfSubs(alteration)
    const need = { version, takesNights: true, toPropertyUid: alteration.propertyUid }
    const locked = await lockForAction(ctx, found, { ...need, wholeGroup: ofSubs !== null })
    const { lead, rooms, subs } = locked
    if (!isAlterable(lead)) throw illegalTransition(lead, act, version)
    const after = await alterHeld(ctx, { lead, rooms }, { ...alteration, version })
    for (const sub of ofSubs ? subs.filter(isAlterable) : []) {
      await alterHeld(ctx, { lead: sub, rooms }, { ...ofSubs!, version })
    }
    await handOverNights(ctx, act, { before: lead, after }, version)
    return after
  })
}

const act = 'alteration'

function isAlterable(lead: LeadRow): boolean {
  return outcomeOf(stateOf(lead), act) !== null
}
