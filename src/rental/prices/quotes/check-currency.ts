import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { findOrderMoney } from './money-of-order.sql.ts'

/**
 * Rejects a change of an order's currency while it has money in its present one: payments,
 * adjustments and services retain the currency in which they were recorded (contract/orders.md §2).
 *
 * @throws ApiError STATE_CONFLICT with the uids of that money
 */
export async function checkCurrency(
  ctx: Pick<Context, 'db'>,
  order: { agency_uid: string; uid: string; currency: string },
  currency: string,
): Promise<void> {
  if (order.currency === currency) return
  const money = await findOrderMoney(ctx, order)
  const { transactionUids, adjustmentUids, serviceUids } = money
  const counts = [
    countText(transactionUids, 'payment'),
    countText(adjustmentUids, 'adjustment'),
    countText(serviceUids, 'service'),
  ].flat()
  if (counts.length === 0) return
  const { uid: orderUid, currency: orderCurrency } = order
  const reason = `has ${counts.join(', ')} in ${orderCurrency}`
  const text = `Order ${orderUid} ${reason} and cannot be changed to ${currency}`
  throw new ApiError('STATE_CONFLICT', text, {
    members: {
      state: 'ORDER_CURRENCY',
      orderUid,
      currency: orderCurrency,
      wantedCurrency: currency,
      ...money,
      allowedActions: [],
    },
  })
}

function countText({ length }: string[], name: string): string[] {
  return length === 0 ? [] : [`${length} ${name}${length === 1 ? '' : 's'}`]
}
