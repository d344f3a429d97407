import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import {
  operator,
  recordSecurityEvent,
  type SecurityContext,
} from '../security-events/record-security-event.ts'
import { deleteSessionsOfAgency } from '../sessions/sessions.ts'
import { lockAgencyState } from './lock-agency-state.ts'

type StateContext = Pick<Context, 'db' | 'clock'> & SecurityContext

/**
 * Disables an agency: its sessions end, all its credentials are refused from the next request on,
 * and nothing is sent for it. Its data stays (docs/decisions/0117).
 *
 * @returns since when it is disabled, and whether this call disabled it
 * @throws Error if it does not exist
 */
export async function disableAgency(
  ctx: StateContext,
  agencyUid: string,
): Promise<{ disabledAt: Date; isChanged: boolean }> {
  return transaction(ctx, async (ctx: StateContext) => {
    const { disabled_at } = await lockAgencyState(ctx, agencyUid)
    if (disabled_at !== null) return { disabledAt: disabled_at, isChanged: false }
    const now = ctx.clock.now()
    await ctx.db
      .updateTable('agencies')
      .set({ disabled_at: now })
      .where('agency_uid', '=', agencyUid)
      .execute()
    await deleteSessionsOfAgency(ctx, agencyUid)
    await recordSecurityEvent(ctx, now, { agencyUid, event: 'agency.disabled', actor: operator })
    return { disabledAt: now, isChanged: true }
  })
}
