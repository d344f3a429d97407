import { transaction } from '../../../platform/db/transaction.ts'
import { upsertConversation } from '../../inbox/conversations/conversations.ts'
import { moveThreads } from '../../inbox/threads/threads.ts'
import { relinkLeads } from '../../leads/guest-matching/match-guests.sql.ts'
import { refreshGuests } from '../../leads/guest-matching/refresh-guests.sql.ts'
import { insertEmptyGuest, listGuestsOfLeads } from '../../leads/guests/guests.ts'
import { lockLeads } from '../../leads/leads/leads.ts'
import { eraseGuest } from './erase-guest.ts'
import type { ErasureContext } from './erase-related-records.ts'
import { type GuestKey, listEmptyGuests } from './guest-data.ts'

/**
 * Erases a guest again after the restore of a backup, in one transaction. Leads that the backup
 * links to other guests are linked to the erased guest, which is inserted if the backup predates
 * it. The other guests are refreshed, and erased if they have no other data.
 */
export async function eraseAgain(
  ctx: ErasureContext,
  guest: GuestKey,
  leadsElsewhere: string[],
): Promise<void> {
  await transaction(ctx, async (ctx: ErasureContext) => {
    const { agency_uid: agencyUid } = guest
    await insertEmptyGuest(ctx, guest)
    await lockLeads(ctx, agencyUid, leadsElsewhere)
    const formerGuests = await listGuestsOfLeads(ctx, agencyUid, leadsElsewhere)
    await relinkLeads(ctx, guest, leadsElsewhere)
    for (const thread of await moveThreads(ctx, agencyUid, leadsElsewhere)) {
      await upsertConversation(ctx, thread)
    }
    await eraseGuest(ctx, guest)
    await refreshGuests(ctx, agencyUid, formerGuests)
    for (const uid of await listEmptyGuests(ctx, agencyUid, formerGuests)) {
      await eraseGuest(ctx, { agency_uid: agencyUid, uid })
    }
  })
}
