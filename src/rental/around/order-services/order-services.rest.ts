/** Services of orders: contract/resources.md §1.4. */
import { route } from '../../../context.ts'
import { integer, money, nullable, Type, text, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { reachedOrder } from '../../leads/orders/orders.ts'
import { addOrderService } from './add-order-service.ts'
import { deleteOrderService } from './delete-order-service.ts'
import { orderService, presentOrderService } from './order-service-shape.ts'
import { listOrderServices } from './order-services.ts'

const all = {
  path: '/orders/:orderUid/order-services',
  since: '3.3',
  tag: 'Order services',
} as const
const toWrite = { access: 'READ_WRITE' } as const

export const orderServiceRoutes = [
  route({
    ...all,
    method: 'GET',
    summary: 'List the services of an order',
    answer: unpagedAnswer('orderServices', orderService),
    errors: ['ORDER_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const rows = await listOrderServices(ctx, await reachedOrder(ctx, params.orderUid!))
      return unpaged('orderServices', rows.map(presentOrderService))
    },
  }),
  route({
    ...all,
    method: 'POST',
    summary: 'Add a service to an order',
    tells: ['BOOKING_UPDATED', 'ORDER_UPDATED'],
    body: Type.Object({
      serviceUid: uid(),
      quantity: Type.Optional(integer(1, 999)),
      quantityDescription: Type.Optional(nullable(text())),
      grossPrice: Type.Optional(nullable(money())),
    }),
    http: { status: 201 },
    answer: Type.Object({ orderService }),
    errors: ['ORDER_NOT_FOUND', 'SERVICE_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => reachedOrder(ctx, params.orderUid!, toWrite),
    handler: async (ctx, { reached, body }) => {
      const { serviceUid, quantity = 1, quantityDescription, grossPrice = null } = body
      const fields = { serviceUid, quantity, quantityDescription, grossPrice }
      return { orderService: presentOrderService(await addOrderService(ctx, reached, fields)) }
    },
  }),
  route({
    ...all,
    path: '/orders/:orderUid/order-services/:uid',
    method: 'DELETE',
    summary: 'Delete a service of an order',
    tells: ['BOOKING_UPDATED', 'ORDER_UPDATED'],
    http: { status: 204 },
    errors: ['ORDER_NOT_FOUND', 'ORDER_SERVICE_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => reachedOrder(ctx, params.orderUid!, toWrite),
    handler: async (ctx, { reached, params }) => deleteOrderService(ctx, reached, params.uid!),
  }),
]
