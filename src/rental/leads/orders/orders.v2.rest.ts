/** Legacy `/v2/orders`: contract/orders.md §6. */
import Big from 'big.js'
import { route } from '../../../context.ts'
import { newestFirst } from '../../../platform/db/pagination.ts'
import { notFound, oneOfRequired } from '../../../platform/errors.ts'
import { sumAmounts } from '../../../platform/money.ts'
import { number, shape, Type, uid } from '../../../platform/rest/fields.ts'
import { offsetQuery, readOffsetPage } from '../../../platform/rest/list.ts'
import { asUid } from '../../../platform/uid.ts'
import { legacyPriceMembers } from '../../prices/stay-prices/priced-shape.ts'
import { legacyVersion } from '../../versions.ts'
import { signedAmount } from '../order-adjustments/order-adjustment.ts'
import type { StoredLine } from './order.ts'
import { balanceDue, splitFees } from './order-shape.ts'
import { findOrder, listOrders, type OrderDetails } from './orders.ts'
import { readOrderFilters, visibleOrders } from './read-order-filters.ts'

const legacyOrderSchema = shape('Order', {
  uid: uid(),
  leadUid: uid(),
  ...legacyPriceMembers,
  balance: number(),
})

/** Default and maximum number of rows. */
const limitMax = 1_000

export const legacyOrderRoutes = [
  route({
    method: 'GET',
    path: '/orders',
    summary: 'List orders',
    tag: 'Orders',
    query: Type.Object({
      leadUid: Type.Optional(uid()),
      propertyUid: Type.Optional(uid()),
      ...offsetQuery,
    }),
    response: Type.Array(legacyOrderSchema),
    http: { cache: {} },
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'ACCESS_DENIED', 'LEAD_NOT_FOUND'],
    handler: async (ctx, { query }) => {
      const { leadUid, propertyUid, limit: limitInput = limitMax, offset: offsetInput } = query
      if (leadUid === undefined && propertyUid === undefined) {
        throw oneOfRequired(['leadUid', 'propertyUid'])
      }
      const { limit, offset } = readOffsetPage({ limit: limitInput, offset: offsetInput }, limitMax)
      const filters = await readOrderFilters(ctx, query, legacyVersion)
      const page = { limit, cursor: { offset, k: null } }
      const rows = await listOrders(ctx, filters, newestFirst, page)
      return rows.slice(0, limit).map(presentLegacyOrder)
    },
  }),
  route({
    method: 'GET',
    path: '/orders/:uid',
    summary: 'Get an order',
    tag: 'Orders',
    response: legacyOrderSchema,
    http: { cache: {} },
    errors: ['ORDER_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const uid = asUid(params.uid!)
      const row = uid === null ? undefined : await findOrder(ctx, uid, visibleOrders(legacyVersion))
      if (!row) throw notFound('ORDER_NOT_FOUND', params.uid!)
      return presentLegacyOrder(row)
    },
  }),
]

function presentLegacyOrder(row: OrderDetails) {
  const { cleaning, others } = splitFees(row)
  const commission = row.channel_commission
  return {
    uid: row.uid,
    leadUid: row.lead_uid,
    currency: row.currency,
    baseAmount: Number(row.rent_net_price),
    extraGuestFeeAmount: Number(row.extra_guests_net_price),
    cleaningFeeAmount: cleaning?.netPrice ?? 0,
    cleaningFeeTaxAmount: cleaning?.taxAmount ?? 0,
    channelCommission: commission === null ? null : Number(commission),
    orderFees: others.map(presentFee),
    discountAmount: row.discount?.amount ?? 0,
    adjustmentsAmount: sumAmounts(row.adjustments.map(signedAmount)).toNumber(),
    subTotal: new Big(row.total_amount).minus(row.total_taxes_amount).toNumber(),
    taxAmount: Number(row.rent_tax_amount),
    total: Number(row.total_amount),
    securityDepositAmount: Number(row.security_deposit),
    balance: balanceDue(row).toNumber(),
  }
}

function presentFee({ uid, name, amountType, netPrice, taxAmount, grossAmount }: StoredLine) {
  return { uid, name, amountType, amount: netPrice, taxAmount, grossAmount }
}
