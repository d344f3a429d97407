/** Formats of dates and times on the wire: contract/general.md §8. */
import './temporal.ts'

/** Years start at 1: neither PostgreSQL nor the civil calendar has a year 0. */
const datePattern = /^(?!0000)\d{4}-\d{2}-\d{2}$/
const localPattern = /^((?!0000)\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?)?/
const zonePattern = /^(Z|[+-]\d{2}(:?\d{2})?)$/i
const zoneAtEnd = /(Z|[+-]\d{2}(:?\d{2})?)$/i

/** Formats an instant as UTC without a zone letter and fraction: `2026-04-20T11:52:36`. */
export function utcText(instant: Date): string {
  return instant.toISOString().slice(0, 19)
}

export function utcTextOrNull(instant: Date | null): string | null {
  return instant === null ? null : utcText(instant)
}

/**
 * Formats a local time with its offset: `2026-07-04T16:00:00-05:00`; UTC is `+00:00`. `local` is
 * `yyyy-MM-ddTHH:mm:ss`, and `instant` the same time as an instant.
 */
export function zonedText(local: string, instant: Date): string {
  const minutes = Math.round((Date.parse(`${local}Z`) - instant.getTime()) / 60_000)
  const sign = minutes < 0 ? '-' : '+'
  const pad = (n: number) => String(n).padStart(2, '0')
  const absolute = Math.abs(minutes)
  return `${local}${sign}${pad(Math.floor(absolute / 60))}:${pad(absolute % 60)}`
}

/** Parses a civil date `yyyy-MM-dd`; null if invalid. */
export function parseDate(text: string): string | null {
  if (!datePattern.test(text)) return null
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString()
  } catch {
    return null
  }
}

/**
 * Parses a local date-time to `yyyy-MM-ddTHH:mm:ss`; null if invalid. Accepts `T16:00`, a blank
 * instead of `T`, and a fraction. Drops a zone designator: the wall time stays.
 */
export function parseLocal(text: string): string | null {
  const match = localPattern.exec(text.trim())
  if (!match?.[2]) return null
  const [dateAndTime, date, time, seconds = '00'] = match
  const suffix = text.trim().slice(dateAndTime.length)
  if (suffix !== '' && !zonePattern.test(suffix)) return null
  try {
    const local = `${date}T${time}:${seconds}`
    return Temporal.PlainDateTime.from(local, { overflow: 'reject' })
      .round({ smallestUnit: 'second', roundingMode: 'trunc' })
      .toString()
  } catch {
    return null
  }
}

/** Parses an instant in UTC, with or without `Z`, fraction or offset. A date means its midnight. */
export function parseUtc(text: string): Date | null {
  const normalized = text.trim().replace(/^(\S+) (\d{2}:)/, '$1T$2')
  if (!localPattern.test(normalized)) return null
  const dateTime = datePattern.test(normalized) ? `${normalized}T00:00:00` : normalized
  const withZone = zoneAtEnd.test(dateTime.slice(10)) ? dateTime : `${dateTime}Z`
  try {
    const instant = new Date(Temporal.Instant.from(withZone).epochMilliseconds)
    return hasFourDigits(instant.getUTCFullYear()) ? instant : null
  } catch {
    return null
  }
}

/** Returns whether a year is valid in texts. An offset can move an instant beyond. */
function hasFourDigits(year: number): boolean {
  return year >= 1 && year <= 9_999
}

/**
 * Converts a local time in an IANA zone to an instant. Unknown zones count as UTC, here and below.
 * A time that a change of clocks skips moves forward by the gap; of a repeated one the earlier
 * instant is returned (contract/general.md §8).
 */
export function toInstant(local: string, timeZone: string): Date {
  const zoned = Temporal.PlainDateTime.from(local).toZonedDateTime(zoneOrUtc(timeZone), {
    disambiguation: 'compatible',
  })
  return new Date(zoned.epochMilliseconds)
}

/**
 * Resolves a local time in an IANA zone, and returns it with its instant. A time that a change of
 * clocks skips moves forward by the gap.
 */
export function resolveLocal(local: string, timeZone: string): { local: string; at: Date } {
  const at = toInstant(local, timeZone)
  const zoned = zonedIn(timeZone, at.getTime())
  return { local: zoned.toPlainDateTime().toString({ smallestUnit: 'second' }), at }
}

/**
 * Moves a local time by the difference between two others, within the years that texts can express.
 */
export function shiftLocal(local: string, from: string, to: string): string {
  const [time, start, end] = [local, from, to].map(text => Date.parse(`${text}Z`))
  const shifted = new Date(time! + end! - start!)
  const year = shifted.getUTCFullYear()
  if (year < 1) return '0001-01-01T00:00:00'
  return year > 9_999 ? '9999-12-31T23:59:59' : shifted.toISOString().slice(0, 19)
}

export function isTimeZone(name: string): boolean {
  return asTimeZone(name) !== null
}

/** Returns the canonical spelling of an IANA time zone, `Europe/Paris`; null if unknown. */
export function asTimeZone(name: string): string | null {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(name)) return null
  try {
    // Intl also accepts names such as `AET`, for which Temporal cannot compute offsets.
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch {
    return null
  }
}

/**
 * Returns the zone, or UTC for one that the runtime does not know: an object stays readable even if
 * its zone was imported, or was known to an earlier release.
 */
const zoneOrUtc = memoizeUpTo(1_000, (name: string) => (isTimeZone(name) ? name : 'UTC'))

function zonedIn(timeZone: string, epochMs: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zoneOrUtc(timeZone))
}

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
/** Number of characters of a date, `2026-07-04`. */
export const dateLength = 10

/** Returns the number of days from 1970-01-01, which is day 0, to a civil date. */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / dayMs
}

/** Last date with a four-digit year. */
const lastDay = dayOf('9999-12-31')

/**
 * Returns the civil date of a day number, the inverse of {@link dayOf}. Later days give the last
 * date.
 */
export function dateOf(day: number): string {
  return formattedDate(day)
}

/** Memoized, because calendars format the same dates repeatedly. */
const formattedDate = memoizeUpTo(5_000, (day: number) =>
  new Date(Math.min(day, lastDay) * dayMs).toISOString().slice(0, 10),
)

/** Memoizes up to `max` results of a function, and clears all of them when there are more. */
function memoizeUpTo<Input, Result extends {}>(
  max: number,
  compute: (input: Input) => Result,
): (input: Input) => Result {
  const results = new Map<Input, Result>()
  return input => {
    const cached = results.get(input)
    if (cached !== undefined) return cached
    const result = compute(input)
    if (results.size >= max) results.clear()
    results.set(input, result)
    return result
  }
}

/** Returns the day number, as {@link dayOf}, on which an instant falls in an IANA zone. */
export function localDay(instant: Date, timeZone: string): number {
  const epochMs = instant.getTime()
  const zoned = zonedIn(timeZone, epochMs)
  return Math.floor((epochMs + zoned.offsetNanoseconds / 1_000_000) / dayMs)
}

/** Returns the civil date `yyyy-MM-dd` of an instant in an IANA zone. */
export function dateIn(timeZone: string, instant: Date): string {
  return dateOf(localDay(instant, timeZone))
}

/** Returns the local time of an instant in an IANA zone, to the millisecond. */
export function localIn(timeZone: string, instant: Date): string {
  return zonedIn(timeZone, instant.getTime()).toPlainDateTime().toString()
}
