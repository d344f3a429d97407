import { transaction } from '../../../platform/db/transaction.ts'
import { type Erasing, eraseBelongings } from '../guest-data/erase-belongings.ts'
import { eraseGuest } from '../guest-data/erase-guest.ts'
import { listBelongingsOfLeads } from '../guest-data/guest-data.ts'
import { listGuestsLeft, listOverdueLeads, markLooked } from './lead-erasures.ts'

const atOnce = 50

/**
 * Erases what some leads of an agency say of their guests, whose stays ended before an instant, and
 * the guests of whom nothing else is kept (contract/resources.md §8.2).
 *
 * @returns how many leads; none: there are no more
 */
export async function eraseOverdueLeads(
  ctx: Erasing,
  agencyUid: string,
  before: Date,
): Promise<number> {
  return transaction(ctx, async (ctx: Erasing) => {
    const leads = await listOverdueLeads(ctx, agencyUid, before, atOnce)
    if (leads.length === 0) return 0
    const belongings = await listBelongingsOfLeads(ctx, agencyUid, leads)
    const erased = await eraseBelongings(ctx, agencyUid, belongings)
    await markLooked(ctx, agencyUid, leads)
    for (const uid of await listGuestsLeft(ctx, agencyUid, leads, before)) {
      await eraseGuest(ctx, { agency_uid: agencyUid, uid })
    }
    await markLooked(ctx, agencyUid, leads)
    ctx.log.info(
      { agency: agencyUid, leads: leads.length, erased },
      'erased leads past their retention period',
    )
    return leads.length
  })
}
