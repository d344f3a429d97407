import type { Context } from '../../../context.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { applyAlteration } from '../lead-actions/apply-alteration.ts'
import type { LockedLead } from '../lead-actions/lock-for-action.ts'
import { recordLeadActions } from '../lead-history/record-lead-actions.sql.ts'
import type { LeadRow } from '../leads/lead.ts'
import { changeOrder } from '../orders/change-order.ts'
import type { Alteration } from './read-alteration.ts'

/**
 * Alters a locked lead, records the alteration in its history, and updates its order.
 *
 * @throws ApiError as {@link applyAlteration}
 */
export async function alterLockedLead(
  ctx: Context,
  { lead, properties }: Pick<LockedLead, 'lead' | 'properties'>,
  alteration: Alteration & { version: Version },
): Promise<LeadRow> {
  const { after, order } = await applyAlteration(ctx, { lead, properties }, alteration)
  if (after !== lead) await recordLeadActions(ctx, [{ before: lead, after, action: 'alteration' }])
  if (order !== null) await changeOrder(ctx, order, { before: lead, after })
  return after
}
