import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import {
  operator,
  recordSecurityEvent,
  type SecurityContext,
} from '../security-events/record-security-event.ts'
import { lockAgencyState } from './lock-agency-state.ts'

type StateContext = Pick<Context, 'db' | 'clock' | 'pending' | 'subscribers'> & SecurityContext

/**
 * Enables a disabled agency. What waited to be sent continues as if no time had passed.
 *
 * @returns whether this call enabled it
 * @throws Error if it does not exist
 */
export async function enableAgency(ctx: StateContext, agencyUid: string): Promise<boolean> {
  return transaction(ctx, async (ctx: StateContext) => {
    const { disabled_at: disabledAt } = await lockAgencyState(ctx, agencyUid)
    if (disabledAt === null) return false
    await ctx.db
      .updateTable('agencies')
      .set({ disabled_at: null })
      .where('agency_uid', '=', agencyUid)
      .execute()
    await ctx.subscribers.agencyEnabled(ctx, { agencyUid, disabledAt })
    const event = { agencyUid, event: 'agency.enabled', actor: operator } as const
    await recordSecurityEvent(ctx, ctx.clock.now(), event)
    return true
  })
}
