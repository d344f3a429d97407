/** The money of the two parts of a split stay: contract/leads.md §9.5. */
import Big from 'big.js'
import type { Context } from '../../../context.ts'
import type { LeadRow } from '../leads/lead.ts'
import { changeOrder } from '../orders/change-order.ts'
import type { Order, OrderKey } from '../orders/order.ts'
import { findOrderOfLead } from '../orders/orders.ts'
import { recordOrderEvent } from '../orders/record-order-event.ts'
import { sumPaid } from '../payments/payments.ts'
import { recordPayment } from '../payments/record-payment.ts'
import type { SharedOrder } from './share-order.ts'

/**
 * Writes the first part's order, whose services, adjustments and payments stay with it, and tells
 * of the second's. What the first part has been paid too much goes over to the second.
 */
export async function shareMoney(
  ctx: Context,
  { order, first: columns }: SharedOrder,
  { before, first, second }: { before: LeadRow; first: LeadRow; second: LeadRow },
): Promise<void> {
  const { agency_uid, uid, lead_uid, created_at, updated_at } = order
  const key = { agency_uid, uid }
  const written = { ...key, ...columns, lead_uid, created_at, updated_at }
  await changeOrder(ctx, written, { before, after: first })
  const added = (await findOrderOfLead(ctx, second))!
  recordOrderEvent(ctx, 'ORDER_CREATED', { uid: added.uid, lead: second })
  const settled = (await findOrderOfLead(ctx, first))!
  await handOver(ctx, { from: settled, to: added })
}

async function handOver(ctx: Context, { from, to }: { from: Order; to: Order }): Promise<void> {
  const paid = await sumPaid(ctx, from)
  const most = paid.lt(to.total_amount) ? paid : new Big(to.total_amount)
  const surplus = paid.minus(from.total_amount)
  const amount = surplus.lt(most) ? surplus : most
  if (amount.lte(0)) return
  await recordPart(ctx, from, {
    type: 'REFUND',
    amount,
    notes: `To the order of lead ${to.lead_uid}`,
  })
  await recordPart(ctx, to, {
    type: 'SALE',
    amount,
    notes: `From the order of lead ${from.lead_uid}`,
  })
}

async function recordPart(
  ctx: Context,
  order: OrderKey,
  { type, amount, notes }: { type: 'SALE' | 'REFUND'; amount: Big; notes: string },
): Promise<void> {
  const told = { manual: true, fullPayment: false, transactionId: null, currency: null }
  await recordPayment(ctx, order, {
    type,
    status: 'SUCCESS',
    amount: amount.toNumber(),
    notes,
    ...told,
  })
}
