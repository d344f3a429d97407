/** Legacy `/v2/quote`: contract/orders.md §8.4. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import {
  date,
  emptyIsNull,
  integer,
  nullable,
  shape,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import { legacyVersion } from '../../versions.ts'
import { legacyPriceMembers } from '../stay-prices/priced-shape.ts'
import { checkDates, guestsMax, quoteErrors } from './check-quote.ts'
import { priceQuote, type Quote } from './price-quote.ts'
import type { FeeLine } from './quote.ts'

const asked = shape('QuoteInput', {
  propertyUid: uid(),
  checkInDate: date(),
  checkOutDate: date(),
  guests: Type.Optional(nullable(integer(1, guestsMax))),
  promoCode: Type.Optional(emptyIsNull(nullable(text()))),
})

const legacyQuote = shape('Quote', {
  propertyUid: uid(),
  checkInDate: date(),
  checkOutDate: date(),
  nights: Type.Integer(),
  guests: Type.Integer(),
  ...legacyPriceMembers,
})

const shared = {
  path: '/quote',
  summary: 'Create a quote',
  description: 'Checks availability and stay rules, and returns the price. Does not hold nights.',
  tag: 'Quotes',
  answer: legacyQuote,
  errors: quoteErrors,
} as const

export const legacyQuoteRoutes = [
  route({
    ...shared,
    method: 'GET',
    operationId: 'getQuote',
    query: asked,
    handler: async (ctx, { query }) => quote(ctx, query),
  }),
  route({
    ...shared,
    method: 'POST',
    lifecycle: { stores: false },
    body: asked,
    handler: async (ctx, { body }) => quote(ctx, body),
  }),
]

async function quote(ctx: Context, given: Static<typeof asked>) {
  const { propertyUid, checkInDate: checkIn, checkOutDate: checkOut } = given
  checkDates(checkIn, checkOut)
  const priced = await priceQuote(ctx, {
    propertyUid,
    checkIn,
    checkOut,
    agencyUid: null,
    leadUid: null,
    unitUid: null,
    guests: given.guests ?? null,
    children: null,
    pets: null,
    infants: null,
    promoCode: given.promoCode ?? null,
    overrides: null,
    version: legacyVersion,
  })
  return presentLegacyQuote(priced)
}

function presentLegacyQuote(quote: Quote) {
  const { wanted, rent, fees } = quote
  return {
    propertyUid: quote.property.uid,
    checkInDate: wanted.checkIn,
    checkOutDate: wanted.checkOut,
    nights: rent.nights.length,
    guests: quote.guests,
    currency: quote.currency,
    baseAmount: Number(rent.rentNetPrice),
    extraGuestFeeAmount: Number(rent.extraGuestsNetPrice),
    cleaningFeeAmount: Number(fees.cleaning?.net ?? 0),
    cleaningFeeTaxAmount: Number(fees.cleaning?.tax ?? 0),
    channelCommission: null,
    orderFees: fees.others.map(presentFee),
    discountAmount: Number(rent.discount?.amount ?? 0),
    adjustmentsAmount: 0,
    subTotal: Number(quote.totalNetAmount),
    taxAmount: Number(rent.taxAmount),
    total: Number(quote.totalAmount),
    securityDepositAmount: Number(quote.securityDeposit),
  }
}

function presentFee({ uid, name, amountType, net, tax, gross }: FeeLine) {
  return {
    uid,
    name,
    amountType,
    amount: Number(net),
    taxAmount: Number(tax),
    grossAmount: Number(gross),
  }
}
