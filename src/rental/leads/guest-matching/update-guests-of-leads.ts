import type { EventContext } from '../../../pending-events/record-event.ts'
import { hasGuestDetails, haveSameDetails, isAnotherGuest } from '../guests/guest.ts'
import { listGuestsOfLeads } from '../guests/guests.ts'
import type { LeadChange } from '../lead-history/lead-events.ts'
import { linkLeads, unlinkGuests } from './match-guests.sql.ts'
import { refreshGuests } from './refresh-guests.sql.ts'

/**
 * Updates guests after changes of leads (contract/resources.md §8.2). Links a new lead in one
 * statement; a change without guest details runs none. A lead with another e-mail address, or
 * without one another phone number, moves to another guest. Its present guest is corrected instead
 * if it has no other lead and no other guest has the new address.
 */
export async function updateGuestsOfLeads(ctx: EventContext, changes: LeadChange[]): Promise<void> {
  const relevant = changes.filter(hasNewDetails)
  const agencyUid = relevant[0]?.after?.agency_uid
  if (agencyUid === undefined) return
  const uids = relevant.map(({ after }) => after!.uid)
  const changed = relevant.flatMap(({ before, after }) =>
    before ? [[before, after!] as const] : [],
  )
  const moved = changed.filter(([before, after]) => isAnotherGuest(before, after))
  const formerGuests = await unlinkGuests(
    ctx,
    agencyUid,
    moved.map(([{ uid }]) => uid),
  )
  await linkLeads(ctx, agencyUid, uids)
  if (changed.length === 0) return
  const guests = await listGuestsOfLeads(ctx, agencyUid, uids)
  await refreshGuests(ctx, agencyUid, [...new Set([...formerGuests, ...guests])])
}

function hasNewDetails({ before, after, guest }: LeadChange): boolean {
  if (guest || after === null || after.type === 'BLOCK') return false
  return before === null ? hasGuestDetails(after) : !haveSameDetails(before, after)
}
