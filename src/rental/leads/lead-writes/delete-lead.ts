import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { leadStates, toLeadState } from '../../prices/occupancies/lead-status.ts'
import { releaseNights } from '../held-nights/lead-nights.ts'
import { lockForAction, type UnlockedLead } from '../lead-actions/lock-for-action.ts'
import { notDeletable } from '../lead-actions/refuse-action.ts'
import { updateLeadWithHistory } from '../lead-history/record-lead-actions.sql.ts'
import type { LeadRow } from '../leads/lead.ts'

/**
 * Soft-deletes a lead and releases its nights (contract/leads.md §3, §4.2). With the main lead of a
 * group booking, deletes all sub-leads that can be deleted.
 *
 * @throws ApiError LEAD_NOT_FOUND, LEAD_NOT_DELETABLE, LEAD_READ_ONLY below 3.3 in a group
 */
export async function deleteLead(
  ctx: Context,
  unlocked: UnlockedLead,
  version: Version,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    // Locks the property, because an external calendar may occupy the released nights.
    const options = { version, includesGroup: true, deletes: true, mayOccupyNights: true }
    const { lead, subs } = await lockForAction(ctx, unlocked, options)
    if (!isDeletable(lead)) throw notDeletable(lead, version)
    for (const member of [lead, ...subs.filter(isDeletable)]) {
      await releaseNights(ctx, 'delete', member)
      await updateLeadWithHistory(
        ctx,
        member,
        { deleted_at: ctx.clock.now() },
        { action: 'delete' },
      )
    }
  })
}

function isDeletable(lead: LeadRow): boolean {
  return leadStates[toLeadState(lead)].isDeletable
}
