import type { Context } from '../../../context.ts'
import { deleteRows } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { lockEditableOrder } from '../orders/lock-editable-order.ts'
import type { OrderKey } from '../orders/order.ts'
import { recalculateChangedOrder } from '../orders/recalculate-changed-order.ts'

/** @throws ApiError ORDER_ADJUSTMENT_NOT_FOUND */
export async function deleteOrderAdjustment(
  ctx: Context,
  key: OrderKey,
  uidText: string,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const locked = await lockEditableOrder(ctx, key)
    const uid = asUid(uidText)
    const { agency_uid, uid: order_uid } = key
    const deleted =
      uid === null ? 0 : await deleteRows(ctx, 'order_adjustments', { agency_uid, order_uid, uid })
    if (deleted === 0) throw notFound('ORDER_ADJUSTMENT_NOT_FOUND', uidText)
    await recalculateChangedOrder(ctx, locked, 'order-adjustment')
  })
}
