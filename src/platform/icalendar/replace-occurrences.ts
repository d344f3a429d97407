/** Occurrences of series that events of their own stand for: RFC 5545 §3.8.4.4. */
import { dayOf } from '../dates.ts'
import { type CalendarEvent, daysOf, movedBy } from './calendar-event.ts'
import { asFirst, type Series, type SeriesTime } from './expand-series.ts'
import type { Localize } from './local-times.ts'
import type { Occurrence, ReadCalendar } from './occurrence.ts'

/** An event that stands for an occurrence, and the time at which its series has that. */
interface Replacement {
  event: CalendarEvent
  /** A date stands for the occurrence of that date. */
  at: string
}

/**
 * Gives the occurrences of series, some of them as events of their own have them. One that says
 * THISANDFUTURE moves all that come later, and gives them its length.
 */
export function replaceOccurrences(
  series: Series[],
  replacing: CalendarEvent[],
  localize: Localize,
): Pick<ReadCalendar, 'occurrences' | 'freed'> {
  const occurrences: Occurrence[] = []
  const freed: ReadCalendar['freed'] = []
  const byUid = Map.groupBy(replacing, ({ uid }) => uid)
  for (const { event, times } of series) {
    const own = event.uid === null ? [] : (byUid.get(event.uid) ?? [])
    const replacements = own.map(one => ({ event: one, at: atOf(one, event, localize) }))
    for (const time of times) {
      const direct = replacements.find(({ at }) => at === time.start || at === time.wallDate)
      // A replacement is told by itself, below.
      if (direct) continue
      const { occurrence, isFree } = moved(event, time, laterOf(replacements, time))
      if (isFree) freed.push(occurrence)
      else occurrences.push(occurrence)
    }
  }
  const firstOf = new Map(series.map(one => [one.event.uid, one]))
  for (const event of replacing) {
    const own = event.uid === null ? undefined : firstOf.get(event.uid)
    const at = own ? atOf(event, own.event, localize) : localize(event.recurrence!)
    const known = own?.times.find(time => time.wallDate === at)
    const { uid, start, end, summary, note, line } = event
    const one = { uid, recurrenceId: known?.start ?? at, start, end, summary, note, line }
    if (event.isFree) freed.push(one)
    else occurrences.push(one)
  }
  return { occurrences, freed }
}

function atOf(event: CalendarEvent, series: CalendarEvent, localize: Localize): string {
  return localize(asFirst(event.recurrence!, series.first))
}

/** The last replacement before a time that moves all later ones. */
function laterOf(replacements: Replacement[], { start }: SeriesTime): Replacement | undefined {
  return replacements
    .filter(({ event, at }) => event.isFromThereOn && at < start)
    .reduce<Replacement | undefined>(
      (last, one) => (last && last.at > one.at ? last : one),
      undefined,
    )
}

function moved(
  { uid, summary, note, line }: CalendarEvent,
  { start, end }: SeriesTime,
  by: Replacement | undefined,
): { occurrence: Occurrence; isFree: boolean } {
  const one = { uid, recurrenceId: start, start, end, summary, note, line }
  if (!by) return { occurrence: one, isFree: false }
  const { event, at } = by
  const shift = dayOf(event.start.slice(0, 10)) - dayOf(at.slice(0, 10))
  const from = movedBy(start.slice(0, 10), shift, event.start.slice(10))
  const to = movedBy(from.slice(0, 10), daysOf(event), event.end.slice(10))
  return { occurrence: { ...one, start: from, end: to }, isFree: event.isFree }
}
