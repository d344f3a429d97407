import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import {
  operator,
  recordSecurityEvent,
  type SecurityContext,
} from '../security-events/record-security-event.ts'
import { lockAgencyState } from './lock-agency-state.ts'

type StateContext = Pick<Context, 'db' | 'clock'> & SecurityContext

/**
 * Changes the name of an agency.
 *
 * @returns the former name
 * @throws Error if the agency does not exist
 */
export async function changeAgencyName(
  ctx: StateContext,
  agencyUid: string,
  name: string,
): Promise<string> {
  return transaction(ctx, async (ctx: StateContext) => {
    const { name: formerName } = await lockAgencyState(ctx, agencyUid)
    const now = ctx.clock.now()
    await ctx.db
      .updateTable('agencies')
      .set({ name, updated_at: now })
      .where('agency_uid', '=', agencyUid)
      .execute()
    await recordSecurityEvent(ctx, now, { agencyUid, event: 'agency.renamed', actor: operator })
    return formerName
  })
}
