/** Replacement of occurrences in series: RFC 5545 §3.8.4.4. */
import { dayOf } from '../dates/dates.ts'
import { type CalendarEvent, countDays, shiftDate } from './calendar-event.ts'
import { alignToStart, type Series, type SeriesTime } from './expand-series.ts'
import type { CalendarResult, Occurrence } from './occurrence.ts'
import type { Localize } from './vtimezone.ts'

interface Replacement {
  event: CalendarEvent
  /** Original time of the occurrence, or its date. */
  replacedTime: string
}

/**
 * Returns the occurrences of series, with replacements. A replacement with THISANDFUTURE also moves
 * the later occurrences and sets their length.
 */
export function replaceOccurrences(
  series: Series[],
  replacingEvents: CalendarEvent[],
  localize: Localize,
): Pick<CalendarResult, 'occurrences' | 'freed'> {
  const occurrences: Occurrence[] = []
  const freed: CalendarResult['freed'] = []
  const byUid = Map.groupBy(replacingEvents, ({ uid }) => uid)
  for (const { event, times } of series) {
    const replacing = event.uid === null ? [] : (byUid.get(event.uid) ?? [])
    const replacements = replacing.map(replacement => ({
      event: replacement,
      replacedTime: findReplacedTime(replacement, event, localize),
    }))
    for (const time of times) {
      const isReplaced = replacements.some(({ replacedTime }) => {
        return replacedTime === time.start || replacedTime === time.wallDate
      })
      // The replacement itself is added below.
      if (isReplaced) continue
      const { occurrence, isFree } = shiftOccurrence(event, time, lastShift(replacements, time))
      if (isFree) freed.push(occurrence)
      else occurrences.push(occurrence)
    }
  }
  const seriesByUid = new Map(series.map(entry => [entry.event.uid, entry]))
  for (const event of replacingEvents) {
    const eventSeries = event.uid === null ? undefined : seriesByUid.get(event.uid)
    const replacedTime = eventSeries
      ? findReplacedTime(event, eventSeries.event, localize)
      : localize(event.recurrence!)
    const original = eventSeries?.times.find(time => time.wallDate === replacedTime)
    const { uid, start, end, summary, note, line } = event
    const occurrence = {
      uid,
      recurrenceId: original?.start ?? replacedTime,
      start,
      end,
      summary,
      note,
      line,
    }
    if (event.isFree) freed.push(occurrence)
    else occurrences.push(occurrence)
  }
  return { occurrences, freed }
}

function findReplacedTime(event: CalendarEvent, series: CalendarEvent, localize: Localize): string {
  return localize(alignToStart(event.recurrence!, series.firstTime))
}

/** Returns the last replacement before a time that also moves later occurrences. */
function lastShift(replacements: Replacement[], { start }: SeriesTime): Replacement | undefined {
  return replacements
    .filter(({ event, replacedTime }) => event.movesLater && replacedTime < start)
    .reduce<Replacement | undefined>(
      (latest, next) => (latest && latest.replacedTime > next.replacedTime ? latest : next),
      undefined,
    )
}

function shiftOccurrence(
  { uid, summary, note, line }: CalendarEvent,
  { start, end }: SeriesTime,
  replacement: Replacement | undefined,
): { occurrence: Occurrence; isFree: boolean } {
  const unshifted = { uid, recurrenceId: start, start, end, summary, note, line }
  if (!replacement) return { occurrence: unshifted, isFree: false }
  const { event, replacedTime } = replacement
  const shiftedDays = dayOf(event.start.slice(0, 10)) - dayOf(replacedTime.slice(0, 10))
  const from = shiftDate(start.slice(0, 10), shiftedDays, event.start.slice(10))
  const to = shiftDate(from.slice(0, 10), countDays(event), event.end.slice(10))
  return { occurrence: { ...unshifted, start: from, end: to }, isFree: event.isFree }
}
