import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { findMoneyOfOrder } from './money-of-order.sql.ts'

/**
 * Refuses to price an order in another currency while there is money of its own: payments,
 * adjustments and services keep the currency in which they were recorded (contract/orders.md §2).
 *
 * @throws ApiError STATE_CONFLICT that names what stands in the way
 */
export async function checkCurrency(
  ctx: Pick<Context, 'db'>,
  order: { agency_uid: string; uid: string; currency: string },
  wanted: string,
): Promise<void> {
  if (order.currency === wanted) return
  const money = await findMoneyOfOrder(ctx, order)
  const { transactionUids, adjustmentUids, serviceUids } = money
  const parts = [
    counted(transactionUids, 'payment'),
    counted(adjustmentUids, 'adjustment'),
    counted(serviceUids, 'service'),
  ].flat()
  if (parts.length === 0) return
  const { uid: orderUid, currency } = order
  const text = `Order ${orderUid} has ${parts.join(', ')} in ${currency} and cannot be changed to`
  throw new ApiError('STATE_CONFLICT', `${text} ${wanted}`, {
    members: {
      state: 'ORDER_CURRENCY',
      orderUid,
      currency,
      wantedCurrency: wanted,
      ...money,
      allowedActions: [],
    },
  })
}

function counted({ length }: string[], name: string): string[] {
  return length === 0 ? [] : [`${length} ${name}${length === 1 ? '' : 's'}`]
}
