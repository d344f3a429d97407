/** Rent: steps 2 to 9 of contract/pricing.md §7. */
import Big from 'big.js'
import { dayOf } from '../../../platform/dates.ts'
import { roundMoney, sumOf } from '../../../platform/money.ts'
import type { AgreedNight, Discount, Night, Rent, StayToPrice } from '../quotes/quote.ts'
import { shareOf } from './fee-rows.ts'
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
  const discount = discountOf(stay, net)
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

/** Steps 3, 5 and 6: rules and multiplier, the price that an override sets, or what was agreed. */
function nightsOf(stay: StayToPrice, listed: ListedNight[], daysAhead: number): Night[] {
  const { currency, overrides, agreed } = stay
  const wanted = overrides?.rent?.rentNetPrice ?? null
  if (agreed?.nights) {
    const nights = changedNights(stay, listed, agreed.nights)
    return wanted === null ? nights : nights.map(night => ({ ...night, base: night.amount }))
  }
  if (wanted !== null) return spread(roundMoney(new Big(wanted), currency), listed, currency)
  return presentNights(stay, listed, { nights: listed.length, daysAhead })
}

/** Nights at present prices; the rules go by the length of a stay and by the days until it. */
function presentNights(
  { currency, rules, multiplier }: StayToPrice,
  listed: ListedNight[],
  { nights, daysAhead }: { nights: number; daysAhead: number },
): Night[] {
  const factor = rules && ruleFactor(rules, nights, daysAhead)
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
 * Agreed nights at their price and the others at present ones, by the length of the whole stay.
 * Whether a rule for late or early bookings applies to added nights depends on the days until the
 * first of them, not on those until a check-in that may be long ago.
 */
function changedNights(
  stay: StayToPrice,
  listed: ListedNight[],
  agreed: ReadonlyMap<string, AgreedNight>,
): Night[] {
  const today = dayOf(stay.today)
  const nights: Night[] = []
  let added: ListedNight[] = []
  const priceAdded = () => {
    const [first] = added
    if (!first) return
    const ahead = { nights: listed.length, daysAhead: dayOf(first.date) - today }
    nights.push(...presentNights(stay, added, ahead))
    added = []
  }
  for (const night of listed) {
    const known = agreed.get(night.date)
    if (known) {
      priceAdded()
      nights.push({ date: night.date, ...known })
    } else added.push(night)
  }
  priceAdded()
  return nights
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
  const wanted = stay.overrides?.rent?.extraGuestsNetPrice ?? null
  if (wanted === null) return extraGuestsOf(stay, nights)
  const amount = agreedExtra(stay, new Big(wanted), nights)
  return { base: amount, amount }
}

function extraGuestsOf(stay: StayToPrice, nights: number): { base: Big; amount: Big } {
  const { property, currency, guests, agreed } = stay
  const extra = Math.max(0, guests - property.base_guests)
  const base = roundMoney(new Big(property.extra_guest_fee).times(extra * nights), currency)
  const multiplier = agreed ? agreed.multiplier : stay.multiplier
  return { base, amount: multiplied(base, multiplier, currency) }
}

/** An overridden price, that of the former stay by the share of its nights that remain. */
function agreedExtra(stay: StayToPrice, wanted: Big, nights: number): Big {
  const { currency, agreed } = stay
  const { formerNights = null, nights: known = null } = agreed ?? {}
  const kept = formerNights === null ? nights : (known?.size ?? nights)
  if (formerNights === null || (kept === nights && kept === formerNights)) {
    return roundMoney(wanted, currency)
  }
  const remaining = roundMoney(wanted.times(kept).div(formerNights), currency)
  return remaining.plus(extraGuestsOf(stay, nights - kept).amount)
}

function multiplied(base: Big, multiplier: string | null, currency: string): Big {
  if (multiplier === null) return base
  return roundMoney(base.times(new Big(multiplier).plus(1)), currency)
}

/** Step 8: a discount is never more than what it reduces. */
function discountOf(stay: StayToPrice, listPrice: Big): Discount | null {
  const { promoCode: code, currency, agreed } = stay
  if (code === null) return null
  const { uid: promoCodeUid, code: word, discount_type, discount_amount } = code
  const value = new Big(discount_amount)
  if (discount_type === 'PERCENT') {
    const amount = roundMoney(listPrice.times(value).times('0.01'), currency)
    return { promoCodeUid, code: word, type: 'PERCENT', amount, percent: value }
  }
  const most = roundMoney(shareOf(value, agreed), currency)
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
