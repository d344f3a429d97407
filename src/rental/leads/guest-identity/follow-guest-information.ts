import type { Telling } from '../../events/events/record-event.ts'
import { namesAnother, tellSame, tellsOfGuest } from '../guests/guest.ts'
import { listGuestsOfLeads } from '../guests/guests.ts'
import type { LeadChange } from '../lead-history/lead-events.ts'
import { bindLeads, leaveGuests } from './guest-identity.sql.ts'
import { refreshGuests } from './refresh-guests.sql.ts'

/**
 * Keeps guests what leads say of them (contract/resources.md §8.2). A new lead is bound in one
 * statement; a change that says the same of the guest costs none. A lead that names another e-mail
 * address, or having none another phone number, is of another guest from then on, unless the
 * present one is known by this lead alone and nobody else by what it says now: then that was
 * corrected.
 */
export async function followGuestInformation(ctx: Telling, changes: LeadChange[]): Promise<void> {
  const told = changes.filter(saysMore)
  const agencyUid = told[0]?.after?.agency_uid
  if (agencyUid === undefined) return
  const uids = told.map(({ after }) => after!.uid)
  const changed = told.flatMap(({ before, after }) => (before ? [[before, after!] as const] : []))
  const moved = changed.filter(([before, after]) => namesAnother(before, after))
  const left = await leaveGuests(
    ctx,
    agencyUid,
    moved.map(([{ uid }]) => uid),
  )
  await bindLeads(ctx, agencyUid, uids)
  if (changed.length === 0) return
  const guests = await listGuestsOfLeads(ctx, agencyUid, uids)
  await refreshGuests(ctx, agencyUid, [...new Set([...left, ...guests])])
}

/** A lead that says something of its guest, or by now something else. */
function saysMore({ before, after, guest }: LeadChange): boolean {
  if (guest || after === null || after.type === 'BLOCK') return false
  return before === null ? tellsOfGuest(after) : !tellSame(before, after)
}
