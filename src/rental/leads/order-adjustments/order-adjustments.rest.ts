/** Adjustments of orders: contract/orders.md §4. */
import type { Static } from 'typebox'
import { route } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { named, nullable, number, oneOf, shape, Type, text } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { Reply } from '../../../platform/rest/route.ts'
import { asUid } from '../../../platform/uid.ts'
import { requireOrder } from '../orders/orders.ts'
import { addOrderAdjustment } from './add-order-adjustment.ts'
import { deleteOrderAdjustment } from './delete-order-adjustment.ts'
import { adjustmentTypes, transactionTypes } from './order-adjustment.ts'
import { noteMax, orderAdjustmentSchema, presentAdjustment } from './order-adjustment-shape.ts'
import { findOrderAdjustment, listOrderAdjustments } from './order-adjustments.ts'
import { recordOrderAdjustment } from './record-order-adjustment.ts'

const adjustmentFields = {
  transactionType: named('ChargeOrRefund', oneOf(transactionTypes)),
  adjustmentType: named('OrderAdjustmentType', oneOf(adjustmentTypes)),
  amount: number({ above: 0, max: 1_000_000_000 }),
  note: Type.Optional(nullable(text({ max: noteMax }))),
}
const externalId = text({ min: 1 })
const newAdjustment = shape('OrderAdjustmentInput', {
  ...adjustmentFields,
  externalId: Type.Optional(nullable(externalId)),
})
const upsertedAdjustment = shape('NamedOrderAdjustmentInput', { ...adjustmentFields, externalId })

const adjustmentResponse = Type.Object({ orderAdjustment: orderAdjustmentSchema })
const listRoute = {
  path: '/orders/:orderUid/order-adjustments',
  tag: 'Order adjustments',
} as const
const itemRoute = { ...listRoute, path: '/orders/:orderUid/order-adjustments/:uid' } as const
const writeErrors = ['ORDER_NOT_FOUND', 'READ_ONLY_GRANT'] as const
const toWrite = { access: 'READ_WRITE' } as const

export const orderAdjustmentRoutes = [
  route({
    ...listRoute,
    method: 'GET',
    summary: 'List the adjustments of an order',
    response: unpagedResponse('orderAdjustments', orderAdjustmentSchema),
    errors: ['ORDER_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const rows = await listOrderAdjustments(ctx, await requireOrder(ctx, params.orderUid!))
      return unpaged('orderAdjustments', rows.map(presentAdjustment))
    },
  }),
  route({
    ...listRoute,
    method: 'POST',
    summary: 'Create an adjustment of an order',
    emits: ['BOOKING_UPDATED', 'ORDER_UPDATED'],
    body: newAdjustment,
    http: { status: 201 },
    response: adjustmentResponse,
    errors: [...writeErrors, 'ALREADY_EXISTS'],
    authorize: async (ctx, { params }) => requireOrder(ctx, params.orderUid!, toWrite),
    handler: async (ctx, { authorized, body }) => {
      const added = await addOrderAdjustment(ctx, authorized, readAdjustmentFields(body))
      return { orderAdjustment: presentAdjustment(added) }
    },
  }),
  route({
    ...listRoute,
    method: 'PUT',
    since: '3.3',
    operationId: 'putOrderAdjustment',
    summary: 'Create or update an adjustment of an order',
    description:
      'Upserts by `externalId`: 200 if the adjustment exists, 201 if it is new. Idempotent.',
    emits: ['BOOKING_UPDATED', 'ORDER_UPDATED'],
    body: upsertedAdjustment,
    http: { otherStatus: 201 },
    response: adjustmentResponse,
    errors: writeErrors,
    authorize: async (ctx, { params }) => requireOrder(ctx, params.orderUid!, toWrite),
    handler: async (ctx, { authorized, body }) => {
      const { externalId } = body
      const input = { ...readAdjustmentFields(body), externalId }
      const { adjustment, isNew } = await recordOrderAdjustment(ctx, authorized, input)
      return new Reply(isNew ? 201 : 200, { orderAdjustment: presentAdjustment(adjustment) })
    },
  }),
  route({
    ...itemRoute,
    method: 'GET',
    summary: 'Get an adjustment of an order',
    response: adjustmentResponse,
    errors: ['ORDER_NOT_FOUND', 'ORDER_ADJUSTMENT_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const order = await requireOrder(ctx, params.orderUid!)
      const uid = asUid(params.uid!)
      const row = uid === null ? undefined : await findOrderAdjustment(ctx, order, { uid })
      if (!row) throw notFound('ORDER_ADJUSTMENT_NOT_FOUND', params.uid!)
      return { orderAdjustment: presentAdjustment(row) }
    },
  }),
  route({
    ...itemRoute,
    method: 'DELETE',
    summary: 'Delete an adjustment of an order',
    emits: ['BOOKING_UPDATED', 'ORDER_UPDATED'],
    http: { status: 204 },
    errors: ['ORDER_NOT_FOUND', 'ORDER_ADJUSTMENT_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => requireOrder(ctx, params.orderUid!, toWrite),
    handler: async (ctx, { authorized, params }) =>
      deleteOrderAdjustment(ctx, authorized, params.uid!),
  }),
]

function readAdjustmentFields({
  note = null,
  externalId = null,
  ...rest
}: Static<typeof newAdjustment>) {
  return { ...rest, note, externalId }
}
