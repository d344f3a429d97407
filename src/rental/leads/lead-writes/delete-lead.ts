import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { freeNights } from '../held-nights/lead-nights.ts'
import { type FoundLead, lockForAction } from '../lead-actions/lock-for-action.ts'
import { notDeletable } from '../lead-actions/refuse-action.ts'
import { writeLead } from '../lead-history/lead-acts.sql.ts'
import { type LeadRow, leadStates, stateOf } from '../leads/lead.ts'

/**
 * Deletes a lead softly, its nights are free then (contract/leads.md §3, §4.2). Of a group's main
 * lead the sub-leads that can be deleted go, too.
 *
 * @throws ApiError LEAD_NOT_FOUND, LEAD_NOT_DELETABLE, LEAD_READ_ONLY below 3.3 in a group
 */
export async function deleteLead(ctx: Context, found: FoundLead, version: Version): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    // Nights that it frees an external calendar may claim.
    const need = { version, wholeGroup: true, deletes: true, takesNights: true }
    const { lead, subs } = await lockForAction(ctx, found, need)
    if (!isDeletable(lead)) throw notDeletable(lead, version)
    for (const member of [lead, ...subs.filter(isDeletable)]) {
      await freeNights(ctx, 'delete', member)
      await writeLead(ctx, member, { deleted_at: ctx.clock.now() }, { act: 'delete' })
    }
  })
}

function isDeletable(lead: LeadRow): boolean {
  return leadStates[stateOf(lead)].isDeletable
}
