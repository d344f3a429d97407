/** List prices of nights: steps 2 and 3 of contract/pricing.md §7. */
import Big from 'big.js'
import { dateOf, dayOf } from '../../../platform/dates/dates.ts'
import { listPrice } from '../availability/list-price.ts'
import type { PriceRules, StayToPrice } from '../quotes/quote.ts'
import { isWeekendNight } from '../stays/stay.ts'

/** Night with its price before stay rules, multiplier, guests and discount: `L(d)`. */
export interface ListedNight {
  date: string
  price: Big
}

type ListedStay = Pick<StayToPrice, 'property' | 'currency' | 'periods' | 'checkIn' | 'checkOut'>

/** Returns the nights of a stay at their list prices. Nights of equal price share one object. */
export function listedNights(stay: ListedStay): ListedNight[] {
  const { property, currency, periods } = stay
  const prices = { ...property, currency }
  const priceByKey = new Map<string, Big>()
  const nights: ListedNight[] = []
  const end = dayOf(stay.checkOut)
  for (let night = dayOf(stay.checkIn); night < end; night++) {
    const period = periods.get(night)
    const priceKey = period?.price ?? (isWeekendNight(night) ? 'weekend' : 'weekday')
    const price = priceByKey.get(priceKey) ?? listPrice(prices, period, night)
    priceByKey.set(priceKey, price)
    nights.push({ date: dateOf(night), price })
  }
  return nights
}

/**
 * Returns the factor of the rules: (1 + s)(1 − t), s by the length of the stay, t by the days from
 * today to check-in. Only the largest discount t counts.
 */
export function ruleFactor(rules: PriceRules, nights: number, daysAhead: number): Big {
  const discounts = rules.pricing_rules
    .filter(({ ruleType, threshold }) =>
      ruleType === 'LAST_MINUTE_DISCOUNT' ? daysAhead <= threshold : daysAhead >= threshold,
    )
    .map(({ priceChange }) => Math.abs(priceChange))
  const percent = Math.max(0, ...discounts)
  return stayLengthRate(rules, nights).plus(1).times(new Big(100).minus(percent).times('0.01'))
}

/** Returns s: a discount for long stays, monthly before weekly, or a surcharge for short ones. */
function stayLengthRate(rules: PriceRules, nights: number): Big {
  const { decrease_rate_monthly: monthlyRate, decrease_rate_higher_bound_monthly: monthlyBound } =
    rules
  const isReached = (bound: number | null) => bound !== null && bound > 0 && nights >= bound
  if (isReached(monthlyBound) && Number(monthlyRate ?? 0) > 0)
    return new Big(monthlyRate!).times(-1)
  if (isReached(rules.decrease_rate_higher_bound)) return new Big(rules.decrease_rate).times(-1)
  return nights < rules.increase_rate_lower_bound ? new Big(rules.increase_rate) : new Big(0)
}
