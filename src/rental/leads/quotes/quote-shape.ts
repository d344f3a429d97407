/** Response schema of a quote: contract/orders.md §8.2. */
import type Big from 'big.js'
import { utcText } from '../../../platform/dates/dates.ts'
import {
  bool,
  date,
  listOf,
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
} from '../../../platform/rest/fields.ts'
import type { FeeLine, FeeLines, PricedStay, Rent, Tax } from '../../prices/quotes/quote.ts'
import { feeMembers, rentShape } from '../../prices/stay-prices/priced-shape.ts'
import type { Lead } from '../leads/lead.ts'
import type { Quote } from './price-quote.ts'

const feeSchema = shape('QuoteFee', { ...feeMembers, amount: number() })

const nightSchema = shape('QuoteRentRentBreakdown', {
  nightlyAmount: number(),
  nightlyDate: date(),
  nightlyBaseAmount: number(),
})
const rentSchema = named('QuoteRent', rentShape(nightSchema))

const taxSchema = shape('QuoteTax', {
  name: text(),
  type: oneOf(['RENT', 'FEE', 'TAX']),
  taxationRate: nullable(number()),
  taxableAmount: nullable(number()),
  amount: number(),
})

/** Lead that holds price and nights: docs/decisions/0010-quote-holds.md. */
const holdSchema = shape('QuoteHold', { leadUid: uid(), expiresUtcDateTime: utcDateTime() })

const feesSchema = named(
  'QuoteFees',
  Type.Object({ cleaningFee: nullable(feeSchema), otherFees: listOf(feeSchema) }),
)

/** Price of an alteration without agreed nights: contract/orders.md §8.2. */
const recalculatedSchema = shape('RecalculatedPrice', {
  totalAmount: number(),
  totalNetAmount: number(),
  totalTaxesAmount: number(),
  rent: rentSchema,
  fees: feesSchema,
})

const quoteSchema = shape('Quote', {
  propertyUid: uid(),
  agencyUid: uid(),
  leadUid: nullable(uid()),
  checkInDate: date(),
  checkOutDate: date(),
  nights: Type.Integer(),
  guests: Type.Integer(),
  childrenCount: Type.Integer(),
  petCount: Type.Integer(),
  promoCode: nullable(text()),
  bookingStrategy: named(
    'BookingStrategy',
    oneOf(['INSTANT_BOOKING', 'BOOKING_REQUEST', 'BOOKING_INQUIRY']),
  ),
  currency: text(),
  totalPrice: number(),
  totalAmount: number(),
  totalWithTaxes: number(),
  totalNetAmount: number(),
  totalTaxesAmount: number(),
  rent: rentSchema,
  fees: feesSchema,
  offlineFees: listOf(feeSchema),
  optionalFees: listOf(feeSchema),
  taxes: listOf(taxSchema),
  rateMultiplier: nullable(number()),
  securityDeposit: number(),
  amountUponReservation: number(),
  amountRemaining: number(),
  fullPaymentDueDate: nullable(date()),
  force100PercentPaymentAtReservation: bool(),
  recalculated: Type.Optional(since('3.3', recalculatedSchema)),
  hold: Type.Optional(since('3.3', holdSchema)),
})

export const quoteResponse = Type.Object({ quote: quoteSchema })

/** Presents a quote; `holdingLead` is null if it is not held. */
export function presentQuote(quote: Quote, holdingLead: Lead | null = null) {
  const { request, property, fees, payment } = quote
  const total = Number(quote.totalAmount)
  return {
    quote: {
      propertyUid: property.uid,
      agencyUid: property.agency_uid,
      leadUid: property.lead?.uid ?? null,
      checkInDate: request.checkIn,
      checkOutDate: request.checkOut,
      nights: quote.rent.nights.length,
      guests: quote.guests,
      childrenCount: quote.children,
      petCount: quote.pets,
      promoCode: quote.rent.discount?.code ?? null,
      bookingStrategy: quote.bookingStrategy,
      currency: quote.currency,
      totalPrice: total,
      totalAmount: total,
      totalWithTaxes: total,
      totalNetAmount: Number(quote.totalNetAmount),
      totalTaxesAmount: Number(quote.totalTaxesAmount),
      rent: presentRent(quote.rent),
      fees: presentFees(fees),
      offlineFees: fees.offline.map(presentFee),
      optionalFees: fees.optional.map(presentFee),
      taxes: quote.taxes.map(presentTax),
      rateMultiplier: numberOrNull(quote.rateMultiplier),
      securityDeposit: Number(quote.securityDeposit),
      amountUponReservation: Number(payment.amountUponReservation),
      amountRemaining: Number(payment.amountRemaining),
      fullPaymentDueDate: payment.fullPaymentDueDate,
      force100PercentPaymentAtReservation: payment.isFullAtReservation,
      ...(quote.recalculated ? { recalculated: presentRecalculated(quote.recalculated) } : {}),
      ...(holdingLead ? { hold: presentHold(holdingLead) } : {}),
    },
  }
}

function presentRecalculated(priced: PricedStay) {
  return {
    totalAmount: Number(priced.totalAmount),
    totalNetAmount: Number(priced.totalNetAmount),
    totalTaxesAmount: Number(priced.totalTaxesAmount),
    rent: presentRent(priced.rent),
    fees: presentFees(priced.fees),
  }
}

function presentFees({ cleaning, others }: FeeLines) {
  return { cleaningFee: cleaning && presentFee(cleaning), otherFees: others.map(presentFee) }
}

function presentHold({ uid, timer_ends_at }: Lead) {
  return { leadUid: uid, expiresUtcDateTime: utcText(timer_ends_at!) }
}

function presentRent(rent: Rent) {
  const { discount } = rent
  return {
    rentNetPrice: Number(rent.rentNetPrice),
    rentBaseNetPrice: Number(rent.rentBaseNetPrice),
    extraGuestsNetPrice: Number(rent.extraGuestsNetPrice),
    extraGuestsBaseNetPrice: Number(rent.extraGuestsBaseNetPrice),
    rateMultiplierAmount: Number(rent.rateMultiplierAmount),
    rentBreakdowns: rent.nights.map(({ date, amount, base }) => ({
      nightlyAmount: Number(amount),
      nightlyDate: date,
      nightlyBaseAmount: Number(base),
    })),
    listPrice: Number(rent.listPrice),
    discount: discount && {
      discountCode: discount.code,
      discountType: discount.type,
      amount: Number(discount.amount),
      percent: numberOrNull(discount.percent),
    },
    netPrice: Number(rent.netPrice),
    taxationRate: Number(rent.taxationRate),
    taxAmount: Number(rent.taxAmount),
    grossPrice: Number(rent.grossPrice),
  }
}

function presentFee({ uid, name, amountType, isEditable, net, rate, tax, gross }: FeeLine) {
  const grossAmount = Number(gross)
  return {
    uid,
    name,
    amountType,
    isEditable,
    netPrice: Number(net),
    taxationRate: Number(rate),
    taxAmount: Number(tax),
    grossAmount: grossAmount,
    grossPrice: grossAmount,
    amount: grossAmount,
  }
}

function presentTax({ name, type, rate, taxable, amount }: Tax) {
  return {
    name,
    type,
    taxationRate: numberOrNull(rate),
    taxableAmount: numberOrNull(taxable),
    amount: Number(amount),
  }
}

function numberOrNull(amount: Big | null): number | null {
  return amount === null ? null : Number(amount)
}
