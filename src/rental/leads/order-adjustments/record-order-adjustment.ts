import type { Context } from '../../../context.ts'
import { diffColumns } from '../../../platform/db/dirty-columns.ts'
import { updateRowOrThrow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { lockEditableOrder } from '../orders/lock-editable-order.ts'
import type { OrderKey } from '../orders/order.ts'
import { recalculateChangedOrder } from '../orders/recalculate-changed-order.ts'
import { addOrderAdjustment } from './add-order-adjustment.ts'
import {
  type AdjustmentFields,
  adjustmentColumns,
  type OrderAdjustment,
} from './order-adjustment.ts'
import { findOrderAdjustment } from './order-adjustments.ts'

/**
 * Upserts an adjustment of an order by its external id (contract/orders.md §4). Writes nothing and
 * invalidates nothing if it is unchanged.
 *
 * @throws ApiError INVALID_PARAMETER
 */
export async function recordOrderAdjustment(
  ctx: Context,
  key: OrderKey,
  fields: AdjustmentFields & { externalId: string },
): Promise<{ adjustment: OrderAdjustment; isNew: boolean }> {
  return transaction(ctx, async (ctx: Context) => {
    const locked = await lockEditableOrder(ctx, key)
    const existing = await findOrderAdjustment(ctx, key, { externalId: fields.externalId })
    if (!existing) return { adjustment: await addOrderAdjustment(ctx, key, fields), isNew: true }
    const changes = diffColumns(existing, adjustmentColumns(fields, locked.order.currency))
    if (Object.keys(changes).length === 0) return { adjustment: existing, isNew: false }
    const updated = { ...changes, updated_at: ctx.clock.now() }
    const adjustment = await updateRowOrThrow(ctx, 'order_adjustments', existing, updated)
    await recalculateChangedOrder(ctx, locked, 'order-adjustment')
    return { adjustment, isNew: false }
  })
}
