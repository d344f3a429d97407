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
import type { FeeLine } from '../../prices/quotes/quote.ts'
import { legacyPriceMembers } from '../../prices/stay-prices/priced-shape.ts'
import { legacyVersion } from '../../versions.ts'
import { checkDates, guestsMax, quoteErrors } from './check-quote.ts'
import { priceQuote, type Quote } from './price-quote.ts'

const quoteInput = shape('QuoteInput', {
  propertyUid: uid(),
  checkInDate: date(),
  checkOutDate: date(),
  guests: Type.Optional(nullable(integer(1, guestsMax))),
  promoCode: Type.Optional(emptyIsNull(nullable(text()))),
})

const legacyQuoteSchema = shape('Quote', {
  propertyUid: uid(),
  checkInDate: date(),
  checkOutDate: date(),
  nights: Type.Integer(),
  guests: Type.Integer(),
  ...legacyPriceMembers,
})

const commonRoute = {
  path: '/quote',
  summary: 'Create a quote',
  description: 'Checks availability and stay rules, and returns the price. Does not hold nights.',
  tag: 'Quotes',
  response: legacyQuoteSchema,
  errors: quoteErrors,
} as const

export const legacyQuoteRoutes = [
  route({
    ...commonRoute,
    method: 'GET',
    operationId: 'getQuote',
    query: quoteInput,
    handler: async (ctx, { query }) => createLegacyQuote(ctx, query),
  }),
  route({
    ...commonRoute,
    method: 'POST',
    lifecycle: { stores: false },
    body: quoteInput,
    handler: async (ctx, { body }) => createLegacyQuote(ctx, body),
  }),
]

async function createLegacyQuote(ctx: Context, input: Static<typeof quoteInput>) {
  const { propertyUid, checkInDate: checkIn, checkOutDate: checkOut } = input
  checkDates(checkIn, checkOut)
  const quote = await priceQuote(ctx, {
    propertyUid,
    checkIn,
    checkOut,
    agencyUid: null,
    leadUid: null,
    unitUid: null,
    guests: input.guests ?? null,
    children: null,
    pets: null,
    infants: null,
    promoCode: input.promoCode ?? null,
    overrides: null,
    version: legacyVersion,
  })
  return presentLegacyQuote(quote)
}

function presentLegacyQuote(quote: Quote) {
  const { request, rent, fees } = quote
  return {
    propertyUid: quote.property.uid,
    checkInDate: request.checkIn,
    checkOutDate: request.checkOut,
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
