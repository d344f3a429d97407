import { transaction } from '../../../platform/db/transaction.ts'
import { eraseGuest } from '../guest-data/erase-guest.ts'
import { type ErasureContext, eraseRelatedRecords } from '../guest-data/erase-related-records.ts'
import { listLeadRecords } from '../guest-data/guest-data.ts'
import { listGuestsWithoutData, listOverdueLeads, markProcessed } from './lead-erasures.ts'

const batchSize = 50

/**
 * Erases personal data of a batch of leads whose stays ended before an instant, and guests without
 * other data (contract/resources.md §8.2).
 *
 * @returns the number of leads; 0 if none are left
 */
export async function eraseOverdueLeads(
  ctx: ErasureContext,
  agencyUid: string,
  before: Date,
): Promise<number> {
  return transaction(ctx, async (ctx: ErasureContext) => {
    const leads = await listOverdueLeads(ctx, agencyUid, before, batchSize)
    if (leads.length === 0) return 0
    const related = await listLeadRecords(ctx, agencyUid, leads)
    const erased = await eraseRelatedRecords(ctx, agencyUid, related)
    // Their guests may be erased only if no other lead is unprocessed.
    await markProcessed(ctx, agencyUid, leads)
    for (const uid of await listGuestsWithoutData(ctx, agencyUid, leads, before)) {
      await eraseGuest(ctx, { agency_uid: agencyUid, uid })
    }
    // Once more, because the erasure of a guest may change the leads.
    await markProcessed(ctx, agencyUid, leads)
    ctx.log.info(
      { agency: agencyUid, leads: leads.length, erased },
      'erased leads past their retention period',
    )
    return leads.length
  })
}
