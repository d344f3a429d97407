import { dayOf } from './dates.ts'
import { ApiError, invalidParameter } from './errors.ts'

/** Two civil dates, both included. */
export interface DateRange {
  from: string
  to: string
}

/** The dates of a read at most, four years: contract/pricing.md §1. */
export const readDatesMax = 1_461

/** How many dates a range has. */
export function datesIn({ from, to }: DateRange): number {
  return dayOf(to) - dayOf(from) + 1
}

/**
 * Checks a range that a request names; `datesMax` is its cap.
 *
 * @throws ApiError INVALID_DATE_RANGE, INVALID_PARAMETER above the cap
 */
export function checkDateRange(range: DateRange, datesMax = readDatesMax): void {
  if (range.to < range.from) {
    throw new ApiError('INVALID_DATE_RANGE', "'to' must not be before 'from'")
  }
  if (datesIn(range) > datesMax) {
    throw invalidParameter('to', `must span at most ${datesMax} dates from 'from' on`)
  }
}
