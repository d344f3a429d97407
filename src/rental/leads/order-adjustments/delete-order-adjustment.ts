import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { lockOrderOfParts } from '../orders/lock-order-of-parts.ts'
import type { OrderKey } from '../orders/order.ts'
import { settleChangedOrder } from '../orders/settle-changed-order.ts'
import { deleteOrderAdjustmentRow } from './order-adjustments.ts'

/**
 * Deletes an adjustment of an order.
 *
 * @throws ApiError ORDER_ADJUSTMENT_NOT_FOUND
 */
export async function deleteOrderAdjustment(
  ctx: Context,
  key: OrderKey,
  text: string,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const open = await lockOrderOfParts(ctx, key)
    const uid = asUid(text)
    const isGone = uid !== null && (await deleteOrderAdjustmentRow(ctx, key, uid))
    if (!isGone) throw notFound('ORDER_ADJUSTMENT_NOT_FOUND', text)
    await settleChangedOrder(ctx, open, 'order-adjustment')
  })
}
