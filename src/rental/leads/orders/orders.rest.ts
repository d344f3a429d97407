/** Orders of v3: contract/orders.md §1, §4. */
import { route } from '../../../context.ts'
import { notFound, oneOfRequired } from '../../../platform/errors.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import {
  pageQuery,
  readWholeOrPaged,
  updatedSince,
  wholeOrPagedAnswer,
} from '../../../platform/rest/list.ts'
import { tagsFrom } from '../../../platform/rest/tags-from.ts'
import { asUid } from '../../../platform/uid.ts'
import { order, presentOrder } from './order-shape.ts'
import { countOrders, findOrder, listDeletedOrders, listOrders } from './orders.ts'
import { readOrderFilters, shownIn } from './read-order-filters.ts'

const query = Type.Object({
  leadUid: Type.Optional(uid()),
  propertyUid: Type.Optional(uid()),
  guestUid: Type.Optional(uid()),
  updatedSince: Type.Optional(updatedSince()),
  ...pageQuery,
})

export const orderRoutes = [
  route({
    method: 'GET',
    path: '/orders',
    summary: 'List orders',
    tag: 'Orders',
    query,
    answer: wholeOrPagedAnswer('orders', order, { delta: true }),
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
      const scope = ['leadUid', 'propertyUid', 'guestUid', 'updatedSince'] as const
      if (scope.every(name => query[name] === undefined)) throw oneOfRequired([...scope])
      const { updatedSince } = query
      const filters = await readOrderFilters(ctx, query, version)
      const { rows, beside } = await readWholeOrPaged(ctx, query, {
        list: (sort, page) => listOrders(ctx, { ...filters, updatedSince }, sort, page),
        count: () => countOrders(ctx, { ...filters, updatedSince }),
        // Whoever read an order before its lead was cancelled is told, too, that it is gone.
        listDeleted: (since, limit) =>
          listDeletedOrders(ctx, { ...filters, withCancelled: true }, since, limit),
      })
      return { orders: rows.map(presentOrder), ...beside }
    },
  }),
  route({
    method: 'GET',
    path: '/orders/:uid',
    summary: 'Get an order',
    tag: 'Orders',
    answer: Type.Object({ order }),
    http: { cache: {} },
    errors: ['ORDER_NOT_FOUND'],
    handler: async (ctx, { params, version }) => {
      const uid = asUid(params.uid!)
      const row = uid === null ? undefined : await findOrder(ctx, uid, shownIn(version))
      if (!row) throw notFound('ORDER_NOT_FOUND', params.uid!)
      return { order: presentOrder(row) }
    },
  }),
]
