import type { Context } from '../../context.ts'
import { listOrderAdjustments } from '../order-adjustments/order-adjustments.ts'
import { type OrderKey, totalsOf } from './order.ts'
import { lockOrder, updateTotals } from './orders.ts'

/**
 * Sums up an order anew after one of its parts was written: what it was priced at, or an
 * adjustment. It is then later updated than before. To be called in the transaction that wrote the
 * part; this is where an order is told to have changed.
 */
export async function settleOrder(
  ctx: Pick<Context, 'db' | 'clock'>,
  key: OrderKey,
): Promise<void> {
  // A statement of its own: what another transaction added is seen only after its lock is gone.
  const order = await lockOrder(ctx, key)
  const adjustments = await listOrderAdjustments(ctx, key)
  await updateTotals(ctx, key, totalsOf(order, adjustments))
}
