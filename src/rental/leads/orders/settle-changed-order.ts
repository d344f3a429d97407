import type { Context } from '../../../context.ts'
import { recordActs } from '../lead-history/lead-acts.sql.ts'
import { findStoredLead } from '../leads/leads.ts'
import type { Order } from './order.ts'
import { settleOrder } from './settle-order.ts'

/**
 * Sums up an order whose adjustments or services were written in this transaction. That is a change
 * of its lead, too (contract/orders.md §2).
 */
export async function settleChangedOrder(
  ctx: Context,
  order: Order,
  act: 'order-adjustment' | 'order-service',
): Promise<void> {
  const { agency_uid, lead_uid } = order
  const lead = await findStoredLead(ctx, { agency_uid, uid: lead_uid })
  await recordActs(ctx, [{ before: lead, after: lead, act }])
  await settleOrder(ctx, order, lead)
}
