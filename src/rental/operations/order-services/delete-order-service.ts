import type { Context } from '../../../context.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { lockEditableOrder } from '../../leads/orders/lock-editable-order.ts'
import type { OrderKey } from '../../leads/orders/order.ts'
import { recalculateChangedOrder } from '../../leads/orders/recalculate-changed-order.ts'

/**
 * Deletes a service of an order.
 *
 * @throws ApiError ORDER_SERVICE_NOT_FOUND
 */
export async function deleteOrderService(
  ctx: Context,
  key: OrderKey,
  orderServiceUid: string,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const orderToChange = await lockEditableOrder(ctx, key)
    const uid = asUid(orderServiceUid)
    const { agency_uid, uid: order_uid } = key
    const deletedCount =
      uid === null ? 0 : await deleteRows(ctx, 'order_services', { agency_uid, order_uid, uid })
    if (deletedCount === 0) throw notFound('ORDER_SERVICE_NOT_FOUND', orderServiceUid)
    await recalculateChangedOrder(ctx, orderToChange, 'order-service')
  })
}
