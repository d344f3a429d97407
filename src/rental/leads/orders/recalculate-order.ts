import { diffFields } from '../../../pending-events/changes.ts'
import type { EventContext } from '../../../pending-events/record-event.ts'
import type { LeadRow } from '../leads/lead.ts'
import { listOrderAdjustments } from '../order-adjustments/order-adjustments.ts'
import { listOrderServices } from '../order-services/order-services.ts'
import { invalidateOrder } from './lock-editable-order.ts'
import { computeTotals, type Order, type OrderKey } from './order.ts'
import { lockOrder, updateTotals } from './orders.ts'
import { recordOrderEvent } from './record-order-event.ts'

/**
 * Recalculates the totals of an order after a write of its price, adjustments or services, and
 * emits ORDER_UPDATED. Must run in the transaction of that write, with the lead locked.
 *
 * @param before the order before its own columns were written, if they were
 */
export async function recalculateOrder(
  ctx: EventContext,
  key: OrderKey,
  lead: LeadRow,
  before?: Order,
): Promise<void> {
  invalidateOrder(lead, key.uid)
  // The lock is a separate statement, so that the next ones read rows that another transaction
  // committed before releasing it.
  const order = await lockOrder(ctx, key)
  const adjustments = await listOrderAdjustments(ctx, key)
  const services = await listOrderServices(ctx, key)
  const totals = computeTotals(order, { adjustments, services })
  await updateTotals(ctx, key, totals)
  // Columns that are not on the wire have no name in events.
  const wireNames = { promo_use_uid: null }
  const changes = diffFields(before ?? order, { ...order, ...totals }, wireNames)
  recordOrderEvent(ctx, 'ORDER_UPDATED', { uid: order.uid, lead, changes })
}
