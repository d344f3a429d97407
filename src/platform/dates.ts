/** Wire forms of dates and times: contract/general.md §8. */

/** Years from 1 on: neither PostgreSQL nor the civil calendar has a year 0. */
const datePattern = /^(?!0000)\d{4}-\d{2}-\d{2}$/
const localPattern = /^((?!0000)\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?)?/
const zonePattern = /^(Z|[+-]\d{2}(:?\d{2})?)$/i
const zoneAtEnd = /(Z|[+-]\d{2}(:?\d{2})?)$/i

/** An instant as UTC without a zone letter and fraction: `2026-04-20T11:52:36`. */
export function utcText(instant: Date): string {
  return instant.toISOString().slice(0, 19)
}

/** {@link utcText}, or null. */
export function utcTextOrNull(instant: Date | null): string | null {
  return instant === null ? null : utcText(instant)
}

/**
 * A local time with the offset that makes it the given instant: `2026-07-04T16:00:00-05:00`;
 * UTC is `+00:00`. `local` is `yyyy-MM-ddTHH:mm:ss`.
 */
export function zonedText(local: string, instant: Date): string {
  const minutes = Math.round((Date.parse(`${local}Z`) - instant.getTime()) / 60_000)
  const sign = minutes < 0 ? '-' : '+'
  const two = (n: number) => String(n).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${local}${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** A civil date `yyyy-MM-dd`, or null when the text is none. */
export function parseDate(text: string): string | null {
  if (!datePattern.test(text)) return null
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString()
  } catch {
    return null
  }
}

/**
 * A local date-time as `yyyy-MM-ddTHH:mm:ss`, or null. Takes `T16:00`, a blank instead of `T`, a
 * fraction, and drops a zone designator: the wall time stays.
 */
export function parseLocal(text: string): string | null {
  const match = localPattern.exec(text.trim())
  if (!match?.[2]) return null
  const rest = text.trim().slice(match[0].length)
  if (rest !== '' && !zonePattern.test(rest)) return null
  try {
    const local = `${match[1]}T${match[2]}:${match[3] ?? '00'}`
    return Temporal.PlainDateTime.from(local, { overflow: 'reject' })
      .round({ smallestUnit: 'second', roundingMode: 'trunc' })
      .toString()
  } catch {
    return null
  }
}

/** An instant given in UTC, with or without `Z`, fraction or offset; a date is its midnight. */
export function parseUtc(text: string): Date | null {
  const trimmed = text.trim().replace(/^(\S+) (\d{2}:)/, '$1T$2')
  if (!localPattern.test(trimmed)) return null
  const dated = datePattern.test(trimmed) ? `${trimmed}T00:00:00` : trimmed
  const zoned = zoneAtEnd.test(dated.slice(10)) ? dated : `${dated}Z`
  try {
    const instant = new Date(Temporal.Instant.from(zoned).epochMilliseconds)
    return hasFourDigits(instant.getUTCFullYear()) ? instant : null
  } catch {
    return null
  }
}

/** An offset can carry the first and the last instants out of the years that texts have. */
function hasFourDigits(year: number): boolean {
  return year >= 1 && year <= 9_999
}

/**
 * The instant of a local time in an IANA zone, here and below UTC if nobody knows it. A time that
 * a change of clocks leaves out moves forward by the gap, one that exists twice is the earlier
 * (contract/general.md §8).
 */
export function instantOf(local: string, timeZone: string): Date {
  const zoned = Temporal.PlainDateTime.from(local).toZonedDateTime(knownZone(timeZone), {
    disambiguation: 'compatible',
  })
  return new Date(zoned.epochMilliseconds)
}

/**
 * A local time as it is kept in an IANA zone, with its instant: one that a change of clocks leaves
 * out has moved forward by the gap.
 */
export function placedIn(local: string, timeZone: string): { local: string; at: Date } {
  const at = instantOf(local, timeZone)
  const zoned = zonedIn(timeZone, at.getTime())
  return { local: zoned.toPlainDateTime().toString({ smallestUnit: 'second' }), at }
}

/**
 * A local time that is moved as far as another one was; it stays within the years that texts have.
 */
export function movedAlong(local: string, from: string, to: string): string {
  const [time, start, end] = [local, from, to].map(text => Date.parse(`${text}Z`))
  const moved = new Date(time! + end! - start!)
  const year = moved.getUTCFullYear()
  if (year < 1) return '0001-01-01T00:00:00'
  return year > 9_999 ? '9999-12-31T23:59:59' : moved.toISOString().slice(0, 19)
}

/** Whether the runtime knows the IANA time zone. */
export function isTimeZone(name: string): boolean {
  return asTimeZone(name) !== null
}

/** Returns an IANA time zone in its own spelling, `Europe/Paris`; null for one that is unknown. */
export function asTimeZone(name: string): string | null {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(name)) return null
  try {
    // Intl also knows names such as `AET`, with which nothing can be reckoned.
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch {
    return null
  }
}

/**
 * The zone itself, or UTC for one that the runtime does not know: an object is shown although its
 * zone came from elsewhere, or was known to a release before.
 */
const knownZone = keepingLately(1_000, (name: string) => (isTimeZone(name) ? name : 'UTC'))

function zonedIn(timeZone: string, epochMs: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(knownZone(timeZone))
}

const dayMs = 86_400_000

/** A civil date as the number of days since 1970-01-01, which is day 0. */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / dayMs
}

/** The last date that four digits of a year can write. */
const lastDay = dayOf('9999-12-31')

/** The civil date of a day's number: the inverse of {@link dayOf}. Later days are the last date. */
export function dateOf(day: number): string {
  return writtenDate(day)
}

/** Calendars write the same dates again and again. */
const writtenDate = keepingLately(5_000, (day: number) =>
  new Date(Math.min(day, lastDay) * dayMs).toISOString().slice(0, 10),
)

/** Keeps up to so many results of a function, and begins anew when there are more. */
function keepingLately<Given, Result extends {}>(
  most: number,
  work: (given: Given) => Result,
): (given: Given) => Result {
  const results = new Map<Given, Result>()
  return given => {
    const known = results.get(given)
    if (known !== undefined) return known
    const result = work(given)
    if (results.size >= most) results.clear()
    results.set(given, result)
    return result
  }
}

/** The day, as {@link dayOf} numbers them, on which an instant falls in an IANA zone. */
export function localDayOf(instant: Date, timeZone: string): number {
  const epochMs = instant.getTime()
  const zoned = zonedIn(timeZone, epochMs)
  return Math.floor((epochMs + zoned.offsetNanoseconds / 1_000_000) / dayMs)
}

/** The civil date `yyyy-MM-dd` that it is in an IANA zone at an instant. */
export function dateIn(timeZone: string, instant: Date): string {
  return dateOf(localDayOf(instant, timeZone))
}

/** What clocks in an IANA zone show at an instant, to the millisecond. */
export function localIn(timeZone: string, instant: Date): string {
  return zonedIn(timeZone, instant.getTime()).toPlainDateTime().toString()
}
