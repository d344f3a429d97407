import type { Context } from '../../../context.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import { lockEditableOrder } from '../orders/lock-editable-order.ts'
import type { OrderKey } from '../orders/order.ts'
import { recalculateChangedOrder } from '../orders/recalculate-changed-order.ts'
import {
  type AdjustmentFields,
  adjustmentColumns,
  type OrderAdjustment,
} from './order-adjustment.ts'
import { findOrderAdjustment } from './order-adjustments.ts'

/**
 * Inserts an adjustment of an order; its lead may have any status (contract/orders.md §4).
 *
 * @throws ApiError ALREADY_EXISTS if the order has an adjustment with this external id,
 *   INVALID_PARAMETER
 */
export async function addOrderAdjustment(
  ctx: Context,
  key: OrderKey,
  fields: AdjustmentFields,
): Promise<OrderAdjustment> {
  return transaction(ctx, async (ctx: Context) => {
    // Locked before the check, so that of two requests with one external id the second fails.
    const locked = await lockEditableOrder(ctx, key)
    const columns = adjustmentColumns(fields, locked.order.currency)
    await checkExternalId(ctx, key, fields.externalId)
    const now = ctx.clock.now()
    const adjustment = {
      agency_uid: key.agency_uid,
      uid: newUid(now.getTime()),
      order_uid: key.uid,
      ...columns,
      created_at: now,
      updated_at: now,
    }
    await insertRows(ctx, 'order_adjustments', [adjustment])
    await recalculateChangedOrder(ctx, locked, 'order-adjustment')
    return adjustment
  })
}

async function checkExternalId(ctx: Context, key: OrderKey, externalId: string | null) {
  if (externalId === null) return
  const existing = await findOrderAdjustment(ctx, key, { externalId })
  if (!existing) return
  throw new ApiError(
    'ALREADY_EXISTS',
    `The order already has an adjustment with externalId ${externalId}`,
    {
      members: { existingUid: existing.uid },
    },
  )
}
