/** Prices and stay rules of single dates, instead of the property's: contract/pricing.md §5. */
import type { Selectable } from 'kysely'
import type { PricingPeriodsTable } from '../../tables.ts'

export type PricingPeriod = Selectable<PricingPeriodsTable>

/** Values of a date; null: the setting of the property applies. */
export type PeriodValues = Omit<PricingPeriod, 'agency_uid' | 'property_uid' | 'date'>

/** Change of the values of a date. */
export interface PeriodChange {
  /** True: all values are cleared first. */
  clears: boolean
  /** Values to set; null clears a value, omitted values do not change. */
  values: Partial<PeriodValues>
}

export const noValues: PeriodValues = {
  price: null,
  minimum_stay: null,
  available_for_check_in: null,
  available_for_check_out: null,
  name: null,
}

/** Returns the values of a date after a change. */
export function applyChange(current: PeriodValues, change: PeriodChange): PeriodValues {
  return { ...(change.clears ? noValues : current), ...change.values }
}

/** Combines two consecutive changes into one. */
export function combineChanges(earlier: PeriodChange, later: PeriodChange): PeriodChange {
  if (later.clears) return later
  return { clears: earlier.clears, values: { ...earlier.values, ...later.values } }
}

/** Returns true if all values are null; such a pricing period is not stored. */
export function isBlank(values: PeriodValues): boolean {
  return isSame(values, noValues)
}

/** Returns true if two pricing periods are equal; prices are compared as numbers. */
export function isSame(a: PeriodValues, b: PeriodValues): boolean {
  const keys = Object.keys(noValues) as (keyof PeriodValues)[]
  return keys.every(key => (key === 'price' ? isSamePrice(a[key], b[key]) : a[key] === b[key]))
}

function isSamePrice(a: string | null, b: string | null): boolean {
  return a === null || b === null ? a === b : Number(a) === Number(b)
}
