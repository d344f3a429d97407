/** What a cell says to those who do not see it: a sentence. */

import type { GridSpoken, GridWords } from '../../words/calendar-words.ts'
import { dayText, moneyText, priceText } from '../../words/format.ts'
import type { Line } from '../lines.ts'
import type { Nights, PlacedStay } from '../nights.ts'

/** `Barn, Friday 4 December, free, $150, 3 nights minimum`. */
export function describeNight(
  { words, locale }: GridSpoken,
  { line, day }: { line: Line; day: number },
  nights: Nights | undefined,
  shown: string,
): string {
  const { calendar } = words
  const parts = [nameOf(line, words), dayText(day, locale, 'full')]
  if (!nights) return [...parts, calendar.loading].join(', ')
  const i = day - nights.first
  if (line.kind === 'hotel') return [...parts, calendar.units(nights.freeUnits![i]!)].join(', ')
  const cause = nights.closed[i]
  parts.push(cause ? calendar.causes[cause] : calendar.free)
  if (nights.freeUnits && !line.unit) parts.push(calendar.units(nights.freeUnits[i]!))
  const { currency } = line.house
  const price = nights.prices[i]!
  parts.push(currency === 'NONE' ? priceText(price, locale) : moneyText(price, currency, locale))
  // Who says what they see means this cell, also where the number is rounded.
  if (!parts.some(part => part.includes(shown))) parts.push(shown)
  if (!cause && nights.hasOwnPrice[i]) parts.push(calendar.ownPrice)
  const minimum = nights.minimumStays[i]!
  if (cause !== 'PAST' && (minimum > 1 || minimum !== nights.usualMinimum)) {
    parts.push(calendar.minimum(minimum))
  }
  if (!cause) parts.push(...rulesOf(nights, i, words))
  const jobs = nights.jobs.get(day)
  if (jobs && !line.unit) {
    parts.push(calendar.jobs(jobs.reduce((sum, { count }) => sum + count, 0)))
  }
  return parts.join(', ')
}

function rulesOf(nights: Nights, i: number, { calendar }: GridWords): string[] {
  const parts: string[] = []
  if (nights.isGap[i]) parts.push(calendar.gap)
  if (nights.noCheckIn[i]) parts.push(calendar.noCheckIn)
  if (nights.noCheckOut[i]) parts.push(calendar.noCheckOut)
  return parts
}

export function nameOf({ house, unit, name }: Line, { calendar }: GridWords): string {
  return unit ? `${house.name}, ${calendar.unit(unit.name)}` : name
}

/** `Barn, Ada Byron, booked, 20 to 24 November, payment due`. */
export function describeStay(spoken: GridSpoken, line: Line, stay: PlacedStay): string {
  const { words, locale } = spoken
  const { lead, calendar } = words
  const dates = calendar.stayOf(
    dayText(stay.from, locale, 'weekday'),
    dayText(stay.to, locale, 'weekday'),
  )
  const parts = [
    nameOf(line, words),
    barName(stay, words),
    lead.statuses[stay.status],
    dates,
    words.nights(stay.to - stay.from),
  ]
  if (stay.balance === 'DUE') parts.push(lead.due)
  if (stay.isUnread) parts.push(lead.unread)
  return parts.join(', ')
}

/** What a bar bears: whose it is, or what. */
export function barName(stay: PlacedStay, { lead }: GridWords): string {
  if (stay.type === 'BLOCK') return stay.guestName ?? lead.types.BLOCK
  return stay.guestName ?? lead.noName
}
