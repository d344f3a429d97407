import { listOrderServices } from '../../around/order-services/order-services.ts'
import { changesOf } from '../../events/events/changes.ts'
import type { Telling } from '../../events/events/record-event.ts'
import type { LeadRow } from '../leads/lead.ts'
import { listOrderAdjustments } from '../order-adjustments/order-adjustments.ts'
import { touchOrder } from './lock-order-of-parts.ts'
import { type Order, type OrderKey, totalsOf } from './order.ts'
import { lockOrder, updateTotals } from './orders.ts'
import { recordOrderEvent } from './record-order-event.ts'

/**
 * Sums up the order of a lead anew after one of its parts was written: what it was priced at, an
 * adjustment or a service. It is then later updated than before. To be called in the transaction
 * that wrote the part, whose lead is locked; this is where an order is told to have changed.
 *
 * @param before the order as it was before its own columns were written, if they were
 */
export async function settleOrder(
  ctx: Telling,
  key: OrderKey,
  lead: LeadRow,
  before?: Order,
): Promise<void> {
  touchOrder(lead, key.uid)
  // A statement of its own: what another transaction added is seen only after its lock is gone.
  const order = await lockOrder(ctx, key)
  const adjustments = await listOrderAdjustments(ctx, key)
  const services = await listOrderServices(ctx, key)
  const totals = totalsOf(order, { adjustments, services })
  await updateTotals(ctx, key, totals)
  const names = { promo_use_uid: null }
  const changes = changesOf(before ?? order, { ...order, ...totals }, names)
  recordOrderEvent(ctx, 'ORDER_UPDATED', { uid: order.uid, lead, changes })
}
