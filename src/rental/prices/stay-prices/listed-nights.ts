/** What a night costs: steps 2 and 3 of contract/pricing.md §7. */
import Big from 'big.js'
import { dateOf, dayOf } from '../../../platform/dates.ts'
import { listPrice } from '../calendar-facts/list-price.ts'
import type { PriceRules, StayToPrice } from '../quotes/quote.ts'
import { isWeekendNight } from '../stays/stay.ts'

/** A night with its price before stay rules, multiplier, guests and discount: `L(d)`. */
export interface ListedNight {
  date: string
  price: Big
}

/** Inputs of list prices. */
type ListedStay = Pick<StayToPrice, 'property' | 'currency' | 'periods' | 'checkIn' | 'checkOut'>

/** The nights of a stay at their list prices. Nights of equal price share one amount. */
export function listedNights(stay: ListedStay): ListedNight[] {
  const { property, currency, periods } = stay
  const prices = { ...property, currency }
  const known = new Map<string, Big>()
  const nights: ListedNight[] = []
  const end = dayOf(stay.checkOut)
  for (let night = dayOf(stay.checkIn); night < end; night++) {
    const period = periods.get(night)
    const kind = period?.price ?? (isWeekendNight(night) ? 'weekend' : 'weekday')
    const price = known.get(kind) ?? listPrice(prices, period, night)
    known.set(kind, price)
    nights.push({ date: dateOf(night), price })
  }
  return nights
}

/**
 * What the rules make of a price: (1 + s)(1 − t), s by the length of the stay, t by the days from
 * today to check-in, of which only the largest reduction counts.
 */
export function ruleFactor(rules: PriceRules, nights: number, daysAhead: number): Big {
  const reductions = rules.pricing_rules
    .filter(({ ruleType, threshold }) =>
      ruleType === 'LAST_MINUTE_DISCOUNT' ? daysAhead <= threshold : daysAhead >= threshold,
    )
    .map(({ priceChange }) => Math.abs(priceChange))
  const percent = Math.max(0, ...reductions)
  return stayLengthRate(rules, nights).plus(1).times(new Big(100).minus(percent).times('0.01'))
}

/** s: less for long stays, the monthly rate before the weekly one, or more for short ones. */
function stayLengthRate(rules: PriceRules, nights: number): Big {
  const { decrease_rate_monthly: monthlyRate, decrease_rate_higher_bound_monthly: month } = rules
  const reaches = (bound: number | null) => bound !== null && bound > 0 && nights >= bound
  if (reaches(month) && Number(monthlyRate ?? 0) > 0) return new Big(monthlyRate!).times(-1)
  if (reaches(rules.decrease_rate_higher_bound)) return new Big(rules.decrease_rate).times(-1)
  return nights < rules.increase_rate_lower_bound ? new Big(rules.increase_rate) : new Big(0)
}
