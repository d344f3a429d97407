/** What the calendars of all versions take and answer: contract/pricing.md §1, §2. */
import { dayOf } from '../../platform/dates.ts'
import { ApiError, invalidParameter } from '../../platform/errors.ts'
import {
  bool,
  count,
  date,
  listOf,
  nullable,
  number,
  oneOf,
  since,
  Type,
  text,
  uid,
} from '../../platform/rest/fields.ts'
import type { Days } from './facts.ts'
import { unavailabilityReasons } from './nights.ts'

/** The most dates of one call, and the most dates of all its properties together. */
const datesMax = 1_461
const entriesMax = 120_000
export const propertiesMax = 500

/** Both ends are included. */
export const rangeQuery = { from: date(), to: date() }

/**
 * The days from `from` to `to`, both included, of so many properties.
 *
 * @throws ApiError INVALID_DATE_RANGE, INVALID_PARAMETER over a cap
 */
export function readDays({ from, to }: { from: string; to: string }, properties = 1): Days {
  const days = { from: dayOf(from), to: dayOf(to) + 1 }
  const dates = days.to - days.from
  if (dates < 1) throw new ApiError('INVALID_DATE_RANGE', "'to' must not be before 'from'")
  if (dates > datesMax) {
    throw invalidParameter('to', `must be so that there are at most ${datesMax} dates`)
  }
  if (dates * properties > entriesMax) {
    throw invalidParameter('to', `must be so that there are at most ${entriesMax} entries in all`)
  }
  return days
}

const availability = {
  unavailable: bool(),
  unavailabilityReason: nullable(oneOf(unavailabilityReasons)),
  availableForCheckIn: bool(),
  availableForCheckOut: bool(),
  minimumStayLength: count(),
  maximumStayLength: count(),
  availableUnits: Type.Optional(since('3.1', count())),
}

const pricing = Type.Object({ value: number(), currency: text() })

/** A calendar; comments if they were asked for. */
export const calendar = Type.Object({
  propertyUid: uid(),
  entries: listOf(
    Type.Object({
      date: date(),
      pricing,
      availability: Type.Object({ ...availability, comments: Type.Optional(listOf(text())) }),
    }),
    datesMax,
  ),
})

/** The same in v2, where comments are notes. */
export const legacyCalendar = Type.Object({
  propertyUid: uid(),
  entries: listOf(
    Type.Object({
      date: date(),
      pricing,
      availability: Type.Object(availability),
      notes: Type.Optional(nullable(text())),
    }),
    datesMax,
  ),
})
