import { transaction } from '../../../platform/db/transaction.ts'
import { upsertConversation } from '../../inbox/conversations/conversations.ts'
import { moveThreads } from '../../inbox/threads/threads.ts'
import { rebindLeads } from '../../leads/guest-identity/guest-identity.sql.ts'
import { refreshGuests } from '../../leads/guest-identity/refresh-guests.sql.ts'
import { insertEmptyGuest, listGuestsOfLeads } from '../../leads/guests/guests.ts'
import { lockLeads } from '../../leads/leads/leads.ts'
import type { Erasing } from './erase-belongings.ts'
import { eraseGuest } from './erase-guest.ts'
import { type GuestKey, listEmptyGuests } from './guest-data.ts'

/**
 * Erases a guest that a backup still has, in one transaction, with leads that it has with other
 * guests: they become leads of the erased one, which is inserted if the backup is from before it.
 * The other guests no longer contain what these leads told, and are erased if nothing else is left.
 */
export async function eraseAgain(
  ctx: Erasing,
  guest: GuestKey,
  leadsElsewhere: string[],
): Promise<void> {
  await transaction(ctx, async (ctx: Erasing) => {
    const { agency_uid: agencyUid } = guest
    await insertEmptyGuest(ctx, guest)
    await lockLeads(ctx, agencyUid, leadsElsewhere)
    const left = await listGuestsOfLeads(ctx, agencyUid, leadsElsewhere)
    await rebindLeads(ctx, guest, leadsElsewhere)
    for (const thread of await moveThreads(ctx, agencyUid, leadsElsewhere)) {
      await upsertConversation(ctx, thread)
    }
    await eraseGuest(ctx, guest)
    await refreshGuests(ctx, agencyUid, left)
    for (const uid of await listEmptyGuests(ctx, agencyUid, left)) {
      await eraseGuest(ctx, { agency_uid: agencyUid, uid })
    }
  })
}
