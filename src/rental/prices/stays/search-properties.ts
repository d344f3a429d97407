import type { Context } from '../../../context.ts'
import { dayOf } from '../../../platform/dates/dates.ts'
import { toStayInputs } from '../availability/calendar-inputs.ts'
import { listActiveCalendarInputs } from '../calendar/calendar.ts'
import { checkStay, type Stay } from './stay.ts'

export interface StaySearch {
  agencyUid: string
  stay: Stay
  /** Null: any number. */
  minimumGuests: number | null
}

/**
 * Lists the accessible active properties of an agency that are available for a stay, break no rule
 * of it and accommodate the guests, newest first (contract/properties.md §5.1).
 */
export async function searchProperties(
  ctx: Context,
  { agencyUid, stay, minimumGuests }: StaySearch,
): Promise<string[]> {
  const range = { a: dayOf(stay.checkIn), b: dayOf(stay.checkOut) }
  // Includes the date of check-out, whose pricing period may not allow it.
  const days = { from: range.a, to: range.b + 1 }
  const inputs = await listActiveCalendarInputs(ctx, agencyUid, minimumGuests ?? 0, { days })
  const now = ctx.clock.now()
  // The query compares the number of guests.
  const rules = { guests: null, stayRules: true }
  const available = inputs.filter(
    property => checkStay(toStayInputs(property, range, now), stay, rules) === null,
  )
  return available.map(({ uid }) => uid)
}
