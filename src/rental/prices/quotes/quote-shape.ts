/** A quote on the wire: contract/orders.md §8.2. */
import type Big from 'big.js'
import { utcText } from '../../../platform/dates.ts'
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
import type { Lead } from '../../leads/leads/lead.ts'
import { feeMembers, rentOf } from '../stay-prices/priced-shape.ts'
import type { Quote } from './price-quote.ts'
import type { FeeLine, FeeLines, PricedStay, Rent, Tax } from './quote.ts'

const fee = shape('QuoteFee', { ...feeMembers, amount: number() })

const night = shape('QuoteRentRentBreakdown', {
  nightlyAmount: number(),
  nightlyDate: date(),
  nightlyBaseAmount: number(),
})
const rent = named('QuoteRent', rentOf(night))

const tax = shape('QuoteTax', {
  name: text(),
  type: oneOf(['RENT', 'FEE', 'TAX']),
  taxationRate: nullable(number()),
  taxableAmount: nullable(number()),
  amount: number(),
})

/** The lead that keeps price and nights: docs/decisions/0010-quote-holds.md. */
const hold = shape('QuoteHold', { leadUid: uid(), expiresUtcDateTime: utcDateTime() })

const fees = named('QuoteFees', Type.Object({ cleaningFee: nullable(fee), otherFees: listOf(fee) }))

/** The price of a change if nothing stayed as it was agreed: contract/orders.md §8.2. */
const recalculated = shape('RecalculatedPrice', {
  totalAmount: number(),
  totalNetAmount: number(),
  totalTaxesAmount: number(),
  rent,
  fees,
})

const quote = shape('Quote', {
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
  rent,
  fees,
  offlineFees: listOf(fee),
  optionalFees: listOf(fee),
  taxes: listOf(tax),
  rateMultiplier: nullable(number()),
  securityDeposit: number(),
  amountUponReservation: number(),
  amountRemaining: number(),
  fullPaymentDueDate: nullable(date()),
  force100PercentPaymentAtReservation: bool(),
  recalculated: Type.Optional(since('3.3', recalculated)),
  hold: Type.Optional(since('3.3', hold)),
})

export const quoteAnswer = Type.Object({ quote })

/** The body of an answer; `held` is the lead that keeps the quote, if one does. */
export function presentQuote(quote: Quote, held: Lead | null = null) {
  const { wanted, property, fees, payment } = quote
  const total = Number(quote.totalAmount)
  return {
    quote: {
      propertyUid: property.uid,
      agencyUid: property.agency_uid,
      leadUid: property.lead?.uid ?? null,
      checkInDate: wanted.checkIn,
      checkOutDate: wanted.checkOut,
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
      rateMultiplier: orNull(quote.rateMultiplier),
      securityDeposit: Number(quote.securityDeposit),
      amountUponReservation: Number(payment.amountUponReservation),
      amountRemaining: Number(payment.amountRemaining),
      fullPaymentDueDate: payment.fullPaymentDueDate,
      force100PercentPaymentAtReservation: payment.isFullAtReservation,
      ...(quote.recalculated ? { recalculated: presentRecalculated(quote.recalculated) } : {}),
      ...(held ? { hold: presentHold(held) } : {}),
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
      percent: orNull(discount.percent),
    },
    netPrice: Number(rent.netPrice),
    taxationRate: Number(rent.taxationRate),
    taxAmount: Number(rent.taxAmount),
    grossPrice: Number(rent.grossPrice),
  }
}

function presentFee({ uid, name, amountType, isEditable, net, rate, tax, gross }: FeeLine) {
  const whole = Number(gross)
  return {
    uid,
    name,
    amountType,
    isEditable,
    netPrice: Number(net),
    taxationRate: Number(rate),
    taxAmount: Number(tax),
    grossAmount: whole,
    grossPrice: whole,
    amount: whole,
  }
}

function presentTax({ name, type, rate, taxable, amount }: Tax) {
  return {
    name,
    type,
    taxationRate: orNull(rate),
    taxableAmount: orNull(taxable),
    amount: Number(amount),
  }
}

function orNull(amount: Big | null): number | null {
  return amount === null ? null : Number(amount)
}
