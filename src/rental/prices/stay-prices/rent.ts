/** Rent: steps 2 to 9 of contract/pricing.md §7. */
import Big from 'big.js'
import { dayOf } from '../../../platform/dates/dates.ts'
import { roundMoney, sumAmounts } from '../../../platform/money.ts'
import type { AgreedNight, Discount, Night, Rent, StayToPrice } from '../quotes/quote.ts'
import { prorate } from './fee-rows.ts'
import { type ListedNight, listedNights, ruleFactor } from './listed-nights.ts'

const zero = new Big(0)

/** Calculates the rent. `daysAhead` counts from today to check-in and may be negative. */
export function calculateRent(stay: StayToPrice, daysAhead: number): Rent {
  const { currency } = stay
  const listed = listedNights(stay)
  const nights = priceNights(stay, listed, daysAhead)
  const rentNetPrice = sumAmounts(nights.map(({ amount }) => amount))
  const rentBaseNetPrice = sumAmounts(nights.map(({ base }) => base))
  const extraGuests = priceExtraGuests(stay, nights.length)
  const listPrice = rentNetPrice.plus(extraGuests.amount)
  const discount = calculateDiscount(stay, listPrice)
  const netPrice = discount ? listPrice.minus(discount.amount) : listPrice
  const taxationRate = taxRate(stay, nights.length)
  const taxAmount = roundMoney(netPrice.times(taxationRate), currency)
  return {
    nights,
    rentNetPrice,
    rentBaseNetPrice,
    extraGuestsNetPrice: extraGuests.amount,
    extraGuestsBaseNetPrice: extraGuests.base,
    rateMultiplierAmount: listPrice.minus(rentBaseNetPrice).minus(extraGuests.base),
    listPrice,
    discount,
    netPrice,
    taxationRate,
    taxAmount,
    grossPrice: netPrice.plus(taxAmount),
  }
}

/** Steps 3, 5 and 6: rules and multiplier, or the price of an override, or agreed prices. */
function priceNights(stay: StayToPrice, listed: ListedNight[], daysAhead: number): Night[] {
  const { currency, overrides, agreed } = stay
  const override = overrides?.rent?.rentNetPrice ?? null
  if (agreed?.nights) {
    const nights = mergeAgreedNights(stay, listed, agreed.nights)
    // An overridden rent has no separate price before the rate multiplier.
    return override === null ? nights : nights.map(night => ({ ...night, base: night.amount }))
  }
  if (override !== null)
    return distributeOverride(roundMoney(new Big(override), currency), listed, currency)
  return priceNewNights(stay, listed, { nights: listed.length, daysAhead })
}

/** Returns nights at present prices; rules depend on the length of stay and the days until it. */
function priceNewNights(
  { currency, rules, multiplier }: StayToPrice,
  listed: ListedNight[],
  { nights, daysAhead }: { nights: number; daysAhead: number },
): Night[] {
  const factor = rules && ruleFactor(rules, nights, daysAhead)
  // Nights of equal price share one `Big` (see `listedNights`): each price is calculated once.
  const nightByPrice = new Map<Big, { base: Big; amount: Big }>()
  return listed.map(({ date, price }) => {
    let night = nightByPrice.get(price)
    if (!night) {
      const base = factor ? roundMoney(price.times(factor), currency) : price
      night = { base, amount: applyRateMultiplier(base, multiplier, currency) }
      nightByPrice.set(price, night)
    }
    return { date, ...night }
  })
}

/**
 * Returns agreed nights at their price and others at present ones, by the length of the whole stay.
 * The rules for late and early bookings use the days until the first of the added nights, because
 * the check-in may be long ago.
 */
function mergeAgreedNights(
  stay: StayToPrice,
  listed: ListedNight[],
  agreed: ReadonlyMap<string, AgreedNight>,
): Night[] {
  const today = dayOf(stay.today)
  const nights: Night[] = []
  let added: ListedNight[] = []
  const priceAdded = () => {
    const [firstAdded] = added
    if (!firstAdded) return
    const ruleInputs = { nights: listed.length, daysAhead: dayOf(firstAdded.date) - today }
    nights.push(...priceNewNights(stay, added, ruleInputs))
    added = []
  }
  for (const night of listed) {
    const agreedNight = agreed.get(night.date)
    if (agreedNight) {
      priceAdded()
      nights.push({ date: night.date, ...agreedNight })
    } else added.push(night)
  }
  priceAdded()
  return nights
}

/**
 * Distributes an overridden rent over the nights by cumulative shares of their list prices: the sum
 * is exact and no night is negative (contract/orders.md §3.1).
 */
function distributeOverride(total: Big, listed: ListedNight[], currency: string): Night[] {
  const listTotal = sumAmounts(listed.map(({ price }) => price))
  // Nights without list prices get equal parts.
  const hasEqualWeights = listTotal.eq(0)
  const totalWeight = hasEqualWeights ? new Big(listed.length) : listTotal
  let cumulativeWeight = zero
  let distributed = zero
  return listed.map(({ date, price }) => {
    cumulativeWeight = cumulativeWeight.plus(hasEqualWeights ? 1 : price)
    const cumulative = roundMoney(total.times(cumulativeWeight).div(totalWeight), currency)
    const amount = cumulative.minus(distributed)
    distributed = cumulative
    return { date, base: amount, amount }
  })
}

/** Steps 4 to 6 for guests above the base number. */
function priceExtraGuests(stay: StayToPrice, nights: number): { base: Big; amount: Big } {
  const override = stay.overrides?.rent?.extraGuestsNetPrice ?? null
  if (override === null) return calculateExtraGuests(stay, nights)
  const amount = prorateExtraGuests(stay, new Big(override), nights)
  return { base: amount, amount }
}

function calculateExtraGuests(stay: StayToPrice, nights: number): { base: Big; amount: Big } {
  const { property, currency, guests, agreed } = stay
  const extraGuests = Math.max(0, guests - property.base_guests)
  const base = roundMoney(new Big(property.extra_guest_fee).times(extraGuests * nights), currency)
  const multiplier = agreed ? agreed.multiplier : stay.multiplier
  return { base, amount: applyRateMultiplier(base, multiplier, currency) }
}

/** Returns an overridden price, prorated by the nights of the former stay that remain. */
function prorateExtraGuests(stay: StayToPrice, override: Big, nights: number): Big {
  const { currency, agreed } = stay
  const { formerNights = null, nights: agreedNights = null } = agreed ?? {}
  // The override was given for the present nights.
  if (formerNights === null) return roundMoney(override, currency)
  const remaining = agreedNights?.size ?? nights
  const isUnchanged = remaining === nights && remaining === formerNights
  if (isUnchanged) return roundMoney(override, currency)
  // Added nights are charged at present prices.
  const prorated = roundMoney(override.times(remaining).div(formerNights), currency)
  return prorated.plus(calculateExtraGuests(stay, nights - remaining).amount)
}

function applyRateMultiplier(base: Big, multiplier: string | null, currency: string): Big {
  if (multiplier === null) return base
  return roundMoney(base.times(new Big(multiplier).plus(1)), currency)
}

/** Step 8: a discount is at most the price that it reduces. */
function calculateDiscount(stay: StayToPrice, listPrice: Big): Discount | null {
  const { promoCode: code, currency, agreed } = stay
  if (code === null) return null
  const { uid: promoCodeUid, code: name, discount_type, discount_amount } = code
  const value = new Big(discount_amount)
  if (discount_type === 'PERCENT') {
    const amount = roundMoney(listPrice.times(value).times('0.01'), currency)
    return { promoCodeUid, code: name, type: 'PERCENT', amount, percent: value }
  }
  const reduction = roundMoney(prorate(value, agreed), currency)
  const amount = reduction.lt(listPrice) ? reduction : listPrice
  return { promoCodeUid, code: name, type: 'AMOUNT', amount, percent: null }
}

/** Step 9: long stays may be exempt from rent tax. */
function taxRate({ property }: StayToPrice, nights: number): Big {
  const {
    ignore_tax_rate_charge_over_x_days: exemptsLongStays,
    days_over_which_tax_rate_charge_should_be_ignored: taxedNightsMax,
  } = property
  return exemptsLongStays && nights > taxedNightsMax ? zero : new Big(property.tax_rate)
}
