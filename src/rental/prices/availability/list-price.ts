import Big from 'big.js'
import type { Selectable } from 'kysely'
import { roundMoney } from '../../../platform/money.ts'
import type { PropertiesTable } from '../../tables.ts'
import { isWeekendNight, type Period } from '../stays/stay.ts'

/** Columns of a property that determine list prices; `currency` is the effective one. */
export type PriceRules = Pick<
  Selectable<PropertiesTable>,
  'daily_rate' | 'weekend_adjustment_rate' | 'currency'
>

/**
 * Returns the list price L(d) of a night, rounded to the currency: the price of its period, or the
 * daily rate, adjusted on weekend nights (contract/pricing.md §7, step 2).
 */
export function listPrice(
  rules: PriceRules,
  period: Pick<Period, 'price'> | undefined,
  night: number,
): Big {
  const { daily_rate, weekend_adjustment_rate, currency } = rules
  if (period?.price != null) return roundMoney(new Big(period.price), currency)
  const adjustment = isWeekendNight(night) ? new Big(weekend_adjustment_rate).plus(1) : 1
  return roundMoney(new Big(daily_rate).times(adjustment), currency)
}
