/** Services of orders: contract/resources.md §1.4. */
import { route } from '../../../context.ts'
import { integer, money, nullable, Type, text, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import {
  orderServiceSchema,
  presentOrderService,
} from '../../leads/order-services/order-service-shape.ts'
import { listOrderServices } from '../../leads/order-services/order-services.ts'
import { requireOrder } from '../../leads/orders/orders.ts'
import { addOrderService } from './add-order-service.ts'
import { deleteOrderService } from './delete-order-service.ts'

const collection = {
  path: '/orders/:orderUid/order-services',
  since: '3.3',
  tag: 'Order services',
} as const
const writeAccess = { access: 'READ_WRITE' } as const

export const orderServiceRoutes = [
  route({
    ...collection,
    method: 'GET',
    summary: 'List the services of an order',
    response: unpagedResponse('orderServices', orderServiceSchema),
    errors: ['ORDER_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const rows = await listOrderServices(ctx, await requireOrder(ctx, params.orderUid!))
      return unpaged('orderServices', rows.map(presentOrderService))
    },
  }),
  route({
    ...collection,
    method: 'POST',
    summary: 'Add a service to an order',
    emits: ['BOOKING_UPDATED', 'ORDER_UPDATED'],
    body: Type.Object({
      serviceUid: uid(),
      quantity: Type.Optional(integer(1, 999)),
      quantityDescription: Type.Optional(nullable(text())),
      grossPrice: Type.Optional(nullable(money())),
    }),
    http: { status: 201 },
    response: Type.Object({ orderService: orderServiceSchema }),
    errors: ['ORDER_NOT_FOUND', 'SERVICE_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => requireOrder(ctx, params.orderUid!, writeAccess),
    handler: async (ctx, { authorized, body }) => {
      const { serviceUid, quantity = 1, quantityDescription, grossPrice = null } = body
      const fields = { serviceUid, quantity, quantityDescription, grossPrice }
      return { orderService: presentOrderService(await addOrderService(ctx, authorized, fields)) }
    },
  }),
  route({
    ...collection,
    path: '/orders/:orderUid/order-services/:uid',
    method: 'DELETE',
    summary: 'Delete a service of an order',
    emits: ['BOOKING_UPDATED', 'ORDER_UPDATED'],
    http: { status: 204 },
    errors: ['ORDER_NOT_FOUND', 'ORDER_SERVICE_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => requireOrder(ctx, params.orderUid!, writeAccess),
    handler: async (ctx, { authorized, params }) =>
      deleteOrderService(ctx, authorized, params.uid!),
  }),
]
