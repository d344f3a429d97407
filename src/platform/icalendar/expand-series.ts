/** Expansion of recurring events: RFC 5545 §3.8.5. */
import type ICAL from 'ical.js'
import { dateLength, dayOf } from '../dates/dates.ts'
import { type CalendarEvent, countDays, type RecurrenceRule, shiftDate } from './calendar-event.ts'
import { EventProblem } from './date-values.ts'
import { isWithin, type ProgressReporter, type Window } from './occurrence.ts'
import type { CalendarTime, Localize } from './vtimezone.ts'

export interface Series {
  event: CalendarEvent
  times: SeriesTime[]
}

export interface SeriesTime {
  /** Start date in the time zone of the series. */
  wallDate: string
  /** Local time, see `Occurrence`. */
  start: string
  end: string
}

interface Expansion {
  localize: Localize
  /** Remaining steps of all series of a calendar. */
  budget: { left: number }
  progress: ProgressReporter
}

const seriesStepsMax = 25_000
/** Maximum interval. A longer one exceeds the window, and is slow to expand. */
const intervalMax = 1_000
const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']

export function recurs({ rules, additions, recurrence }: CalendarEvent): boolean {
  return recurrence === null && (rules.length > 0 || additions.length > 0)
}

/**
 * Expands a series within a window, without its exceptions.
 *
 * @throws EventProblem
 */
export function expandSeries(event: CalendarEvent, window: Window, expansion: Expansion): Series {
  const { localize } = expansion
  const days = countDays(event)
  const byStart = new Map<string, SeriesTime>()
  const add = (time: CalendarTime, explicitEnd: string | null = null) => {
    const start = localize(time)
    const end = explicitEnd ?? shiftDate(start.slice(0, 10), days, event.end.slice(10))
    byStart.set(start, { wallDate: toWallDate(time.time), start, end })
  }
  add(event.firstTime)
  for (const rule of event.rules) addRecurring(event, rule, { days, window, ...expansion, add })
  for (const { start, end } of event.additions) add(alignToStart(start, event.firstTime), end)
  const isExcepted = isExceptionFor(event, localize)
  const times = [...byStart.values()].filter(time => {
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
  { days, window, localize, budget, progress, add }: Recurring,
): void {
  const endTime = until === null ? null : localize(alignToStart(until, event.firstTime))
  const iterator = openIterator(rule, event.firstTime.time)
  let stepsLeft = seriesStepsMax
  for (let time = iterator.next(); time; time = iterator.next()) {
    progress.step()
    if (stepsLeft-- === 0 || budget.left-- <= 0) throw new EventProblem('recurs too often')
    if (time.year > 9_999) break
    // Only times that may overlap the window are converted, which is slow. A time zone shifts each
    // end of an occurrence by at most a day.
    if (dayOf(toWallDate(time)) + days + 2 < dayOf(window.from)) continue
    const start = localize({ ...event.firstTime, time })
    // An end that is a date includes that day.
    const wallTime = endTime?.length === dateLength ? toWallDate(time) : start
    if (start.slice(0, 10) > window.to || isAfter(wallTime, endTime)) break
    add({ ...event.firstTime, time })
  }
}

/** @throws EventProblem for an unusual rule, which may take long to expand */
function openIterator(rule: ICAL.Recur, first: ICAL.Time): ICAL.RecurIterator {
  const interval = Number(rule.interval)
  const isInvalid = !(interval >= 1 && interval <= intervalMax)
  if (!frequencies.includes(rule.freq) || isInvalid) throw new EventProblem('recurs too often')
  return rule.iterator(first)
}

/** Converts a time of a series to the type of its start: a date, or a time in its zone. */
export function alignToStart(added: CalendarTime, first: CalendarTime): CalendarTime {
  if (!first.time.isDate || added.time.isDate) {
    return { ...added, tzid: added.tzid ?? (isFloating(added.time) ? first.tzid : null) }
  }
  const time = added.time.clone()
  time.isDate = true
  return { time, tzid: null }
}

function isFloating({ zone }: ICAL.Time): boolean {
  return zone.tzid === 'floating'
}

function isAfter(start: string, end: string | null): boolean {
  return end !== null && start > end
}

/** Returns a test for exceptions. An exception that is a date excludes that day. */
function isExceptionFor({ exceptions, firstTime }: CalendarEvent, localize: Localize) {
  const times = exceptions.map(exception => localize(alignToStart(exception, firstTime)))
  return ({ start, wallDate }: SeriesTime) =>
    times.some(time => time === start || (time.length === dateLength && time === wallDate))
}

function toWallDate({ year, month, day }: ICAL.Time): string {
  const pad = (n: number) => String(n).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`
}
