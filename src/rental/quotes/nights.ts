/** What a night costs: steps 2 and 3 of contract/pricing.md §7. */
import Big from 'big.js'
import { dateOf, dayOf } from '../../platform/dates.ts'
import { roundMoney } from '../../platform/money.ts'
import { isWeekendNight } from '../calendar/stay.ts'
import type { NightPrice, PricingRules, PropertyPrices } from './quote.ts'

/** A night with its price before stay rules, multiplier, guests and discount: `L(d)`. */
export interface ListedNight {
  date: string
  price: Big
}

/**
 * The nights from `from` to `to`, the latter not included, at the property's rates or, where a
 * pricing period sets one, its price. Nights of equal price share one amount.
 */
export function listedNights(
  property: Pick<PropertyPrices, 'daily_rate' | 'weekend_adjustment_rate'>,
  currency: string,
  periods: readonly NightPrice[],
  { from, to }: { from: string; to: string },
): ListedNight[] {
  const daily = new Big(property.daily_rate)
  const weekend = daily.times(new Big(property.weekend_adjustment_rate).plus(1))
  const weekdayPrice = roundMoney(daily, currency)
  const weekendPrice = roundMoney(weekend, currency)
  const setPrices = pricesByDate(periods, currency)
  const nights: ListedNight[] = []
  const end = dayOf(to)
  for (let day = dayOf(from); day < end; day++) {
    const date = dateOf(day)
    const price = setPrices.get(date) ?? (isWeekendNight(day) ? weekendPrice : weekdayPrice)
    nights.push({ date, price })
  }
  return nights
}

function pricesByDate(periods: readonly NightPrice[], currency: string): Map<string, Big> {
  const amounts = new Map<string, Big>()
  const byDate = new Map<string, Big>()
  for (const { date, price } of periods) {
    if (price === null) continue
    const amount = amounts.get(price) ?? roundMoney(new Big(price), currency)
    amounts.set(price, amount)
    byDate.set(date, amount)
  }
  return byDate
}

/**
 * What the rules make of a price: (1 + s)(1 − t), s by the length of the stay, t by the days from
 * today to check-in, of which only the largest reduction counts.
 */
export function ruleFactor(rules: PricingRules, nights: number, daysAhead: number): Big {
  const reductions = rules.pricing_rules
    .filter(({ ruleType, threshold }) =>
      ruleType === 'LAST_MINUTE_DISCOUNT' ? daysAhead <= threshold : daysAhead >= threshold,
    )
    .map(({ priceChange }) => Math.abs(priceChange))
  const percent = Math.max(0, ...reductions)
  return stayLengthRate(rules, nights).plus(1).times(new Big(100).minus(percent).times('0.01'))
}

/** s: less for long stays, the monthly rate before the weekly one, or more for short ones. */
function stayLengthRate(rules: PricingRules, nights: number): Big {
  const { decrease_rate_monthly: monthlyRate, decrease_rate_higher_bound_monthly: month } = rules
  const reaches = (bound: number | null) => bound !== null && bound > 0 && nights >= bound
  if (reaches(month) && Number(monthlyRate ?? 0) > 0) return new Big(monthlyRate!).times(-1)
  if (reaches(rules.decrease_rate_higher_bound)) return new Big(rules.decrease_rate).times(-1)
  return nights < rules.increase_rate_lower_bound ? new Big(rules.increase_rate) : new Big(0)
}
