/** Orders and payments of the two parts of a split stay: contract/leads.md §9.5. */
import Big from 'big.js'
import type { Context } from '../../../context.ts'
import type { LeadRow } from '../leads/lead.ts'
import { changeOrder } from '../orders/change-order.ts'
import type { Order, OrderKey } from '../orders/order.ts'
import { findOrderOfLead } from '../orders/orders.ts'
import { recordOrderEvent } from '../orders/record-order-event.ts'
import { sumPaid } from '../payments/payments.ts'
import { recordPayment } from '../payments/record-payment.ts'
import type { SplitOrder } from './split-order.ts'

/**
 * Updates the order of the first part, which keeps its services, adjustments and payments, and
 * emits the event of the second order. Transfers an overpayment of the first order to the second.
 */
export async function storeSplitOrders(
  ctx: Context,
  { order, first: firstColumns }: SplitOrder,
  { before, first, second }: { before: LeadRow; first: LeadRow; second: LeadRow },
): Promise<void> {
  const { agency_uid, uid, lead_uid, created_at, updated_at } = order
  const key = { agency_uid, uid }
  const shortenedOrder = { ...key, ...firstColumns, lead_uid, created_at, updated_at }
  await changeOrder(ctx, shortenedOrder, { before, after: first })
  const secondOrder = (await findOrderOfLead(ctx, second))!
  recordOrderEvent(ctx, 'ORDER_CREATED', { uid: secondOrder.uid, lead: second })
  const firstOrder = (await findOrderOfLead(ctx, first))!
  await transferOverpayment(ctx, { from: firstOrder, to: secondOrder })
}

async function transferOverpayment(
  ctx: Context,
  { from, to }: { from: Order; to: Order },
): Promise<void> {
  const paid = await sumPaid(ctx, from)
  const surplus = paid.minus(from.total_amount)
  // Not more than the second order costs, or than was paid at all: a total may be negative.
  const amountMax = paid.lt(to.total_amount) ? paid : new Big(to.total_amount)
  const amount = surplus.lt(amountMax) ? surplus : amountMax
  if (amount.lte(0)) return
  await recordTransfer(ctx, from, {
    type: 'REFUND',
    amount,
    notes: `To the order of lead ${to.lead_uid}`,
  })
  await recordTransfer(ctx, to, {
    type: 'SALE',
    amount,
    notes: `From the order of lead ${from.lead_uid}`,
  })
}

async function recordTransfer(
  ctx: Context,
  order: OrderKey,
  { type, amount, notes }: { type: 'SALE' | 'REFUND'; amount: Big; notes: string },
): Promise<void> {
  const defaults = { manual: true, fullPayment: false, transactionId: null, currency: null }
  await recordPayment(ctx, order, {
    type,
    status: 'SUCCESS',
    amount: amount.toNumber(),
    notes,
    ...defaults,
  })
}
