import type { Context } from '../../../context.ts'
import { diffColumns } from '../../../platform/db/dirty-columns.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { lockForAction, type UnlockedLead } from '../lead-actions/lock-for-action.ts'
import { updateLeadWithHistory } from '../lead-history/record-lead-actions.sql.ts'
import type { LeadRow } from '../leads/lead.ts'
import { decryptPassport } from '../leads/passport-encryption.ts'
import { updateOrderTime } from '../orders/orders.ts'

/**
 * Updates descriptive columns of a lead and its guest, never state, stay or price
 * (contract/leads.md §8). Writes only columns that differ, and no guest columns of a block.
 *
 * @throws ApiError LEAD_NOT_FOUND, LEAD_READ_ONLY
 */
export async function changeLead(
  ctx: Context,
  unlocked: UnlockedLead,
  { columns, guest }: { columns: Partial<LeadRow>; guest: Partial<LeadRow> },
  version: Version,
): Promise<LeadRow> {
  return transaction(ctx, async (ctx: Context) => {
    const { lead } = await lockForAction(ctx, unlocked, { version })
    const input = lead.type === 'BLOCK' ? columns : { ...columns, ...guest }
    const changes = diffColumns({ ...lead, passport_id: decryptPassport(ctx, lead) }, input)
    if (Object.keys(changes).length === 0) return lead
    const after = await updateLeadWithHistory(ctx, lead, changes, { action: 'patch' })
    if ('external_booking_id' in changes) await updateOrderTime(ctx, after)
    return after
  })
}
