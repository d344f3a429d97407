import type { Context } from '../../../context.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { lockOrderOfParts } from '../orders/lock-order-of-parts.ts'
import type { OrderKey } from '../orders/order.ts'
import { settleChangedOrder } from '../orders/settle-changed-order.ts'

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
    const { agency_uid, uid: order_uid } = key
    const deleted =
      uid === null ? 0 : await deleteRows(ctx, 'order_adjustments', { agency_uid, order_uid, uid })
    if (deleted === 0) throw notFound('ORDER_ADJUSTMENT_NOT_FOUND', text)
    await settleChangedOrder(ctx, open, 'order-adjustment')
  })
}
