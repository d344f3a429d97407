/** Dates and times of properties, validated. */
import ICAL from 'ical.js'
import '../dates/temporal.ts'
import type { CalendarTime } from './vtimezone.ts'

/** Error of an event, with a message for the owner of the calendar. */
export class EventProblem extends Error {}

interface DateProperty {
  name: string
  parameters: string
  values: string[]
}

/** Period of RDATE: its start, and its end or duration. */
export interface Period {
  start: CalendarTime
  end: CalendarTime | ICAL.Duration
}

const datePattern =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:\.\d+)?)?(Z)?)?$/i

/**
 * Parses a date or a time: `20270104`, `2027-01-04`, `20270104T150000Z`.
 *
 * @throws EventProblem for another format, and for a date that does not exist
 */
export function readTime(text: string, tzid: string | null, name: string): CalendarTime {
  const [, ...groups] = datePattern.exec(text.trim()) ?? []
  if (groups.length === 0) throw new EventProblem(`has a ${name} that is not a date`)
  const [year, month, day, hour = 0, minute = 0, seconds = 0] = groups.slice(0, 6).map(Number)
  const [hourText, utcText] = [groups[3], groups[6]]
  const isDate = hourText === undefined
  // A leap second becomes the second before it.
  const second = seconds === 60 ? 59 : seconds
  const timeOfDay = Number.isNaN(hour)
    ? { hour: 0, minute: 0, second: 0 }
    : { hour, minute, second }
  const fields = { year: year!, month: month!, day: day!, ...timeOfDay, second: second || 0 }
  if (!isRealDate(fields)) throw new EventProblem(`has a ${name} that does not exist`)
  const zone = utcText ? ICAL.Timezone.utcTimezone : ICAL.Timezone.localTimezone
  const time = new ICAL.Time({ ...fields, isDate }, zone)
  return { time, tzid: utcText ? null : tzid }
}

function isRealDate(fields: { year: number; month: number; day: number }): boolean {
  try {
    Temporal.PlainDateTime.from(fields, { overflow: 'reject' })
    return fields.year !== 0
  } catch {
    return false
  }
}

/**
 * Parses the times of all properties with a name.
 *
 * @throws EventProblem
 */
export function readTimes(lines: string[], name: string): CalendarTime[] {
  return findProperties(lines, name).flatMap(property => {
    const tzid = parseTzid(property.parameters)
    return property.values.map(value => readTime(value, tzid, name))
  })
}

/** Parses the times of all properties with a name. Skips invalid ones. */
export function readValidTimes(lines: string[], name: string): CalendarTime[] {
  return findProperties(lines, name).flatMap(property => {
    const tzid = parseTzid(property.parameters)
    return property.values.flatMap(value => {
      try {
        return [readTime(value, tzid, name)]
      } catch {
        return []
      }
    })
  })
}

/**
 * Parses the additional times of an event: dates, times and periods.
 *
 * @throws EventProblem
 */
export function readAdditions(lines: string[]): (CalendarTime | Period)[] {
  return findProperties(lines, 'rdate').flatMap(({ parameters, values }) => {
    const tzid = parseTzid(parameters)
    return values.map(value => {
      const [startText = '', end] = value.split('/')
      const start = readTime(startText, tzid, 'rdate')
      if (end === undefined) return start
      if (!/^[+-]?P/i.test(end)) return { start, end: readTime(end, tzid, 'rdate') }
      return { start, end: ICAL.Duration.fromString(end.toUpperCase()) }
    })
  })
}

/** Returns the parameters of the first property with a name; empty if there is none. */
export function readParameters(lines: string[], name: string): string {
  return findProperties(lines, name)[0]?.parameters ?? ''
}

function findProperties(lines: string[], name: string): DateProperty[] {
  const pattern = new RegExp(`^${name}((?:;[^:;"]*(?:"[^"]*")?[^:;"]*)*):(.*)$`, 'i')
  return lines.flatMap(line => {
    const [, parameters, value] = pattern.exec(line) ?? []
    if (value === undefined) return []
    return [{ name, parameters: parameters!, values: value.split(',').filter(item => item.trim()) }]
  })
}

function parseTzid(parameters: string): string | null {
  return /;TZID="?([^;"]+)"?/i.exec(parameters)?.[1]?.trim() || null
}
