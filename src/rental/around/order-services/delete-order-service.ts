import type { Context } from '../../../context.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { lockOrderOfParts } from '../../leads/orders/lock-order-of-parts.ts'
import type { OrderKey } from '../../leads/orders/order.ts'
import { settleChangedOrder } from '../../leads/orders/settle-changed-order.ts'

/**
 * Deletes a service of an order.
 *
 * @throws ApiError ORDER_SERVICE_NOT_FOUND
 */
export async function deleteOrderService(ctx: Context, key: OrderKey, text: string): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const open = await lockOrderOfParts(ctx, key)
    const uid = asUid(text)
    const { agency_uid, uid: order_uid } = key
    const deleted =
      uid === null ? 0 : await deleteRows(ctx, 'order_services', { agency_uid, order_uid, uid })
    if (deleted === 0) throw notFound('ORDER_SERVICE_NOT_FOUND', text)
    await settleChangedOrder(ctx, open, 'order-service')
  })
}
