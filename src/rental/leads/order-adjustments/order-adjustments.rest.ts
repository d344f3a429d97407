/** Adjustments of orders: contract/orders.md §4. */
import type { Static } from 'typebox'
import { route } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { named, nullable, number, oneOf, shape, Type, text } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { Reply } from '../../../platform/rest/route.ts'
import { asUid } from '../../../platform/uid.ts'
import { reachedOrder } from '../orders/orders.ts'
import { addOrderAdjustment } from './add-order-adjustment.ts'
import { deleteOrderAdjustment } from './delete-order-adjustment.ts'
import { adjustmentTypes, transactionTypes } from './order-adjustment.ts'
import { noteMax, orderAdjustment, presentAdjustment } from './order-adjustment-shape.ts'
import { findOrderAdjustment, listOrderAdjustments } from './order-adjustments.ts'
import { recordOrderAdjustment } from './record-order-adjustment.ts'

const fields = {
  transactionType: named('ChargeOrRefund', oneOf(transactionTypes)),
  adjustmentType: named('OrderAdjustmentType', oneOf(adjustmentTypes)),
  amount: number({ above: 0, max: 1_000_000_000 }),
  note: Type.Optional(nullable(text({ max: noteMax }))),
}
const externalId = text({ min: 1 })
const addition = shape('OrderAdjustmentInput', {
  ...fields,
  externalId: Type.Optional(nullable(externalId)),
})
const replacement = shape('NamedOrderAdjustmentInput', { ...fields, externalId })

const answer = Type.Object({ orderAdjustment })
const all = { path: '/orders/:orderUid/order-adjustments', tag: 'Order adjustments' } as const
const one = { ...all, path: '/orders/:orderUid/order-adjustments/:uid' } as const
const writeErrors = ['ORDER_NOT_FOUND', 'READ_ONLY_GRANT'] as const
const toWrite = { access: 'READ_WRITE' } as const

export const orderAdjustmentRoutes = [
  route({
    ...all,
    method: 'GET',
    summary: 'List the adjustments of an order',
    answer: unpagedAnswer('orderAdjustments', orderAdjustment),
    errors: ['ORDER_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const rows = await listOrderAdjustments(ctx, await reachedOrder(ctx, params.orderUid!))
      return unpaged('orderAdjustments', rows.map(presentAdjustment))
    },
  }),
  route({
    ...all,
    method: 'POST',
    summary: 'Create an adjustment of an order',
    tells: ['BOOKING_UPDATED', 'ORDER_UPDATED'],
    body: addition,
    http: { status: 201 },
    answer,
    errors: [...writeErrors, 'ALREADY_EXISTS'],
    authorize: async (ctx, { params }) => reachedOrder(ctx, params.orderUid!, toWrite),
    handler: async (ctx, { reached, body }) => {
      const added = await addOrderAdjustment(ctx, reached, fieldsFrom(body))
      return { orderAdjustment: presentAdjustment(added) }
    },
  }),
  route({
    ...all,
    method: 'PUT',
    since: '3.3',
    operationId: 'putOrderAdjustment',
    summary: 'Create or update an adjustment of an order',
    description:
      'Upserts by `externalId`: 200 if the adjustment exists, 201 if it is new. Idempotent.',
    tells: ['BOOKING_UPDATED', 'ORDER_UPDATED'],
    body: replacement,
    http: { otherStatus: 201 },
    answer,
    errors: writeErrors,
    authorize: async (ctx, { params }) => reachedOrder(ctx, params.orderUid!, toWrite),
    handler: async (ctx, { reached, body }) => {
      const { externalId } = body
      const wanted = { ...fieldsFrom(body), externalId }
      const { adjustment, isNew } = await recordOrderAdjustment(ctx, reached, wanted)
      return new Reply(isNew ? 201 : 200, { orderAdjustment: presentAdjustment(adjustment) })
    },
  }),
  route({
    ...one,
    method: 'GET',
    summary: 'Get an adjustment of an order',
    answer,
    errors: ['ORDER_NOT_FOUND', 'ORDER_ADJUSTMENT_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const order = await reachedOrder(ctx, params.orderUid!)
      const uid = asUid(params.uid!)
      const row = uid === null ? undefined : await findOrderAdjustment(ctx, order, { uid })
      if (!row) throw notFound('ORDER_ADJUSTMENT_NOT_FOUND', params.uid!)
      return { orderAdjustment: presentAdjustment(row) }
    },
  }),
  route({
    ...one,
    method: 'DELETE',
    summary: 'Delete an adjustment of an order',
    tells: ['BOOKING_UPDATED', 'ORDER_UPDATED'],
    http: { status: 204 },
    errors: ['ORDER_NOT_FOUND', 'ORDER_ADJUSTMENT_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => reachedOrder(ctx, params.orderUid!, toWrite),
    handler: async (ctx, { reached, params }) => deleteOrderAdjustment(ctx, reached, params.uid!),
  }),
]

function fieldsFrom({ note = null, externalId = null, ...rest }: Static<typeof addition>) {
  return { ...rest, note, externalId }
}
