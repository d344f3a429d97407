import type { Context } from '../../../context.ts'
import { lockExpiredLeads } from '../leads/leads.ts'
import { expireIfDue } from './lead-transition.ts'

/**
 * Closes expired leads that still hold nights of locked units: from the instant of expiry, other
 * leads may occupy these nights (contract/leads.md §4.3).
 */
export async function expireLeads(
  ctx: Context,
  agencyUid: string,
  unitUids: string[],
): Promise<void> {
  for (const lead of await lockExpiredLeads(ctx, agencyUid, unitUids)) {
    await expireIfDue(ctx, lead)
  }
}
