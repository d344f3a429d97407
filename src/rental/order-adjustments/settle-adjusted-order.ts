import type { Context } from '../../context.ts'
import { recordActs } from '../leads/lead-acts.ts'
import { findStoredLead } from '../leads/leads.ts'
import type { Order } from '../orders/order.ts'
import { settleOrder } from '../orders/settle-order.ts'

/**
 * Sums up an order whose adjustments were written in this transaction. That is a change of its
 * lead, too (contract/orders.md §2).
 */
export async function settleAdjustedOrder(ctx: Context, order: Order): Promise<void> {
  const { agency_uid, lead_uid } = order
  const lead = await findStoredLead(ctx, { agency_uid, uid: lead_uid })
  await recordActs(ctx, [{ before: lead, after: lead, act: 'order-adjustment' }])
  await settleOrder(ctx, order, lead)
}
