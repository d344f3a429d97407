import type { Context } from '../../../context.ts'
import { recordLeadActions } from '../lead-history/record-lead-actions.sql.ts'
import { updateLead } from '../leads/leads.ts'
import type { LockedOrder } from './lock-editable-order.ts'
import { recalculateOrder } from './recalculate-order.ts'

/**
 * Recalculates an order after its adjustments or services were written in this transaction. Also
 * updates its lead and records the action (contract/orders.md §2).
 */
export async function recalculateChangedOrder(
  ctx: Context,
  { order, lead }: LockedOrder,
  action: 'order-adjustment' | 'order-service',
): Promise<void> {
  await updateLead(ctx, lead, {})
  await recordLeadActions(ctx, [{ before: lead, after: lead, action }])
  await recalculateOrder(ctx, order, lead)
}
