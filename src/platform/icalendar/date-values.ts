/** Dates and times of properties as they stand in the text, checked before they are read. */
import ICAL from 'ical.js'
import { EventProblem } from './event-problem.ts'
import type { CalendarTime } from './local-times.ts'

/** A property of an event that holds dates: its name, its parameters and its values. */
interface DateProperty {
  name: string
  parameters: string
  values: string[]
}

/** A period of RDATE: when it starts, and its own end or length. */
export interface Period {
  start: CalendarTime
  end: CalendarTime | ICAL.Duration
}

const datePattern =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:\.\d+)?)?(Z)?)?$/i

/**
 * Reads a date or a time as it is written: `20270104`, `2027-01-04`, `20270104T150000Z`.
 *
 * @throws EventProblem for a text that is none, and for a date that does not exist
 */
export function readTime(text: string, tzid: string | null, name: string): CalendarTime {
  const [, ...parts] = datePattern.exec(text.trim()) ?? []
  if (parts.length === 0) throw new EventProblem(`has a ${name} that is not a date`)
  const [year, month, day, hour = 0, minute = 0, seconds = 0] = parts.slice(0, 6).map(Number)
  const isDate = parts[3] === undefined
  // A leap second counts as the one before it.
  const second = seconds === 60 ? 59 : seconds
  const clock = Number.isNaN(hour) ? { hour: 0, minute: 0, second: 0 } : { hour, minute, second }
  const written = { year: year!, month: month!, day: day!, ...clock, second: second || 0 }
  if (!exists(written)) throw new EventProblem(`has a ${name} that does not exist`)
  const zone = parts[6] ? ICAL.Timezone.utcTimezone : ICAL.Timezone.localTimezone
  const time = new ICAL.Time({ ...written, isDate }, zone)
  return { time, tzid: parts[6] ? null : tzid }
}

function exists(written: { year: number; month: number; day: number }): boolean {
  try {
    Temporal.PlainDateTime.from(written, { overflow: 'reject' })
    return written.year !== 0
  } catch {
    return false
  }
}

/** The times of all properties of a name; lists count as several. @throws EventProblem */
export function timesOf(lines: string[], name: string): CalendarTime[] {
  return propertiesOf(lines, name).flatMap(property => {
    const tzid = tzidOf(property.parameters)
    return property.values.map(value => readTime(value, tzid, name))
  })
}

/** The times of a name that can be read; the others are left out. */
export function readableTimesOf(lines: string[], name: string): CalendarTime[] {
  return propertiesOf(lines, name).flatMap(property => {
    const tzid = tzidOf(property.parameters)
    return property.values.flatMap(value => {
      try {
        return [readTime(value, tzid, name)]
      } catch {
        return []
      }
    })
  })
}

/** The additional times of an event: dates and times, and periods. @throws EventProblem */
export function additionsOf(lines: string[]): (CalendarTime | Period)[] {
  return propertiesOf(lines, 'rdate').flatMap(({ parameters, values }) => {
    const tzid = tzidOf(parameters)
    return values.map(value => {
      const [start = '', end] = value.split('/')
      const from = readTime(start, tzid, 'rdate')
      if (end === undefined) return from
      if (!/^[+-]?P/i.test(end)) return { start: from, end: readTime(end, tzid, 'rdate') }
      return { start: from, end: ICAL.Duration.fromString(end.toUpperCase()) }
    })
  })
}

/** The parameters of the first property of a name. */
export function parametersOf(lines: string[], name: string): string {
  return propertiesOf(lines, name)[0]?.parameters ?? ''
}

function propertiesOf(lines: string[], name: string): DateProperty[] {
  const pattern = new RegExp(`^${name}((?:;[^:;"]*(?:"[^"]*")?[^:;"]*)*):(.*)$`, 'i')
  return lines.flatMap(line => {
    const [, parameters, value] = pattern.exec(line) ?? []
    if (value === undefined) return []
    return [{ name, parameters: parameters!, values: value.split(',').filter(one => one.trim()) }]
  })
}

function tzidOf(parameters: string): string | null {
  return /;TZID="?([^;"]+)"?/i.exec(parameters)?.[1]?.trim() || null
}
