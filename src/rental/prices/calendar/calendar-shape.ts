/** Schemas of calendars of all versions: contract/pricing.md §1, §2. */

import {
  checkDateRange,
  type DateRange,
  datesIn,
  readDatesMax,
} from '../../../platform/dates/date-range.ts'
import { dayOf } from '../../../platform/dates/dates.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import {
  bool,
  count,
  date,
  financial,
  listOf,
  named,
  nullable,
  number,
  oneOf,
  shape,
  since,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import type { Days } from '../availability/calendar-inputs.ts'
import { unavailabilityReasons } from './nights.ts'

/** Maximum numbers of entries and properties of one request. */
const entriesMax = 120_000
export const propertiesMax = 500

/** Date range, both ends inclusive. */
export const rangeQuery = { from: date(), to: date() }

/**
 * Reads a date range, both ends inclusive, that is requested for a number of properties.
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

const pricing = financial(Type.Object({ value: number(), currency: text() }))

/** Calendar, with comments if requested. */
export const calendar = shape('Calendar', {
  propertyUid: uid(),
  entries: listOf(
    Type.Object({
      date: date(),
      pricing,
      availability: Type.Object({ ...availability, comments: Type.Optional(listOf(text())) }),
      adjustedByCustomPricingPeriod: financial(bool()),
    }),
    readDatesMax,
  ),
})

/** Calendar in v2, where comments are called notes. */
export const legacyCalendar = shape('Calendar', {
  propertyUid: uid(),
  entries: listOf(
    Type.Object({
      date: date(),
      pricing,
      availability: Type.Object(availability),
      adjustedByCustomPricingPeriod: financial(bool()),
      notes: Type.Optional(nullable(text())),
    }),
    readDatesMax,
  ),
})
