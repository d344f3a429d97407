/** One `VEVENT` of a calendar, read. */
import ICAL from 'ical.js'
import { dateOf, dayOf } from '../dates.ts'
import { component, type EventText } from './calendar-text.ts'
import {
  additionsOf,
  type Period,
  parametersOf,
  readableTimesOf,
  readTime,
  timesOf,
} from './date-values.ts'
import { EventProblem } from './event-problem.ts'
import type { CalendarTime, Localize } from './local-times.ts'
import { readNote, type StayNote } from './stay-note.ts'

export interface CalendarEvent {
  /** Null: it has none. */
  uid: string | null
  /** The occurrence of a series that this event stands for, as it is written. */
  recurrence: CalendarTime | null
  /** Later occurrences of the series move with it. */
  isFromThereOn: boolean
  sequence: number
  /** It is cancelled, or its time stays free. */
  isFree: boolean
  summary: string
  note: StayNote
  /** The number of its first line. */
  line: number
  /** Local, a date when it is all-day. */
  start: string
  /** Local; of an all-day event the first day after it. */
  end: string
  rules: RecurrenceRule[]
  first: CalendarTime
  also: Addition[]
  except: CalendarTime[]
}

/** Rule and end of a recurrence, as written. */
export interface RecurrenceRule {
  rule: ICAL.Recur
  until: CalendarTime | null
}

/** A time at which an event occurs besides; `end` is its own, null: as long as the others. */
interface Addition {
  start: CalendarTime
  end: string | null
}

const dates = /^(DTSTART|DTEND|RECURRENCE-ID|RDATE|EXDATE|RRULE)[;:]/i

/**
 * Reads an event.
 *
 * @throws EventProblem, and other errors when it cannot be parsed
 */
export function readEvent({ line, lines }: EventText, localize: Localize): CalendarEvent {
  const others = lines.filter(text => !dates.test(text))
  const event = new ICAL.Component(ICAL.parse(component('VEVENT', others)) as never)
  const one = (name: string) => event.getFirstPropertyValue(name)
  const word = (name: string) =>
    String(one(name) ?? '')
      .trim()
      .toUpperCase()
  const { first, end } = spanOf(lines, event)
  return {
    uid: clean(one('uid')) || null,
    recurrence: timesOf(lines, 'recurrence-id')[0] ?? null,
    isFromThereOn: /;RANGE=THISANDFUTURE/i.test(parametersOf(lines, 'recurrence-id')),
    sequence: Number(one('sequence')) || 0,
    isFree: word('status') === 'CANCELLED' || word('transp') === 'TRANSPARENT',
    summary: clean(one('summary')).slice(0, 255),
    note: readNote(String(one('description') ?? '')),
    line,
    start: localize(first),
    end: localize(end),
    rules: rulesOf(lines),
    first,
    also: additionsOf(lines).map(one => addition(one, localize)),
    except: readableTimesOf(lines, 'exdate'),
  }
}

/** A text that a database can store, in one line. */
export function clean(value: unknown): string {
  return String(value ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim()
}

/** The ends of an event. From one UTC midnight to another it is all-day. */
function spanOf(
  lines: string[],
  event: ICAL.Component,
): { first: CalendarTime; end: CalendarTime } {
  const first = timesOf(lines, 'dtstart')[0]
  if (!first) throw new EventProblem('has no start')
  const given = timesOf(lines, 'dtend')[0]
  const end = given ? untilMidnight(given) : endWithout(event, first)
  if (!isUtcMidnight(first) || !isUtcMidnight(end)) return { first, end }
  return { first: asDate(first), end: asDate(end) }
}

function endWithout(event: ICAL.Component, first: CalendarTime): CalendarTime {
  const duration = event.getFirstPropertyValue('duration')
  if (duration instanceof ICAL.Duration) return { ...first, time: after(first, duration) }
  if (!first.time.isDate) return first
  const time = first.time.clone()
  time.adjust(1, 0, 0, 0)
  return { ...first, time }
}

/** The last minute of a day stands for its end. */
function untilMidnight(end: CalendarTime): CalendarTime {
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

/** An all-day event of a part of a day lasts all of it. */
function after({ time }: CalendarTime, duration: ICAL.Duration): ICAL.Time {
  const seconds = duration.toSeconds()
  if (!Number.isSafeInteger(seconds) || seconds < 0) throw new EventProblem('ends before it starts')
  if (seconds > 10_000 * 366 * daySeconds) throw new EventProblem('has a date beyond the year 9999')
  const end = time.clone()
  const days = Math.floor(seconds / daySeconds)
  if (time.isDate) end.adjust(Math.max(1, Math.ceil(seconds / daySeconds)), 0, 0, 0)
  else end.adjust(days, 0, 0, seconds % daySeconds)
  return end
}

/** The rules of an event, their ends apart: these are read as its start is (RFC 5545 §3.3.10). */
function rulesOf(lines: string[]): RecurrenceRule[] {
  return lines.flatMap(line => {
    const text = /^RRULE(?:;[^:]*)?:(.*)$/i.exec(line)?.[1]
    if (text === undefined) return []
    const parts = text.split(';').filter(part => part.trim() !== '')
    const until = parts.find(part => /^\s*UNTIL=/i.test(part))
    const rule = ICAL.Recur.fromString(parts.filter(part => part !== until).join(';'))
    return [{ rule, until: until ? readTime(until.replace(/^.*=/, ''), null, 'UNTIL') : null }]
  })
}

function addition(given: CalendarTime | Period, localize: Localize): Addition {
  if (!('end' in given)) return { start: given, end: null }
  const { start, end } = given
  const last = end instanceof ICAL.Duration ? { ...start, time: after(start, end) } : end
  return { start, end: localize(last) }
}

/** Returns the days from the start date of an event to its end date. */
export function daysOf({ start, end }: Pick<CalendarEvent, 'start' | 'end'>): number {
  const days = dayOf(end.slice(0, 10)) - dayOf(start.slice(0, 10))
  if (days < 0) throw new EventProblem('ends before it starts')
  return days
}

/** A date some days after another, with what follows the date in a text: the time of day. */
export function movedBy(date: string, days: number, timeOfDay: string): string {
  return dateOf(dayOf(date) + days) + timeOfDay
}
