/** Labels of cells for screen readers: full sentences. */

import type { GridLocalization, GridTranslations } from '../../i18n/calendar-translations.ts'
import { dayText, moneyText, priceText } from '../../i18n/format.ts'
import type { Line } from '../lines.ts'
import type { Nights, PlacedStay } from '../nights.ts'

/** Describes a night: `Barn, Friday 4 December, free, $150, 3 nights minimum`. */
export function describeNight(
  { texts, locale }: GridLocalization,
  { line, day }: { line: Line; day: number },
  nights: Nights | undefined,
  visibleText: string,
): string {
  const { calendar } = texts
  const phrases = [lineName(line, texts), dayText(day, locale, 'full')]
  if (!nights) return [...phrases, calendar.loading].join(', ')
  const i = day - nights.firstDay
  if (line.kind === 'hotel') return [...phrases, calendar.units(nights.freeUnits![i]!)].join(', ')
  const cause = nights.closed[i]
  phrases.push(cause ? calendar.causes[cause] : calendar.free)
  if (nights.freeUnits && !line.unit) phrases.push(calendar.units(nights.freeUnits[i]!))
  const { currency } = line.property
  const price = nights.prices[i]!
  phrases.push(currency === 'NONE' ? priceText(price, locale) : moneyText(price, currency, locale))
  // The label contains the visible text, even if the number is rounded, for speech input.
  if (!phrases.some(part => part.includes(visibleText))) phrases.push(visibleText)
  if (!cause && nights.hasOwnPrice[i]) phrases.push(calendar.ownPrice)
  const minimum = nights.minimumStays[i]!
  if (cause !== 'PAST' && (minimum > 1 || minimum !== nights.usualMinimum)) {
    phrases.push(calendar.minimum(minimum))
  }
  if (!cause) phrases.push(...listRules(nights, i, texts))
  const jobs = nights.jobs.get(day)
  if (jobs && !line.unit) {
    phrases.push(calendar.jobs(jobs.reduce((sum, { count }) => sum + count, 0)))
  }
  return phrases.join(', ')
}

function listRules(nights: Nights, i: number, { calendar }: GridTranslations): string[] {
  const phrases: string[] = []
  if (nights.isGap[i]) phrases.push(calendar.gap)
  if (nights.noCheckIn[i]) phrases.push(calendar.noCheckIn)
  if (nights.noCheckOut[i]) phrases.push(calendar.noCheckOut)
  return phrases
}

export function lineName({ property, unit, name }: Line, { calendar }: GridTranslations): string {
  return unit ? `${property.name}, ${calendar.unit(unit.name)}` : name
}

/** Describes a stay: `Barn, Ada Byron, booked, 20 to 24 November, payment due`. */
export function describeStay(localization: GridLocalization, line: Line, stay: PlacedStay): string {
  const { texts, locale } = localization
  const { lead, calendar } = texts
  const dates = calendar.stayOf(
    dayText(stay.from, locale, 'weekday'),
    dayText(stay.to, locale, 'weekday'),
  )
  const phrases = [
    lineName(line, texts),
    barName(stay, texts),
    lead.statuses[stay.status],
    dates,
    texts.nights(stay.to - stay.from),
  ]
  if (stay.balance === 'DUE') phrases.push(lead.due)
  if (stay.isUnread) phrases.push(lead.unread)
  return phrases.join(', ')
}

/** Returns the label of a bar: the guest, or its kind. */
export function barName(stay: PlacedStay, { lead }: GridTranslations): string {
  if (stay.type === 'BLOCK') return stay.guestName ?? lead.types.BLOCK
  return stay.guestName ?? lead.noName
}
