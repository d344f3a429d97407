/** One `VEVENT` of a calendar, read. */
import ICAL from 'ical.js'
import { dateOf, dayOf } from '../dates.ts'
import type { CalendarTime, Localize } from './local-times.ts'

export interface CalendarEvent {
  /** Null: it has none. */
  uid: string | null
  /** The local time of the occurrence of a series that this event stands for. */
  recurrenceId: string | null
  sequence: number
  /** It is cancelled, or its time stays free. */
  isFree: boolean
  summary: string
  /** Local, a date when it is all-day. */
  start: string
  /** Local; of an all-day event the first day after it. */
  end: string
  /** How often it recurs. */
  rules: ICAL.Recur[]
  first: CalendarTime
  /** Local times at which it occurs besides, and at which it does not. */
  also: string[]
  except: string[]
}

/** What is wrong with an event, in words for whoever keeps the calendar. */
export class EventProblem extends Error {}

/**
 * Reads an event.
 *
 * @throws EventProblem, and other errors when it cannot be parsed
 */
export function readEvent(text: string, localize: Localize): CalendarEvent {
  const event = new ICAL.Component(ICAL.parse(text) as never)
  const one = (name: string) => event.getFirstPropertyValue(name)
  const word = (name: string) =>
    String(one(name) ?? '')
      .trim()
      .toUpperCase()
  const first = timesOf(event, 'dtstart')[0]
  if (!first) throw new EventProblem('has no start')
  const recurrence = timesOf(event, 'recurrence-id')[0]
  return {
    uid: clean(one('uid')) || null,
    recurrenceId: recurrence ? localize(recurrence) : null,
    sequence: Number(one('sequence')) || 0,
    isFree: word('status') === 'CANCELLED' || word('transp') === 'TRANSPARENT',
    summary: clean(one('summary')).slice(0, 255),
    start: localize(first),
    end: endOf(event, first, localize),
    rules: event.getAllProperties('rrule').map(property => property.getFirstValue() as ICAL.Recur),
    first,
    also: timesOf(event, 'rdate').map(localize),
    except: timesOf(event, 'exdate').map(localize),
  }
}

/** A text that a database can store, in one line. */
export function clean(value: unknown): string {
  return String(value ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim()
}

function timesOf(event: ICAL.Component, name: string): CalendarTime[] {
  return event.getAllProperties(name).flatMap(property => {
    const tzid = property.getParameter('tzid')
    const zone = typeof tzid === 'string' ? tzid.replace(/^"(.*)"$/, '$1') : null
    return property.getValues().map(value => {
      const time = value instanceof ICAL.Period ? value.start : value
      if (!(time instanceof ICAL.Time)) throw new EventProblem(`has a ${name} that is no time`)
      return { time, tzid: zone }
    })
  })
}

function endOf(event: ICAL.Component, first: CalendarTime, localize: Localize): string {
  const end = timesOf(event, 'dtend')[0]
  if (end) return localize(end)
  const duration = event.getFirstPropertyValue('duration')
  if (duration instanceof ICAL.Duration) return localize({ ...first, time: after(first, duration) })
  const start = localize(first)
  return first.time.isDate ? dateOf(dayOf(start) + 1) : start
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
