import type { Context } from '../../../context.ts'
import { linkLeads } from './match-guests.sql.ts'
import { refreshGuests } from './refresh-guests.sql.ts'

/**
 * Matches the guests of many stored leads of one agency that have guest details, and refreshes
 * these guests. For imports, which store leads without recorded actions.
 *
 * @returns the uids of guests by lead uid
 */
export async function upsertGuests(
  ctx: Pick<Context, 'db' | 'clock'>,
  leads: { agency_uid: string; uid: string }[],
): Promise<{ get(leadUid: string): string | undefined }> {
  const agencyUid = leads[0]?.agency_uid
  if (agencyUid === undefined) return new Map()
  const leadUids = leads.map(({ uid }) => uid)
  const guestByLead = await linkLeads(ctx, agencyUid, leadUids)
  await refreshGuests(ctx, agencyUid, [...new Set(guestByLead.values())])
  return guestByLead
}
