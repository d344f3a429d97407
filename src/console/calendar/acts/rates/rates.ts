/** Changes of prices and stay rules of many nights, as operations of the interface. */
import type { BodyOf } from '../../../api/answer.ts'
import { dateOf } from '../../days.ts'
import type { House } from '../../lines.ts'
import type { Nights } from '../../nights.ts'

/** What is done to the price of each night; an amount may be negative. */
export type PriceChange =
  | { kind: 'keep' | 'usual' }
  | { kind: 'set' | 'percent' | 'amount'; value: number }

export interface RatesChange {
  price: PriceChange
  /** Null: back to that of the property; undefined: as it is. */
  minimumStay: number | null | undefined
  /** The same. */
  availableForCheckIn: boolean | null | undefined
}

export type Operation = BodyOf<'POST /pricing-periods/bulk'>['operations'][number]

/** Present prices of the nights from `from` on; null: not read. */
export interface RatedHouse {
  house: House
  prices: (number | null)[]
}

export function ratedHouse(
  house: House,
  from: number,
  to: number,
  nightsAt: (day: number) => Nights | undefined,
): RatedHouse {
  const prices: (number | null)[] = []
  for (let day = from; day <= to; day++) {
    const nights = nightsAt(day)
    prices.push(nights?.prices[day - nights.first] ?? null)
  }
  return { house, prices }
}

/** The price of a night after a change: never below 0, to the cent. */
export function newPrice(price: number | null, change: PriceChange): number | null {
  if (change.kind === 'set') return change.value
  if (price === null || change.kind === 'usual') return null
  const added = { keep: 0, percent: 0, amount: 0 }
  if (change.kind === 'percent') added.percent = (price * change.value) / 100
  if (change.kind === 'amount') added.amount = change.value
  return Math.max(0, Math.round((price + added.percent + added.amount) * 100) / 100)
}

/** Nights with the same outcome are one operation. */
export function operationsOf(
  houses: readonly RatedHouse[],
  from: number,
  change: RatesChange,
): Operation[] {
  const { price, minimumStay, availableForCheckIn } = change
  const rules = {
    ...(minimumStay === undefined ? {} : { minimumStay }),
    ...(availableForCheckIn === undefined ? {} : { availableForCheckIn }),
  }
  if (price.kind === 'keep' && Object.keys(rules).length === 0) return []
  return houses.flatMap(({ house, prices }) => {
    const values = prices.map(old => (price.kind === 'keep' ? undefined : newPrice(old, price)))
    return runsOf(values).map(([first, last, value]): Operation => {
      const dates = { from: dateOf(from + first), to: dateOf(from + last) }
      const priced = value === undefined ? {} : { price: value }
      const pricingPeriod = { propertyUid: house.propertyUid, ...dates, ...priced, ...rules }
      return { operation: 'SET', pricingPeriod }
    })
  })
}

/** From, to and value of neighbours that are alike. */
function runsOf<T>(values: readonly T[]): [first: number, last: number, value: T][] {
  const runs: [number, number, T][] = []
  for (const [i, value] of values.entries()) {
    const run = runs.at(-1)
    if (run && run[2] === value) run[1] = i
    else runs.push([i, i, value])
  }
  return runs
}
