/** Conversion of calendar times to local times of a zone. */
import ICAL from 'ical.js'
import { isTimeZone } from '../dates/dates.ts'

/** Time in a calendar: wall time, and zone if there is one. */
export interface CalendarTime {
  time: ICAL.Time
  tzid: string | null
}

/** Converts a time to a local one, `2026-07-04` or `2026-07-04T16:00:00`. */
export type Localize = (time: CalendarTime) => string

/**
 * Creates a converter. A named zone is looked up in the IANA list, then in the calendar. Times with
 * an unknown zone or without one are local times of the property.
 *
 * @param definitions `VTIMEZONE` components
 */
export function createLocalizer(timeZone: string, definitions: string[]): Localize {
  const definitionByTzid = new Map<string, string>()
  for (const text of definitions) {
    const tzid = /^TZID(?:;[^:]*)?:(.+)$/im.exec(text)?.[1]?.trim()
    if (tzid) definitionByTzid.set(tzid, text)
  }
  const zones = new Map<string, ICAL.Timezone | null>()
  const findZone = (tzid: string): ICAL.Timezone | null => {
    if (!zones.has(tzid)) zones.set(tzid, readZone(definitionByTzid.get(tzid)))
    return zones.get(tzid)!
  }
  return ({ time, tzid }) => {
    if (time.isDate) return toPlainDateTime(time).toPlainDate().toString()
    const wall = toPlainDateTime(time)
    if (time.zone === ICAL.Timezone.utcTimezone)
      return toLocalText(wall.toZonedDateTime('UTC'), timeZone)
    if (tzid === null) return wallText(wall)
    if (isTimeZone(tzid)) return toLocalText(wall.toZonedDateTime(tzid), timeZone)
    const zone = findZone(tzid)
    if (zone === null) return wallText(wall)
    const utc = wall.subtract({ seconds: zone.utcOffset(time) })
    return toLocalText(utc.toZonedDateTime('UTC'), timeZone)
  }
}

function readZone(text: string | undefined): ICAL.Timezone | null {
  if (text === undefined) return null
  try {
    return new ICAL.Timezone(new ICAL.Component(ICAL.parse(text)))
  } catch {
    return null
  }
}

/** @throws RangeError for a date that does not exist */
function toPlainDateTime({
  year,
  month,
  day,
  hour,
  minute,
  second,
}: ICAL.Time): Temporal.PlainDateTime {
  return Temporal.PlainDateTime.from(
    { year, month, day, hour, minute, second },
    { overflow: 'reject' },
  )
}

function toLocalText(zoned: Temporal.ZonedDateTime, timeZone: string): string {
  return wallText(zoned.withTimeZone(timeZone).toPlainDateTime())
}

function wallText(wall: Temporal.PlainDateTime): string {
  return wall.toString({ smallestUnit: 'second' })
}
