/** Price of a changed stay: agreed nights retain their price (contract/orders.md §2). */
import Big from 'big.js'
import type { Context } from '../../../context.ts'
import { dateOf, dayOf } from '../../../platform/dates/dates.ts'
import { roundMoney } from '../../../platform/money.ts'
import { asUid } from '../../../platform/uid.ts'
import { listedNights } from '../stay-prices/listed-nights.ts'
import { type PricedTerms, priceQuotedStay } from '../stay-prices/price-quoted-stay.ts'
import { mergeFees, readTerms } from '../stay-prices/read-terms.ts'
import type {
  Agreed,
  AgreedNight,
  PricedStay,
  QuotedLead,
  QuotedOrder,
  QuoteOverrides,
  Terms,
} from './quote.ts'
import { findQuoteInputs, type QuoteInputs } from './quotes.ts'

/** Priced stay after a change, and the overrides of its order. */
export interface ChangedPrice {
  priced: PricedStay
  overrides: QuoteOverrides | null
  /** True if any price is an agreed one. */
  isAgreed: boolean
}

/**
 * Prices a change of the stay of `inputs.lead`. Nights of its order retain their price, as do fees,
 * taxes and extra guests while the property does not change; added nights have present prices. If
 * no agreed night remains, the whole stay has present prices.
 *
 * @param request stay after the change; `overrides` are those of the request
 * @param recalculates true to use present prices for everything
 */
export async function priceChange(
  ctx: Context,
  inputs: QuoteInputs,
  request: PricedTerms,
  recalculates = false,
): Promise<ChangedPrice> {
  const agreement = recalculates ? null : await findAgreement(ctx, inputs, request)
  if (!agreement) {
    const overrides =
      request.overrides ?? (recalculates ? null : unchangedOverrides(inputs, request))
    return {
      priced: priceQuotedStay(inputs, { ...request, overrides }),
      overrides,
      isAgreed: false,
    }
  }
  const { order, nights, terms, isSameProperty } = agreement
  const requestedOverrides = request.overrides
  const overrides = requestedOverrides ?? (isSameProperty ? order.quote_overrides : null)
  const hasOverriddenRent = [requestedOverrides, order.quote_overrides].some(
    overridden => overridden?.rent?.rentNetPrice != null,
  )
  const agreed: Agreed = {
    // The nights of an overridden rent are parts of it: new overrides replace them.
    nights: requestedOverrides && hasOverriddenRent ? null : nights,
    // Requested overrides are meant for the changed stay, so they are not prorated.
    formerNights: requestedOverrides || !isSameProperty ? null : order.rent_breakdowns.length,
    multiplier: terms ? terms.multiplier : inputs.multiplier,
    share: terms?.share ?? null,
  }
  const priced = priceQuotedStay(withTerms(inputs, terms, requestedOverrides), {
    ...request,
    overrides,
    agreed,
  })
  const needsScaling = !requestedOverrides && overrides?.rent != null
  const storedOverrides = needsScaling ? scaleOverrides(overrides, priced) : overrides
  return { priced, overrides: storedOverrides, isAgreed: true }
}

interface Agreement {
  order: QuotedOrder
  nights: Map<string, AgreedNight>
  /** Null: unknown, or terms of another property. */
  terms: Terms | null
  isSameProperty: boolean
}

/** Finds the agreed prices of a stay; null: none, as for an inquiry without hold or booking. */
async function findAgreement(
  ctx: Context,
  inputs: QuoteInputs,
  stay: Pick<PricedTerms, 'checkIn' | 'checkOut'>,
): Promise<Agreement | null> {
  const { lead } = inputs
  const order = lead?.order
  if (!lead || !order || lead.status === 'NEW' || order.currency !== inputs.currency) return null
  const formerNights = [...readAgreedNights(order)]
  const remainingNights = formerNights.filter(
    ([date]) => date >= stay.checkIn && date < stay.checkOut,
  )
  const isSameProperty = lead.property_uid === inputs.uid
  const agreedNights = isSameProperty
    ? remainingNights
    : await listEquallyPriced(ctx, inputs, lead, remainingNights)
  if (agreedNights.length === 0) return null
  const terms = isSameProperty && order.terms ? readTerms(order.terms) : null
  return { order, nights: new Map(agreedNights), terms, isSameProperty }
}

/**
 * Returns the nights of an order. Orders of a former release do not have the prices before the rate
 * multiplier: their total is distributed in proportion to the prices of nights.
 */
function readAgreedNights(order: QuotedOrder): Map<string, AgreedNight> {
  const nights = order.rent_breakdowns.map(night => {
    const { nightlyDate: date, nightlyAmount: amount, nightlyBaseAmount: base = amount } = night
    return { date, amount: new Big(amount), base: new Big(base) }
  })
  const sum = (price: 'amount' | 'base') =>
    nights.reduce((total, night) => total.plus(night[price]), new Big(0))
  const [totalAmount, totalBase] = [sum('amount'), new Big(order.rent_base_net_price)]
  const hasBasePrices = sum('base').eq(totalBase) || totalAmount.eq(0)
  let [cumulative, distributed] = [new Big(0), new Big(0)]
  return new Map(
    nights.map(({ date, amount, base }) => {
      if (hasBasePrices) return [date, { amount, base }]
      cumulative = cumulative.plus(amount)
      const cumulativeBase = roundMoney(
        totalBase.times(cumulative).div(totalAmount),
        order.currency,
      )
      const nightBase = cumulativeBase.minus(distributed)
      distributed = cumulativeBase
      return [date, { amount, base: nightBase }]
    }),
  )
}

/**
 * Returns the nights for which another property has the same present price as the lead's own: a
 * guest who moves to a property of equal price pays the agreed one.
 */
async function listEquallyPriced(
  ctx: Context,
  inputs: QuoteInputs,
  lead: QuotedLead,
  nights: [string, AgreedNight][],
): Promise<[string, AgreedNight][]> {
  const [firstDate, lastDate] = [nights[0]?.[0], nights.at(-1)?.[0]]
  if (!firstDate || !lastDate || lead.property_uid === null) return []
  const [from, to] = [dayOf(firstDate), dayOf(lastDate) + 1]
  const quoteKey = {
    propertyUid: lead.property_uid,
    leadUid: null,
    promoCode: null,
    pricesOnly: true,
  }
  const former = await findQuoteInputs(ctx, { ...quoteKey, from, to })
  if (!former || former.currency !== inputs.currency) return []
  const stay = { checkIn: firstDate, checkOut: dateOf(to), currency: inputs.currency }
  const priceByDate = (property: QuoteInputs) =>
    new Map(
      listedNights({ ...stay, property, periods: property.periods }).map(({ date, price }) => [
        date,
        price,
      ]),
    )
  const [formerPrices, newPrices] = [priceByDate(former), priceByDate(inputs)]
  // Both have a price for every date from the first night to the last one.
  return nights.filter(([date]) => formerPrices.get(date)!.eq(newPrices.get(date)!))
}

/** Returns the inputs with the terms of the order; daily rates are the present ones. */
function withTerms(
  inputs: QuoteInputs,
  terms: Terms | null,
  requestedOverrides: QuoteOverrides | null,
): QuoteInputs {
  if (!terms) return inputs
  const namedFees = (requestedOverrides?.fees?.otherFees ?? []).flatMap(
    ({ feeUid }) => asUid(feeUid ?? '') ?? [],
  )
  return { ...inputs, ...terms.prices, fees: mergeFees(terms.fees, inputs.fees, namedFees) }
}

/** Returns overrides with the prices of the changed stay. */
function scaleOverrides(overrides: QuoteOverrides, { rent }: PricedStay): QuoteOverrides {
  const { rentNetPrice, extraGuestsNetPrice } = overrides.rent ?? {}
  return {
    ...overrides,
    rent: {
      ...(rentNetPrice == null ? {} : { rentNetPrice: Number(rent.rentNetPrice) }),
      ...(extraGuestsNetPrice == null
        ? {}
        : { extraGuestsNetPrice: Number(rent.extraGuestsNetPrice) }),
    },
  }
}

/** Returns the overrides of an inquiry if property and dates do not change. */
function unchangedOverrides(
  { uid, lead }: QuoteInputs,
  { checkIn, checkOut }: Pick<PricedTerms, 'checkIn' | 'checkOut'>,
): QuoteOverrides | null {
  if (!lead || lead.property_uid !== uid) return null
  if (lead.check_in !== checkIn || lead.check_out !== checkOut) return null
  return lead.order?.quote_overrides ?? null
}
