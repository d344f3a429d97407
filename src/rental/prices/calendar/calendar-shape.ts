/** What the calendars of all versions take and answer: contract/pricing.md §1, §2. */

import {
  checkDateRange,
  type DateRange,
  datesIn,
  readDatesMax,
} from '../../../platform/date-range.ts'
import { dayOf } from '../../../platform/dates.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import {
  bool,
  count,
  date,
  listOf,
  named,
  nullable,
  number,
  oneOf,
  priced,
  shape,
  since,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import type { Days } from '../calendar-facts/facts.ts'
import { unavailabilityReasons } from './nights.ts'

/** Entries of one call at most, and properties. */
const entriesMax = 120_000
export const propertiesMax = 500

/** Both ends are included. */
export const rangeQuery = { from: date(), to: date() }

/**
 * The days from `from` to `to`, both included, of so many properties.
 *
 * @throws ApiError INVALID_DATE_RANGE, INVALID_PARAMETER over a cap
 */
export function readDays(range: DateRange, properties = 1): Days {
  checkDateRange(range)
  if (datesIn(range) * properties > entriesMax) {
    throw invalidParameter('to', `must give at most ${entriesMax} calendar entries from 'from' on`)
  }
  return { from: dayOf(range.from), to: dayOf(range.to) + 1 }
}

const availability = {
  unavailable: bool(),
  unavailabilityReason: nullable(named('UnavailabilityReason', oneOf(unavailabilityReasons))),
  availableForCheckIn: bool(),
  availableForCheckOut: bool(),
  minimumStayLength: count(),
  maximumStayLength: count(),
  availableUnits: Type.Optional(since('3.1', count())),
}

const pricing = priced(Type.Object({ value: number(), currency: text() }))

/** A calendar; comments if they were asked for. */
export const calendar = shape('Calendar', {
  propertyUid: uid(),
  entries: listOf(
    Type.Object({
      date: date(),
      pricing,
      availability: Type.Object({ ...availability, comments: Type.Optional(listOf(text())) }),
      adjustedByCustomPricingPeriod: priced(bool()),
    }),
    readDatesMax,
  ),
})

/** A calendar in v2, where comments are called notes. */
export const legacyCalendar = shape('Calendar', {
  propertyUid: uid(),
  entries: listOf(
    Type.Object({
      date: date(),
      pricing,
      availability: Type.Object(availability),
      adjustedByCustomPricingPeriod: priced(bool()),
      notes: Type.Optional(nullable(text())),
    }),
    readDatesMax,
  ),
})
