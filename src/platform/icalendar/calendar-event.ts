/** Parsed `VEVENT` of a calendar. */
import ICAL from 'ical.js'
import { dateOf, dayOf } from '../dates/dates.ts'
import { type EventText, formatComponent } from './calendar-text.ts'
import {
  EventProblem,
  type Period,
  readAdditions,
  readParameters,
  readTime,
  readTimes,
  readValidTimes,
} from './date-values.ts'
import { readNote, type StayNote } from './stay-note.ts'
import type { CalendarTime, Localize } from './vtimezone.ts'

export interface CalendarEvent {
  uid: string | null
  /** Occurrence of a series that this event replaces, as written. */
  recurrence: CalendarTime | null
  /** True: later occurrences of the series move with it. */
  movesLater: boolean
  sequence: number
  /** True: the event is cancelled, or leaves its time free. */
  isFree: boolean
  summary: string
  note: StayNote
  line: number
  /** Local time; a date for an all-day event. */
  start: string
  /** Local time; for an all-day event, the day after it. */
  end: string
  rules: RecurrenceRule[]
  /** Start as written; for a series, that of its first occurrence. */
  firstTime: CalendarTime
  additions: Addition[]
  exceptions: CalendarTime[]
}

/** Rule and end of a recurrence, as in the calendar. */
export interface RecurrenceRule {
  rule: ICAL.Recur
  until: CalendarTime | null
}

/** Additional time of an event; `end` null: it has the length of the event. */
interface Addition {
  start: CalendarTime
  end: string | null
}

const summaryCharactersMax = 255

const datePattern = /^(DTSTART|DTEND|RECURRENCE-ID|RDATE|EXDATE|RRULE)[;:]/i

/**
 * Parses an event.
 *
 * @throws EventProblem, and other errors if it cannot be parsed
 */
export function readEvent({ line, lines }: EventText, localize: Localize): CalendarEvent {
  // Dates are parsed leniently by this module, everything else by the library.
  const otherLines = lines.filter(text => !datePattern.test(text))
  const event = new ICAL.Component(ICAL.parse(formatComponent('VEVENT', otherLines)) as never)
  const firstValue = (name: string) => event.getFirstPropertyValue(name)
  const keyword = (name: string) =>
    String(firstValue(name) ?? '')
      .trim()
      .toUpperCase()
  const { first, end } = readSpan(lines, event)
  return {
    uid: toSingleLine(firstValue('uid')) || null,
    recurrence: readTimes(lines, 'recurrence-id')[0] ?? null,
    movesLater: /;RANGE=THISANDFUTURE/i.test(readParameters(lines, 'recurrence-id')),
    sequence: Number(firstValue('sequence')) || 0,
    isFree: keyword('status') === 'CANCELLED' || keyword('transp') === 'TRANSPARENT',
    summary: toSingleLine(firstValue('summary')).slice(0, summaryCharactersMax),
    note: readNote(String(firstValue('description') ?? '')),
    line,
    start: localize(first),
    end: localize(end),
    rules: readRules(lines),
    firstTime: first,
    additions: readAdditions(lines).map(addition => toAddition(addition, localize)),
    exceptions: readValidTimes(lines, 'exdate'),
  }
}

/** Converts a value to one line of text that a database can store. */
export function toSingleLine(value: unknown): string {
  return String(value ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim()
}

/** Returns start and end. An event from one UTC midnight to another is all-day. */
function readSpan(
  lines: string[],
  event: ICAL.Component,
): { first: CalendarTime; end: CalendarTime } {
  const first = readTimes(lines, 'dtstart')[0]
  if (!first) throw new EventProblem('has no start')
  const dtend = readTimes(lines, 'dtend')[0]
  const end = dtend ? roundToMidnight(dtend) : endFromDuration(event, first)
  if (!isUtcMidnight(first) || !isUtcMidnight(end)) return { first, end }
  return { first: asDate(first), end: asDate(end) }
}

function endFromDuration(event: ICAL.Component, first: CalendarTime): CalendarTime {
  const duration = event.getFirstPropertyValue('duration')
  if (duration instanceof ICAL.Duration) return { ...first, time: addDuration(first, duration) }
  if (!first.time.isDate) return first
  const time = first.time.clone()
  time.adjust(1, 0, 0, 0)
  return { ...first, time }
}

/** Rounds the last minute of a day up to its end. */
function roundToMidnight(end: CalendarTime): CalendarTime {
  const { isDate, hour, minute, second } = end.time
  if (isDate || hour !== 23 || minute !== 59) return end
  const time = end.time.clone()
  time.adjust(0, 0, 1, -second)
  return { ...end, time }
}

function isUtcMidnight({ time }: CalendarTime): boolean {
  const { isDate, hour, minute, second, zone } = time
  return !isDate && zone === ICAL.Timezone.utcTimezone && hour + minute + second === 0
}

function asDate({ time: { year, month, day } }: CalendarTime): CalendarTime {
  return {
    time: new ICAL.Time({ year, month, day, isDate: true }, ICAL.Timezone.localTimezone),
    tzid: null,
  }
}

const daySeconds = 86_400
/** Seconds of ten thousand leap years. */
const secondsMax = 10_000 * 366 * daySeconds

/** Adds a duration. An all-day event that ends within a day lasts until the end of it. */
function addDuration({ time }: CalendarTime, duration: ICAL.Duration): ICAL.Time {
  const seconds = duration.toSeconds()
  if (!Number.isSafeInteger(seconds) || seconds < 0) throw new EventProblem('ends before it starts')
  if (seconds > secondsMax) throw new EventProblem('has a date beyond the year 9999')
  const end = time.clone()
  const days = Math.floor(seconds / daySeconds)
  if (time.isDate) end.adjust(Math.max(1, Math.ceil(seconds / daySeconds)), 0, 0, 0)
  else end.adjust(days, 0, 0, seconds % daySeconds)
  return end
}

/**
 * Parses the rules of an event. `UNTIL` is parsed like the start of the event (RFC 5545 §3.3.10).
 */
function readRules(lines: string[]): RecurrenceRule[] {
  return lines.flatMap(line => {
    const text = /^RRULE(?:;[^:]*)?:(.*)$/i.exec(line)?.[1]
    if (text === undefined) return []
    const rulePieces = text.split(';').filter(part => part.trim() !== '')
    const until = rulePieces.find(part => /^\s*UNTIL=/i.test(part))
    const rule = ICAL.Recur.fromString(rulePieces.filter(part => part !== until).join(';'))
    return [{ rule, until: until ? readTime(until.replace(/^.*=/, ''), null, 'UNTIL') : null }]
  })
}

function toAddition(addition: CalendarTime | Period, localize: Localize): Addition {
  if (!('end' in addition)) return { start: addition, end: null }
  const { start, end } = addition
  const addedEnd = end instanceof ICAL.Duration ? { ...start, time: addDuration(start, end) } : end
  return { start, end: localize(addedEnd) }
}

export function countDays({ start, end }: Pick<CalendarEvent, 'start' | 'end'>): number {
  const days = dayOf(end.slice(0, 10)) - dayOf(start.slice(0, 10))
  if (days < 0) throw new EventProblem('ends before it starts')
  return days
}

/** Adds days to a date, and appends the time of day. */
export function shiftDate(date: string, days: number, timeOfDay: string): string {
  return dateOf(dayOf(date) + days) + timeOfDay
}
