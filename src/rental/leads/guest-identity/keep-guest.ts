import type { Context } from '../../../context.ts'
import { findGuestOfLead } from '../guests/guests.ts'
import { lockLeads } from '../leads/leads.ts'
import { bindLeads } from './guest-identity.sql.ts'

/**
 * The guest of a lead that is no block: the one that it is bound to, else the guest whom what it
 * says names, else a new one (contract/messaging.md §1). Two e-mail addresses are two guests, even
 * with one phone number. In the caller's transaction,
 * until whose end the lead stays with this guest.
 */
export async function guestOfLead(
  ctx: Pick<Context, 'db' | 'clock'>,
  { agency_uid, uid }: { agency_uid: string; uid: string },
): Promise<{ uid: string }> {
  await lockLeads(ctx, agency_uid, [uid])
  const known = await findGuestOfLead(ctx, agency_uid, uid)
  if (known) return known
  await bindLeads(ctx, agency_uid, [uid], { evenSilent: true })
  const kept = await findGuestOfLead(ctx, agency_uid, uid)
  if (!kept) throw new Error(`Lead ${uid} can have no guest`)
  return kept
}
