/** Orders in v3: contract/orders.md §1, §4. */
import { route } from '../../../context.ts'
import { notFound, oneOfRequired } from '../../../platform/errors.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import {
  completeOrPagedResponse,
  pageQuery,
  readCompleteOrPaged,
  updatedSince,
} from '../../../platform/rest/list.ts'
import { tagsFrom } from '../../../platform/rest/tags-from.ts'
import { asUid } from '../../../platform/uid.ts'
import { orderSchema, presentOrder } from './order-shape.ts'
import { countOrders, findOrder, listDeletedOrders, listOrders } from './orders.ts'
import { readOrderFilters, visibleOrders } from './read-order-filters.ts'

const query = Type.Object({
  leadUid: Type.Optional(uid()),
  propertyUid: Type.Optional(uid()),
  guestUid: Type.Optional(uid()),
  updatedSince: Type.Optional(updatedSince()),
  ...pageQuery,
})

/** Filters of which a list needs at least one. */
const requiredFilters = ['leadUid', 'propertyUid', 'guestUid', 'updatedSince'] as const

export const orderRoutes = [
  route({
    method: 'GET',
    path: '/orders',
    summary: 'List orders',
    tag: 'Orders',
    query,
    response: completeOrPagedResponse('orders', orderSchema, { delta: true }),
    http: { cache: { tagsOf: tagsFrom('propertyUid', Object.keys(pageQuery)) } },
    errors: [
      'REQUIRED_PARAMETER',
      'INVALID_PARAMETER',
      'INVALID_CURSOR',
      'ACCESS_DENIED',
      'LEAD_NOT_FOUND',
      'GUEST_NOT_FOUND',
    ],
    handler: async (ctx, { query, version }) => {
      if (requiredFilters.every(name => query[name] === undefined)) {
        throw oneOfRequired([...requiredFilters])
      }
      const { updatedSince } = query
      const filters = await readOrderFilters(ctx, query, version)
      const { rows, envelope } = await readCompleteOrPaged(ctx, query, {
        list: (sort, page) => listOrders(ctx, { ...filters, updatedSince }, sort, page),
        count: () => countOrders(ctx, { ...filters, updatedSince }),
        // Clients may have read an order before its lead was cancelled and later deleted.
        listDeleted: (since, limit) =>
          listDeletedOrders(ctx, { ...filters, withCancelled: true }, since, limit),
      })
      return { orders: rows.map(presentOrder), ...envelope }
    },
  }),
  route({
    method: 'GET',
    path: '/orders/:uid',
    summary: 'Get an order',
    tag: 'Orders',
    response: Type.Object({ order: orderSchema }),
    http: { cache: {} },
    errors: ['ORDER_NOT_FOUND'],
    handler: async (ctx, { params, version }) => {
      const uid = asUid(params.uid!)
      const row = uid === null ? undefined : await findOrder(ctx, uid, visibleOrders(version))
      if (!row) throw notFound('ORDER_NOT_FOUND', params.uid!)
      return { order: presentOrder(row) }
    },
  }),
]
