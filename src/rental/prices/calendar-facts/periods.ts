/** The pricing periods of some days, as columns; an object is made of one where it is asked for. */
import type { Period } from '../stays/stay.ts'

/** A column of values, each at the place of its day; none: they are all null. */
type Column<T> = readonly (T | null)[] | null

export interface PeriodColumns {
  /** The first day that has a period; null: none has. */
  first: number | null
  /** The days that have one, in their order; null: all of them follow the first. */
  days: readonly number[] | null
  prices: readonly (string | null)[]
  minimumStays: Column<number>
  checkIns: Column<boolean>
  checkOuts: Column<boolean>
}

/** Periods under the days that have one. */
export class Periods {
  readonly columns: PeriodColumns
  readonly #places: Map<number, number> | null

  constructor(columns: PeriodColumns) {
    this.columns = columns
    const { days } = columns
    this.#places = days && new Map(days.map((day, i) => [day, i]))
  }

  /** Where the columns have what is so on a day; -1: it has no period. */
  placeOf(day: number): number {
    const { first, prices } = this.columns
    if (this.#places) return this.#places.get(day) ?? -1
    const place = day - (first ?? Infinity)
    return place >= 0 && place < prices.length ? place : -1
  }

  get(day: number): Period | undefined {
    const place = this.placeOf(day)
    return place < 0 ? undefined : this.at(place)
  }

  at(place: number): Period {
    const { prices, minimumStays, checkIns, checkOuts } = this.columns
    return {
      price: prices[place]!,
      minimum_stay: minimumStays?.[place] ?? null,
      available_for_check_in: checkIns?.[place] ?? null,
      available_for_check_out: checkOuts?.[place] ?? null,
    }
  }
}
