import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { toLeadState } from '../../prices/occupancies/lead-status.ts'
import { alterLockedLead } from '../lead-writes/alter-locked-lead.ts'
import type { Alteration } from '../lead-writes/read-alteration.ts'
import { type LeadRow, outcomeOf } from '../leads/lead.ts'
import { subLeadAlteration } from './lead-effects.ts'
import { reallocateNights } from './lead-transition.ts'
import { lockForAction, type UnlockedLead } from './lock-for-action.ts'
import { illegalTransition } from './refuse-action.ts'

/**
 * Alters a lead in one transaction (contract/leads.md §8). New dates of the main lead of a group
 * booking also apply to every sub-lead that can be altered.
 *
 * @throws ApiError LEAD_NOT_FOUND, LEAD_READ_ONLY, ILLEGAL_TRANSITION, and errors of
 *   {@link alterLockedLead}
 */
export async function alterLead(
  ctx: Context,
  unlocked: UnlockedLead,
  alteration: Alteration,
  version: Version,
): Promise<LeadRow> {
  return transaction(ctx, async (ctx: Context) => {
    const subAlteration = subLeadAlteration(alteration)
    const options = { version, mayOccupyNights: true, toPropertyUid: alteration.propertyUid }
    const locked = await lockForAction(ctx, unlocked, {
      ...options,
      includesGroup: subAlteration !== null,
    })
    const { lead, properties, subs } = locked
    if (!isAlterable(lead)) throw illegalTransition(lead, action, version)
    const after = await alterLockedLead(ctx, { lead, properties }, { ...alteration, version })
    for (const sub of subAlteration ? subs.filter(isAlterable) : []) {
      await alterLockedLead(ctx, { lead: sub, properties }, { ...subAlteration!, version })
    }
    await reallocateNights(ctx, action, { before: lead, after }, version)
    return after
  })
}

const action = 'alteration'

function isAlterable(lead: LeadRow): boolean {
  return outcomeOf(toLeadState(lead), action) !== null
}
