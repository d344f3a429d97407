import type { Context } from '../../../context.ts'
import { recordActs } from '../lead-history/lead-acts.sql.ts'
import { updateLead } from '../leads/leads.ts'
import type { OpenOrder } from './lock-order-of-parts.ts'
import { settleOrder } from './settle-order.ts'

/**
 * Sums up an order whose adjustments or services were written in this transaction. That is a change
 * of its lead, too, whose time of change moves on (contract/orders.md §2).
 */
export async function settleChangedOrder(
  ctx: Context,
  { order, lead }: OpenOrder,
  act: 'order-adjustment' | 'order-service',
): Promise<void> {
  await updateLead(ctx, lead, {})
  await recordActs(ctx, [{ before: lead, after: lead, act }])
  await settleOrder(ctx, order, lead)
}
