import type { Context } from '../../../context.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import { lockOrderOfParts } from '../orders/lock-order-of-parts.ts'
import type { OrderKey } from '../orders/order.ts'
import { settleChangedOrder } from '../orders/settle-changed-order.ts'
import { type AdjustmentFields, columnsOf, type OrderAdjustment } from './order-adjustment.ts'
import { findOrderAdjustment } from './order-adjustments.ts'

/**
 * Adds an adjustment to an order, whatever the status of its lead (contract/orders.md §4).
 *
 * @throws ApiError ALREADY_EXISTS when the order has one of that external id, INVALID_PARAMETER
 */
export async function addOrderAdjustment(
  ctx: Context,
  key: OrderKey,
  fields: AdjustmentFields,
): Promise<OrderAdjustment> {
  return transaction(ctx, async (ctx: Context) => {
    // The order's lock comes first: whoever is second sees what the first has added.
    const open = await lockOrderOfParts(ctx, key)
    const columns = columnsOf(fields, open.order.currency)
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
    await settleChangedOrder(ctx, open, 'order-adjustment')
    return adjustment
  })
}

async function checkExternalId(ctx: Context, key: OrderKey, externalId: string | null) {
  if (externalId === null) return
  const present = await findOrderAdjustment(ctx, key, { externalId })
  if (!present) return
  throw new ApiError(
    'ALREADY_EXISTS',
    `The order already has an adjustment with externalId ${externalId}`,
    {
      members: { existingUid: present.uid },
    },
  )
}
