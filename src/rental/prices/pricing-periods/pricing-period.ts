/** What a date changes of a property's own price and stay rules: contract/pricing.md §5. */
import type { Selectable } from 'kysely'
import type { PricingPeriodsTable } from '../../tables.ts'

export type PricingPeriod = Selectable<PricingPeriodsTable>

/** What a date's record holds; null leaves a thing to the property's settings. */
export type PeriodValues = Omit<PricingPeriod, 'agency_uid' | 'property_uid' | 'date'>

/** What is to become of a date's record. */
export interface PeriodChange {
  /** What was there goes first. */
  clears: boolean
  /** What is set then; null clears it, what is left out stays. */
  values: Partial<PeriodValues>
}

export const noValues: PeriodValues = {
  price: null,
  minimum_stay: null,
  available_for_check_in: null,
  available_for_check_out: null,
  name: null,
}

/** A record after a change. */
export function changed(present: PeriodValues, change: PeriodChange): PeriodValues {
  return { ...(change.clears ? noValues : present), ...change.values }
}

/** One change that does what two do, one after the other. */
export function combined(first: PeriodChange, then: PeriodChange): PeriodChange {
  if (then.clears) return then
  return { clears: first.clears, values: { ...first.values, ...then.values } }
}

/** Whether a record holds nothing; such a one is not kept. */
export function isBlank(values: PeriodValues): boolean {
  return isSame(values, noValues)
}

/** Whether two records mean the same; a price is the same however many digits it has. */
export function isSame(a: PeriodValues, b: PeriodValues): boolean {
  const keys = Object.keys(noValues) as (keyof PeriodValues)[]
  return keys.every(key => (key === 'price' ? isEqual(a[key], b[key]) : a[key] === b[key]))
}

function isEqual(a: string | null, b: string | null): boolean {
  return a === null || b === null ? a === b : Number(a) === Number(b)
}
