/** Dates, times and amounts as the reader writes them. A date is `yyyy-MM-dd`, a night a number. */
import type { Words } from './words.tsx'

const kept = new Map<string, unknown>()

/** Formats are dear to make. */
function keep<T>(key: string, make: () => T): T {
  if (!kept.has(key)) kept.set(key, make())
  return kept.get(key) as T
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

const styles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  short: { day: 'numeric', month: 'short' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
  monthName: { month: 'short' },
  letter: { weekday: 'narrow' },
  number: { day: 'numeric' },
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
}

/** A day's number, 0 being 1970-01-01. */
export function dayText(day: number, locale: string, style: DateStyle): string {
  return keep(`${day} ${locale} ${style}`, () => {
    const isOther = new Date(day * dayMs).getUTCFullYear() !== new Date().getUTCFullYear()
    const saysYear = isOther && (style === 'short' || style === 'weekday')
    return dateFormat(locale, style, saysYear).format(day * dayMs)
  })
}

function dateFormat(locale: string, style: DateStyle, saysYear: boolean): Intl.DateTimeFormat {
  return keep(`${locale} ${style} ${saysYear}`, () => {
    const year = saysYear ? ({ year: 'numeric' } as const) : {}
    return new Intl.DateTimeFormat(locale, { ...styles[style], ...year, timeZone: 'UTC' })
  })
}

export function dateText(date: string, locale: string, style: DateStyle): string {
  return dayText(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / dayMs, locale, style)
}

/** From one date to another, as short as it gets: `10–13 Aug 2027`. */
export function rangeText(from: string, to: string, locale: string): string {
  const thisYear = String(new Date().getUTCFullYear())
  const isNear = from.startsWith(thisYear) && to.startsWith(thisYear)
  const format = dateFormat(locale, 'short', !isNear)
  const [first, last] = [from, to].map(date => Date.parse(`${date.slice(0, 10)}T00:00:00Z`))
  return format.formatRange(first!, last!)
}

/** An instant of the interface, which is UTC, where the reader is. */
export function timeText(utc: string, locale: string): string {
  const format = keep(`${locale} time`, () => {
    return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  })
  return format.format(new Date(`${utc}Z`))
}

/** The same with its weekday and without its year: `Thu 27 Nov, 17:00`. */
export function dayTimeText(utc: string, locale: string): string {
  const format = keep(`${locale} day and time`, () => {
    return new Intl.DateTimeFormat(locale, {
      ...{ weekday: 'short', day: 'numeric', month: 'short' },
      ...{ hour: '2-digit', minute: '2-digit' },
    })
  })
  return format.format(new Date(`${utc}Z`))
}

/** An amount with its currency; where a property has none, the number alone. */
export function moneyText(amount: number, currency: string, locale: string): string {
  return keep(`${locale} ${currency}`, () => moneyFormat(currency, locale)).format(amount)
}

function moneyFormat(currency: string, locale: string): Intl.NumberFormat {
  if (!/^[A-Z]{3}$/.test(currency)) return new Intl.NumberFormat(locale)
  return new Intl.NumberFormat(locale, { style: 'currency', currency })
}

/** How many there are, `12,409`; nothing while that is not known. */
export function countText(count: number | null, locale: string): string {
  if (count === null) return ''
  return keep(`${locale} count`, () => new Intl.NumberFormat(locale)).format(count)
}

/** A price without its currency, to the whole unit. */
export function priceText(amount: number, locale: string): string {
  const format = keep(`${locale} price`, () => {
    return new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  })
  return format.format(amount)
}

/** A price that fits into half a column: 32,500 is 33K. */
export function shortPriceText(amount: number, locale: string): string {
  if (amount < 10_000) return priceText(amount, locale)
  const format = keep(`${locale} short price`, () => {
    return new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 0 })
  })
  return format.format(amount)
}

/** How far away an instant is: `in 3 hours`. */
export function untilText(utc: string, now: number, locale: string): string {
  const minutes = Math.round((Date.parse(`${utc}Z`) - now) / 60_000)
  const format = keep(`${locale} until`, () => {
    return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  })
  if (Math.abs(minutes) < 90) return format.format(minutes, 'minute')
  if (Math.abs(minutes) < 48 * 60) return format.format(Math.round(minutes / 60), 'hour')
  return format.format(Math.round(minutes / 1_440), 'day')
}

/** A channel's word as people write it: `BOOKING_COM` → `Booking.com`. */
export function channelText(channel: string, { lead }: Words): string {
  const known: Record<string, string> = {
    HOSTFULLY: lead.direct,
    AIRBNB: 'Airbnb',
    BOOKING_COM: 'Booking.com',
    VRBO: 'Vrbo',
    HOME_TO_GO: 'HomeToGo',
    HVMI: 'HVMI',
    RED_AWNING: 'RedAwning',
    TRIP_ADVISOR: 'Tripadvisor',
  }
  const words = channel.toLowerCase().split('_')
  return known[channel] ?? words.map(word => word[0]?.toUpperCase() + word.slice(1)).join(' ')
}

/** A rate, such as 0.12: `12 %`. */
export function percentText(rate: number, locale: string): string {
  const format = keep(`${locale} percent`, () => {
    return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  })
  return format.format(rate)
}

/** The first letters of a name's first and last word. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).map(word => [...word][0] ?? '')
  return (letters.length > 1 ? letters[0]! + letters.at(-1)! : letters.join('')).toUpperCase()
}
