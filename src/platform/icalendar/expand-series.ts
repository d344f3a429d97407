/** The occurrences of an event that recurs: RFC 5545 §3.8.5. */
import type ICAL from 'ical.js'
import { dayOf } from '../dates.ts'
import { type CalendarEvent, daysOf, movedBy, type RecurrenceRule } from './calendar-event.ts'
import { EventProblem } from './event-problem.ts'
import type { CalendarTime, Localize } from './local-times.ts'
import { isWithin, type Watch, type Window } from './occurrence.ts'

/** An event that recurs, with the times at which it does. */
export interface Series {
  event: CalendarEvent
  times: SeriesTime[]
}

export interface SeriesTime {
  /** The date at which it starts in the zone of the series. */
  wallDate: string
  /** Local, as `Occurrence` has them. */
  start: string
  end: string
}

interface Expansion {
  localize: Localize
  /** Recurrences that may still be expanded, in all series of a calendar. */
  steps: { left: number }
  watch: Watch
}

const stepsOfSeriesMax = 25_000
/** Longer steps than the time for which recurrences are told, and slow ones to take. */
const intervalMax = 1_000
const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']

/** Returns whether an event is a series. */
export function recurs({ rules, also, recurrence }: CalendarEvent): boolean {
  return recurrence === null && (rules.length > 0 || also.length > 0)
}

/**
 * Finds the occurrences of a series in a window, those left out that it excepts.
 *
 * @throws EventProblem
 */
export function expand(event: CalendarEvent, window: Window, expansion: Expansion): Series {
  const { localize } = expansion
  const days = daysOf(event)
  const found = new Map<string, SeriesTime>()
  const add = (time: CalendarTime, ownEnd: string | null = null) => {
    const start = localize(time)
    const end = ownEnd ?? movedBy(start.slice(0, 10), days, event.end.slice(10))
    found.set(start, { wallDate: wallDate(time.time), start, end })
  }
  add(event.first)
  for (const rule of event.rules) addRecurring(event, rule, { days, window, ...expansion, add })
  for (const { start, end } of event.also) add(asFirst(start, event.first), end)
  const isExcepted = exceptionsOf(event, localize)
  const times = [...found.values()].filter(time => {
    return isWithin(time.start.slice(0, 10), time.end.slice(0, 10), window) && !isExcepted(time)
  })
  return { event, times }
}

interface Recurring extends Expansion {
  days: number
  window: Window
  add(time: CalendarTime): void
}

/** @throws EventProblem */
function addRecurring(
  event: CalendarEvent,
  { rule, until }: RecurrenceRule,
  { days, window, localize, steps, watch, add }: Recurring,
): void {
  const last = until === null ? null : localize(asFirst(until, event.first))
  const iterator = iteratorOf(rule, event.first.time)
  let left = stepsOfSeriesMax
  for (let time = iterator.next(); time; time = iterator.next()) {
    watch.step()
    if (left-- === 0 || steps.left-- <= 0) throw new EventProblem('recurs too often')
    if (time.year > 9_999) break
    // A zone moves a time by a day at most.
    if (dayOf(wallDate(time)) + days + 2 < dayOf(window.from)) continue
    const start = localize({ ...event.first, time })
    const written = last?.length === 10 ? wallDate(time) : start
    if (start.slice(0, 10) > window.to || isPast(written, last)) break
    add({ ...event.first, time })
  }
}

/** @throws EventProblem for a rule that no calendar of stays has, and that may take long */
function iteratorOf(rule: ICAL.Recur, first: ICAL.Time): ICAL.RecurIterator {
  const interval = Number(rule.interval)
  const isOdd = !(interval >= 1 && interval <= intervalMax)
  if (!frequencies.includes(rule.freq) || isOdd) throw new EventProblem('recurs too often')
  return rule.iterator(first)
}

/** A further time of a series as its start is: a date, or in its zone where it names none. */
export function asFirst(given: CalendarTime, first: CalendarTime): CalendarTime {
  if (!first.time.isDate || given.time.isDate) {
    return { ...given, tzid: given.tzid ?? (isFloating(given.time) ? first.tzid : null) }
  }
  const time = given.time.clone()
  time.isDate = true
  return { time, tzid: null }
}

function isFloating({ zone }: ICAL.Time): boolean {
  return zone.tzid === 'floating'
}

function isPast(start: string, until: string | null): boolean {
  return until !== null && start > until
}

/** The condition that a series leaves a time out, by its date where the exception is a date. */
function exceptionsOf({ except, first }: CalendarEvent, localize: Localize) {
  const times = except.map(one => localize(asFirst(one, first)))
  return ({ start, wallDate }: SeriesTime) =>
    times.some(time => time === start || (time.length === 10 && time === wallDate))
}

function wallDate({ year, month, day }: ICAL.Time): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}
