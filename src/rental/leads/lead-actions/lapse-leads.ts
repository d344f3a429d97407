import type { Context } from '../../../context.ts'
import { lockLapsedLeads } from '../leads/leads.ts'
import { settleTimer } from './enter-state.ts'

/**
 * Closes the leads that hold nights of locked units although their timer has ended: those nights
 * are free for others from the very instant on (contract/leads.md §4.3).
 */
export async function lapseLeads(
  ctx: Context,
  agencyUid: string,
  unitUids: string[],
): Promise<void> {
  for (const lead of await lockLapsedLeads(ctx, agencyUid, unitUids)) {
    await settleTimer(ctx, lead)
  }
}
