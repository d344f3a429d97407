import type { Context } from '../../../context.ts'
import { differing } from '../../../platform/db/differing.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { type FoundLead, lockForAction } from '../lead-actions/lock-for-action.ts'
import { writeLead } from '../lead-history/lead-acts.sql.ts'
import type { LeadRow } from '../leads/lead.ts'
import { passportOf } from '../leads/sealed-passport.ts'
import { updateOrderTime } from '../orders/orders.ts'

/**
 * Writes what a lead tells of itself and of its guest, never its state, stay or price
 * (contract/leads.md §8). What does not differ is not written, guest columns of a block neither.
 *
 * @throws ApiError LEAD_NOT_FOUND, LEAD_READ_ONLY
 */
export async function changeLead(
  ctx: Context,
  found: FoundLead,
  { columns, guest }: { columns: Partial<LeadRow>; guest: Partial<LeadRow> },
  version: Version,
): Promise<LeadRow> {
  return transaction(ctx, async (ctx: Context) => {
    const { lead } = await lockForAction(ctx, found, { version })
    const told = lead.type === 'BLOCK' ? columns : { ...columns, ...guest }
    const changes = differing({ ...lead, passport_id: passportOf(ctx, lead) }, told)
    if (Object.keys(changes).length === 0) return lead
    const after = await writeLead(ctx, lead, changes, { act: 'patch' })
    if ('external_booking_id' in changes) await updateOrderTime(ctx, after)
    return after
  })
}
