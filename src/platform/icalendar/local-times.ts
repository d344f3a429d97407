/** Times of a calendar as local ones of a zone. */
import ICAL from 'ical.js'
import { isTimeZone } from '../dates.ts'

/** A time as it stands in a calendar: its wall time, and the zone that it names, if it does. */
export interface CalendarTime {
  time: ICAL.Time
  tzid: string | null
}

/** What turns times of one calendar into local ones, `2026-07-04` or `2026-07-04T16:00:00`. */
export type Localize = (given: CalendarTime) => string

/**
 * A zone that is named is looked for in the IANA list, then among those that the calendar defines.
 * One that is unknown counts as the property's own, as do times without any.
 *
 * @param definitions `VTIMEZONE` components
 */
export function localizer(timeZone: string, definitions: string[]): Localize {
  const defined = new Map<string, string>()
  for (const text of definitions) {
    const tzid = /^TZID(?:;[^:]*)?:(.+)$/im.exec(text)?.[1]?.trim()
    if (tzid) defined.set(tzid, text)
  }
  const zones = new Map<string, ICAL.Timezone | null>()
  const zoneOf = (tzid: string): ICAL.Timezone | null => {
    if (!zones.has(tzid)) zones.set(tzid, readZone(defined.get(tzid)))
    return zones.get(tzid)!
  }
  return ({ time, tzid }) => {
    if (time.isDate) return civil(time).toPlainDate().toString()
    const wall = civil(time)
    if (time.zone === ICAL.Timezone.utcTimezone) return local(wall.toZonedDateTime('UTC'), timeZone)
    if (tzid === null) return wallText(wall)
    if (isTimeZone(tzid)) return local(wall.toZonedDateTime(tzid), timeZone)
    const zone = zoneOf(tzid)
    if (zone === null) return wallText(wall)
    const utc = wall.subtract({ seconds: zone.utcOffset(time) })
    return local(utc.toZonedDateTime('UTC'), timeZone)
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
function civil({ year, month, day, hour, minute, second }: ICAL.Time): Temporal.PlainDateTime {
  return Temporal.PlainDateTime.from(
    { year, month, day, hour, minute, second },
    { overflow: 'reject' },
  )
}

function local(zoned: Temporal.ZonedDateTime, timeZone: string): string {
  return wallText(zoned.withTimeZone(timeZone).toPlainDateTime())
}

function wallText(wall: Temporal.PlainDateTime): string {
  return wall.toString({ smallestUnit: 'second' })
}
