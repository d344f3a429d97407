import Big from 'big.js'
import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError, invalidParameter } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import type { LeadRow } from '../leads/lead.ts'
import { lockEditableOrder } from '../orders/lock-editable-order.ts'
import type { Order, OrderKey } from '../orders/order.ts'
import { updateOrderTime } from '../orders/orders.ts'
import {
  amountToStore,
  checkRefund,
  fullAmount,
  isSamePayment,
  type Payment,
  type PaymentFields,
} from './payment.ts'
import { findByTransactionId, sumPaid } from './payments.ts'

/**
 * Records a payment of an order, in the order's currency, which is fixed from then on. A repeated
 * request with the same transaction id returns the recorded payment (contract/orders.md §5).
 *
 * @returns the uid of the payment, and whether it is new
 * @throws ApiError ALREADY_EXISTS if the order has another payment with this transaction id,
 *   INVALID_PARAMETER
 */
export async function recordPayment(
  ctx: Context,
  key: OrderKey,
  fields: PaymentFields,
): Promise<{ uid: string; isNew: boolean }> {
  return transaction(ctx, async (ctx: Context) => {
    // The order is locked first, so a concurrent request sees the payment that the first one
    // recorded.
    const { order, lead } = await lockEditableOrder(ctx, key)
    const { currency, total_amount } = order
    const existing = fields.transactionId
      ? await findByTransactionId(ctx, key, fields.transactionId)
      : undefined
    if (existing) {
      checkRepeated(existing, fields, order)
      return { uid: existing.uid, isNew: false }
    }
    if (fields.currency !== null && fields.currency !== currency) {
      throw invalidParameter('currency', `must be ${currency}, the currency of the order`)
    }
    const paid = await sumPaid(ctx, key)
    const balance = new Big(total_amount).minus(paid)
    const amount = amountToStore(fields, currency) ?? fullAmount(fields, balance, currency)
    checkRefund(fields, amount, paid, currency)
    const now = ctx.clock.now()
    const row = {
      agency_uid: key.agency_uid,
      uid: newUid(now.getTime()),
      order_uid: key.uid,
      type: fields.type,
      status: fields.status,
      amount,
      currency,
      manual: fields.manual,
      full_payment: fields.fullPayment,
      transaction_id: fields.transactionId,
      notes: fields.notes,
      created_at: now,
    }
    await insertRows(ctx, 'payments', [row])
    await updateOrderTime(ctx, lead)
    emitCreated(ctx, row, lead)
    return { uid: row.uid, isNew: true }
  })
}

/** @throws ApiError ALREADY_EXISTS if the recorded payment differs */
function checkRepeated(existing: Payment, fields: PaymentFields, order: Order): void {
  if (!isSamePayment(existing, fields, existing.currency ?? order.currency))
    throw alreadyExists(existing)
}

/** Emits TRANSACTION_CREATED, except for sample leads. */
function emitCreated(
  ctx: Context,
  { agency_uid, uid, order_uid }: Pick<Payment, 'agency_uid' | 'uid' | 'order_uid'>,
  { uid: lead_uid, status, property_uid }: LeadRow,
): void {
  if (status === 'SAMPLE') return
  recordEvent(ctx, {
    agencyUid: agency_uid,
    type: 'TRANSACTION_CREATED',
    keys: { transaction_uid: uid, order_uid, lead_uid, property_uid },
    isNew: true,
  })
}

function alreadyExists({ uid, transaction_id }: { uid: string; transaction_id: string | null }) {
  const message = `The order already has another transaction with transactionId ${transaction_id}`
  return new ApiError('ALREADY_EXISTS', message, { members: { existingUid: uid } })
}
