import type { Context } from '../../../context.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { alterLocked } from '../lead-actions/alter-locked.ts'
import type { Locked } from '../lead-actions/lock-for-action.ts'
import { recordActs } from '../lead-history/lead-acts.sql.ts'
import type { LeadRow } from '../leads/lead.ts'
import { changeOrder } from '../orders/change-order.ts'
import type { Alteration } from './read-alteration.ts'

/**
 * Alters a lead that an action has locked, with its history and its order.
 *
 * @throws ApiError as {@link alterLocked}
 */
export async function alterHeld(
  ctx: Context,
  { lead, rooms }: Pick<Locked, 'lead' | 'rooms'>,
  alteration: Alteration & { version: Version },
): Promise<LeadRow> {
  const { after, order } = await alterLocked(ctx, { lead, rooms }, alteration)
  if (after !== lead) await recordActs(ctx, [{ before: lead, after, act: 'alteration' }])
  if (order !== null) await changeOrder(ctx, order, { before: lead, after })
  return after
}
