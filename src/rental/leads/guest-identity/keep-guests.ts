import type { Context } from '../../../context.ts'
import { bindLeads } from './guest-identity.sql.ts'
import { refreshGuests } from './refresh-guests.sql.ts'

/**
 * Finds or makes the guests of many stored leads of one agency, as far as these say something of
 * them, and makes them what all of their leads say. For leads that no act has stored.
 *
 * @returns the uids of the guests by those of the leads
 */
export async function keepGuests(
  ctx: Pick<Context, 'db' | 'clock'>,
  leads: { agency_uid: string; uid: string }[],
): Promise<{ get(leadUid: string): string | undefined }> {
  const agencyUid = leads[0]?.agency_uid
  if (agencyUid === undefined) return new Map()
  const leadUids = leads.map(({ uid }) => uid)
  const guests = await bindLeads(ctx, agencyUid, leadUids)
  await refreshGuests(ctx, agencyUid, [...new Set(guests.values())])
  return guests
}
