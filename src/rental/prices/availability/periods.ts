/** Pricing periods in columns; objects are created on demand. */
import type { Period } from '../stays/stay.ts'

/** Column with a value for each day that has a period; null: all values are null. */
type Column<T> = readonly (T | null)[] | null

export interface PeriodColumns {
  /** First day with a period; null: there are none. */
  first: number | null
  /** Days with a period, sorted; null: they are consecutive. */
  days: readonly number[] | null
  prices: readonly (string | null)[]
  minimumStays: Column<number>
  checkIns: Column<boolean>
  checkOuts: Column<boolean>
}

/** Pricing periods by day. */
export class Periods {
  readonly columns: PeriodColumns
  readonly #indices: Map<number, number> | null

  constructor(columns: PeriodColumns) {
    this.columns = columns
    const { days } = columns
    this.#indices = days && new Map(days.map((day, i) => [day, i]))
  }

  /** Returns the index of a day in the columns; -1: it has no period. */
  indexOf(day: number): number {
    const { first, prices } = this.columns
    if (this.#indices) return this.#indices.get(day) ?? -1
    const index = day - (first ?? Infinity)
    return index >= 0 && index < prices.length ? index : -1
  }

  get(day: number): Period | undefined {
    const index = this.indexOf(day)
    return index < 0 ? undefined : this.at(index)
  }

  at(index: number): Period {
    const { prices, minimumStays, checkIns, checkOuts } = this.columns
    return {
      price: prices[index]!,
      minimum_stay: minimumStays?.[index] ?? null,
      available_for_check_in: checkIns?.[index] ?? null,
      available_for_check_out: checkOuts?.[index] ?? null,
    }
  }
}
