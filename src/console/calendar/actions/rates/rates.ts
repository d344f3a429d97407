/** Conversion of price and rule changes to operations of the API. */
import type { BodyOf } from '../../../api/response-types.ts'
import { dateOf } from '../../../shared/days.ts'
import type { CalendarProperty } from '../../../shared/property.ts'
import type { Nights } from '../../nights.ts'

/** Change of the price of each night; an amount may be negative. */
export type PriceChange =
  | { kind: 'keep' | 'usual' }
  | { kind: 'set' | 'percent' | 'amount'; value: number }

export interface RatesChange {
  price: PriceChange
  /** Null resets to the value of the property, undefined retains the present one. */
  minimumStay: number | null | undefined
  /** Null resets to the value of the property, undefined retains the present one. */
  availableForCheckIn: boolean | null | undefined
}

export type Operation = BodyOf<'POST /pricing-periods/bulk'>['operations'][number]

/** Present prices of a property, one per selected night; null if a night is not loaded. */
export interface PropertyRates {
  property: CalendarProperty
  prices: (number | null)[]
}

export function readRates(
  property: CalendarProperty,
  from: number,
  to: number,
  nightsAt: (day: number) => Nights | undefined,
): PropertyRates {
  const prices: (number | null)[] = []
  for (let day = from; day <= to; day++) {
    const nights = nightsAt(day)
    prices.push(nights?.prices[day - nights.firstDay] ?? null)
  }
  return { property, prices }
}

/**
 * Computes the new price of a night: at least 0, rounded to cents. Null if it is unknown, or if the
 * night gets the usual price again.
 */
export function newPrice(price: number | null, change: PriceChange): number | null {
  if (change.kind === 'set') return change.value
  if (price === null || change.kind === 'usual') return null
  let increase = 0
  if (change.kind === 'percent') increase = (price * change.value) / 100
  if (change.kind === 'amount') increase = change.value
  return Math.max(0, Math.round((price + increase) * 100) / 100)
}

/** Builds one operation for each run of nights with the same result. */
export function toOperations(
  properties: readonly PropertyRates[],
  from: number,
  change: RatesChange,
): Operation[] {
  const { price, minimumStay, availableForCheckIn } = change
  const rules = {
    ...(minimumStay === undefined ? {} : { minimumStay }),
    ...(availableForCheckIn === undefined ? {} : { availableForCheckIn }),
  }
  if (price.kind === 'keep' && Object.keys(rules).length === 0) return []
  return properties.flatMap(({ property, prices }) => {
    const values = prices.map(old => (price.kind === 'keep' ? undefined : newPrice(old, price)))
    return groupRuns(values).map(([first, last, value]): Operation => {
      const dates = { from: dateOf(from + first), to: dateOf(from + last) }
      const priceInput = value === undefined ? {} : { price: value }
      const pricingPeriod = { propertyUid: property.propertyUid, ...dates, ...priceInput, ...rules }
      return { operation: 'SET', pricingPeriod }
    })
  })
}

/** Groups equal neighbours into runs of first index, last index and value. */
function groupRuns<T>(values: readonly T[]): [first: number, last: number, value: T][] {
  const runs: [number, number, T][] = []
  for (const [i, value] of values.entries()) {
    const run = runs.at(-1)
    if (run && run[2] === value) run[1] = i
    else runs.push([i, i, value])
  }
  return runs
}
