import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { lockForAction } from '../lead-actions/lock-for-action.ts'
import { updateLeadWithHistory } from '../lead-history/record-lead-actions.sql.ts'
import type { AccessibleLead } from '../leads/leads.ts'
import { type ExtraGuest, listExtraGuests, replaceExtraGuests } from './extra-guests.ts'

/**
 * Replaces the extra guests of a lead and updates the lead; unchanged extra guests are not written
 * (contract/resources.md §8.3). Ignores the input of a caller without access to personal data.
 *
 * @throws ApiError LEAD_NOT_FOUND, LEAD_READ_ONLY
 */
export async function changeExtraGuests(
  ctx: Context,
  unlocked: AccessibleLead,
  guests: ExtraGuest[],
  version: Version,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const { lead } = await lockForAction(ctx, unlocked, { version })
    if (!unlocked.personal) return
    if (isDeepStrictEqual(await listExtraGuests(ctx, lead), guests)) return
    await replaceExtraGuests(ctx, lead, guests)
    await updateLeadWithHistory(ctx, lead, {}, { action: 'extra-guests' })
  })
}
