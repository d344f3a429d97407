import { ApiError, invalidParameter } from '../errors.ts'
import { dayOf } from './dates.ts'

/** Two civil dates, both included. */
export interface DateRange {
  from: string
  to: string
}

/** Maximum number of dates in a read, four years: contract/pricing.md §1. */
export const readDatesMax = 1_461

export function datesIn({ from, to }: DateRange): number {
  return dayOf(to) - dayOf(from) + 1
}

/**
 * Checks the range of a request, which spans at most `datesMax` dates.
 *
 * @throws ApiError INVALID_DATE_RANGE, INVALID_PARAMETER above the maximum
 */
export function checkDateRange(range: DateRange, datesMax = readDatesMax): void {
  if (range.to < range.from) {
    throw new ApiError('INVALID_DATE_RANGE', "'to' must not be before 'from'")
  }
  if (datesIn(range) > datesMax) {
    throw invalidParameter('to', `must span at most ${datesMax} dates from 'from' on`)
  }
}
