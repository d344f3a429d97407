/** When a lead's guests come and go, as it is kept: contract/leads.md §5, general.md §8. Pure. */
import { placedIn } from '../../../platform/dates.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { LeadRow } from '../leads/lead.ts'
import { rangeError } from '../leads/lead-body.ts'

/** What of a property decides times. */
export interface Times {
  time_zone: string
  check_in_time_start: number
  check_out_time: number
}

/** The ends of a stay, each a date or a local date-time; null keeps what the lead has. */
export interface Ends {
  checkIn: string | null
  checkOut: string | null
}

/** A lead's stay as its columns tell it. */
export type StayColumns = Pick<
  LeadRow,
  'check_in_local' | 'check_out_local' | 'check_in_at' | 'check_out_at'
>

/**
 * The columns of a stay at a property: a date takes the property's time of day.
 *
 * @throws ApiError INVALID_DATE_RANGE
 */
export function stayColumns(
  ends: Ends,
  times: Times,
  { isBlock, kept }: { isBlock: boolean; kept?: StayColumns },
): StayColumns {
  const checkInText = ends.checkIn ?? kept?.check_in_local ?? ''
  const checkOutText = ends.checkOut ?? kept?.check_out_local ?? ''
  const checkIn = placedIn(atHour(checkInText, times.check_in_time_start), times.time_zone)
  const checkOut = placedIn(atHour(checkOutText, times.check_out_time), times.time_zone)
  const message = rangeError(checkIn.local, checkOut.local, isBlock)
  if (message) throw new ApiError('INVALID_DATE_RANGE', message)
  return {
    check_in_local: checkIn.local,
    check_out_local: checkOut.local,
    check_in_at: checkIn.at,
    check_out_at: checkOut.at,
  }
}

function atHour(text: string, hour: number): string {
  return text.length > 10 ? text : `${text}T${String(hour).padStart(2, '0')}:00:00`
}
