import type { Context } from '../../../context.ts'
import { differing } from '../../../platform/db/differing.ts'
import { updateRowOrThrow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { lockOrderOfParts } from '../orders/lock-order-of-parts.ts'
import type { OrderKey } from '../orders/order.ts'
import { settleChangedOrder } from '../orders/settle-changed-order.ts'
import { addOrderAdjustment } from './add-order-adjustment.ts'
import { type AdjustmentFields, columnsOf, type OrderAdjustment } from './order-adjustment.ts'
import { findOrderAdjustment } from './order-adjustments.ts'

/**
 * Adds an adjustment or, where the order has one of that external id, replaces its other fields
 * (contract/orders.md §4). One that stays as it is touches nothing.
 *
 * @throws ApiError INVALID_PARAMETER
 */
export async function recordOrderAdjustment(
  ctx: Context,
  key: OrderKey,
  fields: AdjustmentFields & { externalId: string },
): Promise<{ adjustment: OrderAdjustment; isNew: boolean }> {
  return transaction(ctx, async (ctx: Context) => {
    const open = await lockOrderOfParts(ctx, key)
    const present = await findOrderAdjustment(ctx, key, { externalId: fields.externalId })
    if (!present) return { adjustment: await addOrderAdjustment(ctx, key, fields), isNew: true }
    const changes = differing(present, columnsOf(fields, open.order.currency))
    if (Object.keys(changes).length === 0) return { adjustment: present, isNew: false }
    const updated = { ...changes, updated_at: ctx.clock.now() }
    const adjustment = await updateRowOrThrow(ctx, 'order_adjustments', present, updated)
    await settleChangedOrder(ctx, open, 'order-adjustment')
    return { adjustment, isNew: false }
  })
}
