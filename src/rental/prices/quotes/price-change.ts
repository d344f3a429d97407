/** The price of a changed stay: agreed nights keep theirs (contract/orders.md §2). */
import Big from 'big.js'
import type { Context } from '../../../context.ts'
import { dateOf, dayOf } from '../../../platform/dates.ts'
import { roundMoney } from '../../../platform/money.ts'
import { asUid } from '../../../platform/uid.ts'
import { listedNights } from '../stay-prices/listed-nights.ts'
import { type PricedTerms, priceFacts } from '../stay-prices/price-facts.ts'
import { feesOf, readTerms } from '../stay-prices/read-terms.ts'
import type {
  Agreed,
  AgreedNight,
  PricedStay,
  QuotedOrder,
  QuoteOverrides,
  Terms,
} from './quote.ts'
import { findQuoteFacts, type QuotedLead, type QuoteFacts } from './quotes.ts'

/** A changed stay as it is priced, and the overrides that its order keeps. */
export interface ChangedPrice {
  priced: PricedStay
  overrides: QuoteOverrides | null
  /** Whether anything stayed at an agreed price. */
  isAgreed: boolean
}

/**
 * Prices a change of the stay of `facts.lead`. Nights of its order keep the price that they have
 * there, as do fees, taxes and extra guests while the property stays the same; nights that are
 * added have present prices. A stay of which no night is left is priced anew.
 *
 * @param asked `overrides` are those that the request sent
 * @param recalculates everything is priced anew
 */
export async function priceChange(
  ctx: Context,
  facts: QuoteFacts,
  asked: PricedTerms,
  recalculates = false,
): Promise<ChangedPrice> {
  const found = recalculates ? null : await findAgreement(ctx, facts, asked)
  if (!found) {
    const overrides = asked.overrides ?? (recalculates ? null : keptOverrides(facts, asked))
    return { priced: priceFacts(facts, { ...asked, overrides }), overrides, isAgreed: false }
  }
  const { order, nights, terms, isSamePlace } = found
  const sent = asked.overrides
  const overrides = sent ?? (isSamePlace ? order.quote_overrides : null)
  const replaced = [sent, order.quote_overrides].some(one => one?.rent?.rentNetPrice != null)
  const agreed: Agreed = {
    nights: sent && replaced ? null : nights,
    formerNights: sent || !isSamePlace ? null : order.rent_breakdowns.length,
    multiplier: terms ? terms.multiplier : facts.multiplier,
    share: terms?.share ?? null,
  }
  const priced = priceFacts(withTerms(facts, terms, sent), { ...asked, overrides, agreed })
  const isScaled = !sent && overrides?.rent != null
  const stored = isScaled ? scaled(overrides, priced) : overrides
  return { priced, overrides: stored, isAgreed: true }
}

interface Agreement {
  order: QuotedOrder
  nights: Map<string, AgreedNight>
  /** Null: not known, or those of another property. */
  terms: Terms | null
  isSamePlace: boolean
}

/** Agreed prices of the stay; null: none, as of an inquiry that was never held or booked. */
async function findAgreement(
  ctx: Context,
  facts: QuoteFacts,
  stay: Pick<PricedTerms, 'checkIn' | 'checkOut'>,
): Promise<Agreement | null> {
  const { lead } = facts
  const order = lead?.order
  if (!lead || !order || lead.status === 'NEW' || order.currency !== facts.currency) return null
  const all = [...nightsOf(order)]
  const within = all.filter(([date]) => date >= stay.checkIn && date < stay.checkOut)
  const isSamePlace = lead.property_uid === facts.uid
  const kept = isSamePlace ? within : await equallyPriced(ctx, facts, lead, within)
  if (kept.length === 0) return null
  const terms = isSamePlace && order.terms ? readTerms(order.terms) : null
  return { order, nights: new Map(kept), terms, isSamePlace }
}

/**
 * The nights of an order. One of a release before does not say what they were before the rate
 * multiplier: that is shared out by what they cost.
 */
function nightsOf(order: QuotedOrder): Map<string, AgreedNight> {
  const nights = order.rent_breakdowns.map(night => {
    const { nightlyDate: date, nightlyAmount: amount, nightlyBaseAmount: base = amount } = night
    return { date, amount: new Big(amount), base: new Big(base) }
  })
  const sum = (which: 'amount' | 'base') =>
    nights.reduce((total, night) => total.plus(night[which]), new Big(0))
  const [whole, wholeBase] = [sum('amount'), new Big(order.rent_base_net_price)]
  const isKnown = sum('base').eq(wholeBase) || whole.eq(0)
  let [spent, given] = [new Big(0), new Big(0)]
  return new Map(
    nights.map(({ date, amount, base }) => {
      if (isKnown) return [date, { amount, base }]
      spent = spent.plus(amount)
      const upToNow = roundMoney(wholeBase.times(spent).div(whole), order.currency)
      const share = upToNow.minus(given)
      given = upToNow
      return [date, { amount, base: share }]
    }),
  )
}

/**
 * The nights for which another property asks as much as the lead's own, both at present: a guest
 * who goes to a house of the same price pays what was agreed.
 */
async function equallyPriced(
  ctx: Context,
  facts: QuoteFacts,
  lead: QuotedLead,
  nights: [string, AgreedNight][],
): Promise<[string, AgreedNight][]> {
  const [first, last] = [nights[0]?.[0], nights.at(-1)?.[0]]
  if (!first || !last || lead.property_uid === null) return []
  const [from, to] = [dayOf(first), dayOf(last) + 1]
  const place = { propertyUid: lead.property_uid, leadUid: null, promoCode: null, pricesOnly: true }
  const former = await findQuoteFacts(ctx, { ...place, from, to })
  if (!former || former.currency !== facts.currency) return []
  const stay = { checkIn: first, checkOut: dateOf(to), currency: facts.currency }
  const prices = (of: QuoteFacts) =>
    new Map(
      listedNights({ ...stay, property: of, periods: of.periods }).map(n => [n.date, n.price]),
    )
  const [here, there] = [prices(former), prices(facts)]
  return nights.filter(([date]) => here.get(date)!.eq(there.get(date)!))
}

/** A property as it was when the order was priced; its nights have present prices. */
function withTerms(
  facts: QuoteFacts,
  terms: Terms | null,
  sent: QuoteOverrides | null,
): QuoteFacts {
  if (!terms) return facts
  const named = (sent?.fees?.otherFees ?? []).flatMap(({ feeUid }) => asUid(feeUid ?? '') ?? [])
  return { ...facts, ...terms.prices, fees: feesOf(terms.fees, facts.fees, named) }
}

/** Overridden prices of nights as they are of the changed stay. */
function scaled(overrides: QuoteOverrides, { rent }: PricedStay): QuoteOverrides {
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

/** Overrides of an inquiry outlive a change that keeps property and dates. */
function keptOverrides(
  { uid, lead }: QuoteFacts,
  { checkIn, checkOut }: Pick<PricedTerms, 'checkIn' | 'checkOut'>,
): QuoteOverrides | null {
  if (!lead || lead.property_uid !== uid) return null
  if (lead.check_in !== checkIn || lead.check_out !== checkOut) return null
  return lead.order?.quote_overrides ?? null
}
