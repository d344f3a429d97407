import Big from 'big.js'
import type { Context } from '../../../context.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError, invalidParameter } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import type { LeadRow } from '../leads/lead.ts'
import { lockOrderOfParts } from '../orders/lock-order-of-parts.ts'
import type { Order, OrderKey } from '../orders/order.ts'
import { updateOrderTime } from '../orders/orders.ts'
import {
  checkRefund,
  fullAmount,
  givenAmount,
  isSame,
  type Payment,
  type PaymentFields,
} from './payment.ts'
import { findByTransactionId, sumPaid } from './payments.ts'

/**
 * Records a payment of an order, in the order's currency, which it keeps; one that is sent again
 * under its transaction id stays as it was recorded (contract/orders.md §5).
 *
 * @returns the uid of the payment, and whether it is new
 * @throws ApiError ALREADY_EXISTS when the order has another one of that id, INVALID_PARAMETER
 */
export async function recordPayment(
  ctx: Context,
  key: OrderKey,
  fields: PaymentFields,
): Promise<{ uid: string; isNew: boolean }> {
  return transaction(ctx, async (ctx: Context) => {
    // The order's lock comes first: whoever is second sees what the first has paid.
    const { order, lead } = await lockOrderOfParts(ctx, key)
    const { currency, total_amount } = order
    const known = fields.transactionId
      ? await findByTransactionId(ctx, key, fields.transactionId)
      : undefined
    if (known) {
      checkRepeated(known, fields, order)
      return { uid: known.uid, isNew: false }
    }
    if (fields.currency !== null && fields.currency !== currency) {
      throw invalidParameter('currency', `must be ${currency}, the currency of the order`)
    }
    const paid = await sumPaid(ctx, key)
    const balance = new Big(total_amount).minus(paid)
    const amount = givenAmount(fields, currency) ?? fullAmount(fields, balance, currency)
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
    tell(ctx, row, lead)
    return { uid: row.uid, isNew: true }
  })
}

/** @throws ApiError ALREADY_EXISTS when another payment was recorded under that id */
function checkRepeated(known: Payment, fields: PaymentFields, order: Order): void {
  if (!isSame(known, fields, known.currency ?? order.currency)) throw alreadyExists(known)
}

/** A payment of a sample's order is not spoken of. */
function tell(
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
  const text = `The order already has another transaction with transactionId ${transaction_id}`
  return new ApiError('ALREADY_EXISTS', text, { members: { existingUid: uid } })
}
