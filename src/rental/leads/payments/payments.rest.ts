/** Payments of orders: contract/orders.md §5. */
import type { Static } from 'typebox'
import { route } from '../../../context.ts'
import { localIn, utcText, zonedText } from '../../../platform/dates/dates.ts'
import { notFound } from '../../../platform/errors.ts'
import {
  bool,
  currencyCode,
  named,
  nullable,
  number,
  oneOf,
  shape,
  since,
  Type,
  text,
  uid,
  utcDateTime,
  utcInstant,
  zonedDateTime,
} from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { Reply } from '../../../platform/rest/route.ts'
import { asUid } from '../../../platform/uid.ts'
import { requireOrder } from '../orders/orders.ts'
import { checkAmount, type PaymentFields, paymentStatuses, paymentTypes } from './payment.ts'
import { findPayment, listPayments, type OrderPayment } from './payments.ts'
import { recordPayment } from './record-payment.ts'

const notes = text({ max: 2_000 })
const amountMax = 1_000_000_000

const transactionSchema = shape('Transaction', {
  uid: uid(),
  orderUid: uid(),
  leadUid: uid(),
  type: named('TransactionType', oneOf(paymentTypes)),
  status: named('TransactionStatus', oneOf(paymentStatuses)),
  amount: number(),
  currency: text(),
  manual: bool(),
  fullPayment: bool(),
  transactionId: nullable(text()),
  notes: nullable(notes),
  createdUtcDateTime: utcDateTime(),
  createdZonedDateTime: zonedDateTime(),
})

const paymentInput = shape('TransactionInput', {
  orderUid: uid(),
  type: named('TransactionType', oneOf(paymentTypes)),
  status: named('TransactionStatus', oneOf(paymentStatuses)),
  amount: Type.Optional(nullable(number({ min: -amountMax, max: amountMax }))),
  currency: Type.Optional(since('3.3', nullable(currencyCode()))),
  manual: Type.Optional(nullable(bool())),
  fullPayment: Type.Optional(nullable(bool())),
  transactionId: Type.Optional(nullable(text({ min: 1 }))),
  notes: Type.Optional(nullable(notes)),
})

const transactionResponse = Type.Object({ transaction: transactionSchema })

export const paymentRoutes = [
  route({
    method: 'GET',
    path: '/transactions',
    summary: 'List the payments of an order',
    tag: 'Transactions',
    query: Type.Object({ orderUid: uid(), createdSince: Type.Optional(utcInstant()) }),
    response: unpagedResponse('transactions', transactionSchema),
    errors: ['ORDER_NOT_FOUND'],
    handler: async (ctx, { query }) => {
      const order = await requireOrder(ctx, query.orderUid)
      const rows = await listPayments(ctx, order, query.createdSince)
      return unpaged('transactions', rows.map(presentPayment))
    },
  }),
  route({
    method: 'GET',
    path: '/transactions/:uid',
    summary: 'Get a payment',
    tag: 'Transactions',
    response: transactionResponse,
    errors: ['TRANSACTION_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const uid = asUid(params.uid!)
      const row = uid === null ? undefined : await findPayment(ctx, uid)
      if (!row) throw notFound('TRANSACTION_NOT_FOUND', params.uid!)
      return { transaction: presentPayment(row) }
    },
  }),
  route({
    method: 'POST',
    path: '/transactions',
    summary: 'Record a payment',
    emits: ['TRANSACTION_CREATED'],
    tag: 'Transactions',
    access: { needs: ({ type }) => (type === 'REFUND' ? 'refunds' : 'money') },
    body: paymentInput,
    http: { status: 201, otherStatus: 200 },
    response: transactionResponse,
    errors: ['ORDER_NOT_FOUND', 'READ_ONLY_GRANT', 'ALREADY_EXISTS'],
    authorize: async (ctx, { body }) => {
      checkAmount(readPaymentFields(body))
      return requireOrder(ctx, body.orderUid, { access: 'READ_WRITE' })
    },
    handler: async (ctx, { authorized, body }) => {
      const { uid, isNew } = await recordPayment(ctx, authorized, readPaymentFields(body))
      const recorded = await findPayment(ctx, uid)
      return new Reply(isNew ? 201 : 200, { transaction: presentPayment(recorded!) })
    },
  }),
]

function readPaymentFields(body: Static<typeof paymentInput>): PaymentFields {
  return {
    type: body.type,
    status: body.status,
    amount: body.amount ?? null,
    currency: body.currency ?? null,
    manual: body.manual ?? true,
    fullPayment: body.fullPayment ?? false,
    transactionId: body.transactionId ?? null,
    notes: body.notes ?? null,
  }
}

function presentPayment(row: OrderPayment) {
  // Zoned date-times have whole seconds.
  const created = new Date(Math.floor(row.created_at.getTime() / 1_000) * 1_000)
  return {
    uid: row.uid,
    orderUid: row.order_uid,
    leadUid: row.lead_uid,
    type: row.type,
    status: row.status,
    amount: Number(row.amount),
    currency: row.currency,
    manual: row.manual,
    fullPayment: row.full_payment,
    transactionId: row.transaction_id,
    notes: row.notes,
    createdUtcDateTime: utcText(row.created_at),
    createdZonedDateTime: zonedText(localIn(row.time_zone, created), created),
  }
}
