/** Rent: steps 2 to 9 of contract/pricing.md §7. */
import Big from 'big.js'
import { roundMoney, sumOf } from '../../../platform/money.ts'
import type { Discount, Discounting, Night, Rent, StayToPrice } from '../quotes/quote.ts'
import { type ListedNight, listedNights, ruleFactor } from './listed-nights.ts'

const zero = new Big(0)

/** The rent of a stay. `daysAhead` counts from today to check-in and may be negative. */
export function rentOf(stay: StayToPrice, daysAhead: number): Rent {
  const { currency } = stay
  const listed = listedNights(stay)
  const nights = nightsOf(stay, listed, daysAhead)
  const rentNetPrice = sumOf(nights.map(({ amount }) => amount))
  const rentBaseNetPrice = sumOf(nights.map(({ base }) => base))
  const extra = extraGuests(stay, nights.length)
  const net = rentNetPrice.plus(extra.amount)
  const discount = discountOf(stay.promoCode, net, currency)
  const netPrice = discount ? net.minus(discount.amount) : net
  const taxationRate = taxRate(stay, nights.length)
  const taxAmount = roundMoney(netPrice.times(taxationRate), currency)
  return {
    nights,
    rentNetPrice,
    rentBaseNetPrice,
    extraGuestsNetPrice: extra.amount,
    extraGuestsBaseNetPrice: extra.base,
    rateMultiplierAmount: net.minus(rentBaseNetPrice).minus(extra.base),
    listPrice: net,
    discount,
    netPrice,
    taxationRate,
    taxAmount,
    grossPrice: netPrice.plus(taxAmount),
  }
}

/** Steps 3, 5 and 6: rules and multiplier, or the price that an override sets. */
function nightsOf(stay: StayToPrice, listed: ListedNight[], daysAhead: number): Night[] {
  const { currency, rules, multiplier, overrides } = stay
  const wanted = overrides?.rent?.rentNetPrice ?? null
  if (wanted !== null) return spread(roundMoney(new Big(wanted), currency), listed, currency)
  const factor = rules && ruleFactor(rules, listed.length, daysAhead)
  const known = new Map<Big, { base: Big; amount: Big }>()
  return listed.map(({ date, price }) => {
    let night = known.get(price)
    if (!night) {
      const base = factor ? roundMoney(price.times(factor), currency) : price
      night = { base, amount: multiplied(base, multiplier, currency) }
      known.set(price, night)
    }
    return { date, ...night }
  })
}

/**
 * An overridden rent over the nights by cumulative shares of their list prices, so that the sum is
 * exact and no night is negative (contract/orders.md §3.1).
 */
function spread(total: Big, listed: ListedNight[], currency: string): Night[] {
  const whole = sumOf(listed.map(({ price }) => price))
  const isFree = whole.eq(0)
  const all = isFree ? new Big(listed.length) : whole
  let share = zero
  let given = zero
  return listed.map(({ date, price }) => {
    share = share.plus(isFree ? 1 : price)
    const upToNow = roundMoney(total.times(share).div(all), currency)
    const amount = upToNow.minus(given)
    given = upToNow
    return { date, base: amount, amount }
  })
}

/** Steps 4 to 6 for guests above the base number. */
function extraGuests(stay: StayToPrice, nights: number): { base: Big; amount: Big } {
  const { property, currency, guests, multiplier, overrides } = stay
  const wanted = overrides?.rent?.extraGuestsNetPrice ?? null
  if (wanted !== null) {
    const amount = roundMoney(new Big(wanted), currency)
    return { base: amount, amount }
  }
  const extra = Math.max(0, guests - property.base_guests)
  const base = roundMoney(new Big(property.extra_guest_fee).times(extra * nights), currency)
  return { base, amount: multiplied(base, multiplier, currency) }
}

function multiplied(base: Big, multiplier: string | null, currency: string): Big {
  if (multiplier === null) return base
  return roundMoney(base.times(new Big(multiplier).plus(1)), currency)
}

/** Step 8: a discount is never more than what it reduces. */
function discountOf(code: Discounting | null, listPrice: Big, currency: string): Discount | null {
  if (code === null) return null
  const { uid: promoCodeUid, code: word, discount_type, discount_amount } = code
  const value = new Big(discount_amount)
  if (discount_type === 'PERCENT') {
    const amount = roundMoney(listPrice.times(value).times('0.01'), currency)
    return { promoCodeUid, code: word, type: 'PERCENT', amount, percent: value }
  }
  const most = roundMoney(value, currency)
  const amount = most.lt(listPrice) ? most : listPrice
  return { promoCodeUid, code: word, type: 'AMOUNT', amount, percent: null }
}

/** Step 9: long stays may be free of rent tax. */
function taxRate({ property }: StayToPrice, nights: number): Big {
  const {
    ignore_tax_rate_charge_over_x_days: ignored,
    days_over_which_tax_rate_charge_should_be_ignored: days,
  } = property
  return ignored && nights > days ? zero : new Big(property.tax_rate)
}
