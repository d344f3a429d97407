/**
 * Localized formatting of dates, times and amounts. A date is `yyyy-MM-dd`; a night is a day
 * number.
 */
import type { Translations } from './translations.tsx'

const formatters = new Map<string, unknown>()

/** Caches a formatter, because creating one is slow. */
function cached<T>(key: string, create: () => T): T {
  if (!formatters.has(key)) formatters.set(key, create())
  return formatters.get(key) as T
}

const dayMs = 86_400_000

export type DateStyle =
  | 'short'
  | 'long'
  | 'weekday'
  | 'month'
  | 'monthName'
  | 'letter'
  | 'number'
  | 'full'

const optionsByStyle: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  short: { day: 'numeric', month: 'short' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
  monthName: { month: 'short' },
  letter: { weekday: 'narrow' },
  number: { day: 'numeric' },
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
}

/** Formats a day number; 0 is 1970-01-01. */
export function dayText(day: number, locale: string, style: DateStyle): string {
  return cached(`${day} ${locale} ${style}`, () => {
    const isOtherYear = new Date(day * dayMs).getUTCFullYear() !== new Date().getUTCFullYear()
    const hasYear = isOtherYear && (style === 'short' || style === 'weekday')
    return dateFormat(locale, style, hasYear).format(day * dayMs)
  })
}

function dateFormat(locale: string, style: DateStyle, hasYear: boolean): Intl.DateTimeFormat {
  return cached(`${locale} ${style} ${hasYear}`, () => {
    const year = hasYear ? ({ year: 'numeric' } as const) : {}
    return new Intl.DateTimeFormat(locale, { ...optionsByStyle[style], ...year, timeZone: 'UTC' })
  })
}

export function dateText(date: string, locale: string, style: DateStyle): string {
  return dayText(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / dayMs, locale, style)
}

/** Formats a range of dates in its shortest form: `10–13 Aug 2027`. */
export function rangeText(from: string, to: string, locale: string): string {
  const thisYear = String(new Date().getUTCFullYear())
  const isThisYear = from.startsWith(thisYear) && to.startsWith(thisYear)
  const format = dateFormat(locale, 'short', !isThisYear)
  const [start, end] = [from, to].map(date => Date.parse(`${date.slice(0, 10)}T00:00:00Z`))
  return format.formatRange(start!, end!)
}

/** Formats a UTC instant in a time zone, which is named if the browser's clock differs. */
export function timeText(utc: string, locale: string, timeZone: string): string {
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const
  return zonedText(utc, { ...date, hour: '2-digit', minute: '2-digit' }, { locale, timeZone })
}

/** Formats a UTC instant with its weekday and without its year: `Thu 27 Nov, 17:00`. */
export function dayTimeText(utc: string, locale: string, timeZone: string): string {
  const date = { weekday: 'short', day: 'numeric', month: 'short' } as const
  return zonedText(utc, { ...date, hour: '2-digit', minute: '2-digit' }, { locale, timeZone })
}

function zonedText(
  utc: string,
  options: Intl.DateTimeFormatOptions,
  { locale, timeZone }: { locale: string; timeZone: string },
): string {
  const instant = new Date(`${utc}Z`)
  const isNamed = localMs(instant, timeZone) !== localMs(instant)
  const names = Object.keys(options).join(' ')
  const format = cached(`${locale} ${timeZone} ${isNamed} ${names}`, () => {
    const zoneName = isNamed ? ({ timeZoneName: 'short' } as const) : {}
    return new Intl.DateTimeFormat(locale, { ...options, timeZone, ...zoneName })
  })
  return format.format(instant)
}

/**
 * Returns what the clocks of a time zone show at an instant, as milliseconds of a UTC time; by
 * default in the time zone of the browser.
 */
export function localMs(instant: Date, timeZone?: string): number {
  const format = cached(`${timeZone} clock`, () => {
    return new Intl.DateTimeFormat('sv', {
      ...({ dateStyle: 'short', timeStyle: 'medium' } as const),
      ...(timeZone ? { timeZone } : {}),
    })
  })
  return Date.parse(`${format.format(instant).replace(' ', 'T')}Z`)
}

/** Formats an amount with its currency, or as a plain number if the currency is unknown. */
export function moneyText(amount: number, currency: string, locale: string): string {
  return cached(`${locale} ${currency}`, () => moneyFormat(currency, locale)).format(amount)
}

function moneyFormat(currency: string, locale: string): Intl.NumberFormat {
  if (!/^[A-Z]{3}$/.test(currency)) return new Intl.NumberFormat(locale)
  return new Intl.NumberFormat(locale, { style: 'currency', currency })
}

/** Formats a count, such as `12,409`; empty if it is unknown. */
export function countText(count: number | null, locale: string): string {
  if (count === null) return ''
  return cached(`${locale} count`, () => new Intl.NumberFormat(locale)).format(count)
}

/** Formats a price without its currency, rounded to whole units. */
export function priceText(amount: number, locale: string): string {
  const format = cached(`${locale} price`, () => {
    return new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  })
  return format.format(amount)
}

/** Formats a price for a narrow column: 32,500 is 33K in English. */
export function shortPriceText(amount: number, locale: string): string {
  if (amount < 10_000) return priceText(amount, locale)
  const format = cached(`${locale} short price`, () => {
    return new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 0 })
  })
  return format.format(amount)
}

/** Formats the time from now to an instant: `in 3 hours`. */
export function untilText(utc: string, now: number, locale: string): string {
  const minutes = Math.round((Date.parse(`${utc}Z`) - now) / 60_000)
  const format = cached(`${locale} until`, () => {
    return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  })
  // Larger units only if they are precise enough: from 90 minutes and from 48 hours.
  if (Math.abs(minutes) < 90) return format.format(minutes, 'minute')
  if (Math.abs(minutes) < 48 * 60) return format.format(Math.round(minutes / 60), 'hour')
  return format.format(Math.round(minutes / 1_440), 'day')
}

/** Formats the code of a channel: `BOOKING_COM` → `Booking.com`. */
export function channelText(channel: string, { lead }: Translations): string {
  const names: Record<string, string> = {
    HOSTFULLY: lead.direct,
    AIRBNB: 'Airbnb',
    BOOKING_COM: 'Booking.com',
    VRBO: 'Vrbo',
    HOME_TO_GO: 'HomeToGo',
    HVMI: 'HVMI',
    RED_AWNING: 'RedAwning',
    TRIP_ADVISOR: 'Tripadvisor',
  }
  const segments = channel.toLowerCase().split('_')
  return names[channel] ?? segments.map(part => part[0]?.toUpperCase() + part.slice(1)).join(' ')
}

/** Formats a rate: 0.12 → `12 %`. */
export function percentText(rate: number, locale: string): string {
  const format = cached(`${locale} percent`, () => {
    return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  })
  return format.format(rate)
}

/** Returns the initials of the first and the last word of a name. */
export function formatInitials(name: string): string {
  const letters = name.split(/\s+/).map(part => [...part][0] ?? '')
  return (letters.length > 1 ? letters[0]! + letters.at(-1)! : letters.join('')).toUpperCase()
}
