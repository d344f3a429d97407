import type { Context } from '../../../context.ts'
import { findGuestOfLead } from '../guests/guests.ts'
import { lockLeads } from '../leads/leads.ts'
import { linkLeads } from './match-guests.sql.ts'

/**
 * Returns the guest of a lead: the linked one, else the one that matches its details, else a new
 * one (contract/messaging.md §1). Two e-mail addresses are two guests, even with one phone number.
 * Locks the lead, so that its guest stays the same until the caller's transaction ends.
 *
 * @throws Error if the lead is a block or does not exist
 */
export async function findOrCreateGuestOfLead(
  ctx: Pick<Context, 'db' | 'clock'>,
  { agency_uid, uid }: { agency_uid: string; uid: string },
): Promise<{ uid: string }> {
  await lockLeads(ctx, agency_uid, [uid])
  const existing = await findGuestOfLead(ctx, agency_uid, uid)
  if (existing) return existing
  await linkLeads(ctx, agency_uid, [uid], { includesEmpty: true })
  const linked = await findGuestOfLead(ctx, agency_uid, uid)
  if (!linked) throw new Error(`Lead ${uid} can have no guest`)
  return linked
}
