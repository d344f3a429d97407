/**
 * Check-in and check-out of a lead in local time and UTC: contract/leads.md §5, general.md §8.
 * Pure.
 */
import { dateLength, resolveLocal } from '../../../platform/dates/dates.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { LeadRow } from '../leads/lead.ts'
import { rangeError } from '../leads/lead-body.ts'

/** Time zone, check-in hour and check-out hour of a property. */
export interface StayTimes {
  time_zone: string
  check_in_time_start: number
  check_out_time: number
}

/** Check-in and check-out, each a date or a local date-time; null: unchanged. */
export interface StayEnds {
  checkIn: string | null
  checkOut: string | null
}

export type StayColumns = Pick<
  LeadRow,
  'check_in_local' | 'check_out_local' | 'check_in_at' | 'check_out_at'
>

/**
 * Returns the columns of a stay at a property; a date gets the property's time of day.
 *
 * @throws ApiError INVALID_DATE_RANGE
 */
export function stayColumns(
  ends: StayEnds,
  times: StayTimes,
  { isBlock, current }: { isBlock: boolean; current?: StayColumns },
): StayColumns {
  // A new lead has no former times, but both ends, which its parser has checked.
  const checkInText = ends.checkIn ?? current?.check_in_local ?? ''
  const checkOutText = ends.checkOut ?? current?.check_out_local ?? ''
  const checkIn = resolveLocal(atHour(checkInText, times.check_in_time_start), times.time_zone)
  const checkOut = resolveLocal(atHour(checkOutText, times.check_out_time), times.time_zone)
  const message = rangeError(checkIn.local, checkOut.local, { isBlock })
  if (message) throw new ApiError('INVALID_DATE_RANGE', message)
  return {
    check_in_local: checkIn.local,
    check_out_local: checkOut.local,
    check_in_at: checkIn.at,
    check_out_at: checkOut.at,
  }
}

/** Adds a time of day to a date; a date-time is returned as it is. */
function atHour(dateOrTime: string, hour: number): string {
  return dateOrTime.length > dateLength
    ? dateOrTime
    : `${dateOrTime}T${String(hour).padStart(2, '0')}:00:00`
}
