import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { lockForAction } from '../lead-actions/lock-for-action.ts'
import { writeLead } from '../lead-history/lead-acts.sql.ts'
import type { ReachedLead } from '../leads/leads.ts'
import { type ExtraGuest, listExtraGuests, replaceExtraGuests } from './extra-guests.ts'

/**
 * Replaces the extra guests of a lead, which changes with them; the same again changes nothing
 * (contract/resources.md §8.3). What a caller tells who may not see personal data is ignored.
 *
 * @throws ApiError LEAD_NOT_FOUND, LEAD_READ_ONLY
 */
export async function changeExtraGuests(
  ctx: Context,
  reached: ReachedLead,
  guests: ExtraGuest[],
  version: Version,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const { lead } = await lockForAction(ctx, reached, { version })
    if (!reached.personal) return
    if (isDeepStrictEqual(await listExtraGuests(ctx, lead), guests)) return
    await replaceExtraGuests(ctx, lead, guests)
    await writeLead(ctx, lead, {}, { act: 'extra-guests' })
  })
}
