import type { Context } from '../../context.ts'
import { bindLeads, refreshGuests } from './identity.ts'

/**
 * Finds or makes the guests of many stored leads of one agency, as far as these say something of
 * them, and makes them what all of their leads say. For leads that no act has stored.
 */
export async function keepGuests(
  ctx: Pick<Context, 'db' | 'clock'>,
  agencyUid: string,
  leadUids: string[],
): Promise<void> {
  const guests = await bindLeads(ctx, agencyUid, leadUids)
  await refreshGuests(ctx, agencyUid, [...new Set(guests.values())])
}
