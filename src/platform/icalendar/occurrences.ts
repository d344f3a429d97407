/** When the events of a calendar are: recurrences expanded, single occurrences replaced. */
import type ICAL from 'ical.js'
import { dateOf, dayOf } from '../dates.ts'
import { type CalendarEvent, clean, EventProblem, readEvent } from './calendar-event.ts'
import type { CalendarParts } from './calendar-text.ts'
import { type Localize, localizer } from './local-times.ts'

/** A time that an event takes; local in the zone that was asked for. */
export interface Occurrence {
  /** Null: the event has none. */
  uid: string | null
  /** Tells the occurrences of a series apart. */
  recurrenceId: string | null
  /** `2026-07-04` when it is all-day, else `2026-07-04T16:00:00`. */
  start: string
  /** For an all-day event, the first day after it. */
  end: string
  summary: string
}

/** An event that was not understood, so that nothing is known of when it is. */
export interface UnreadEvent {
  uid: string | null
  summary: string
  reason: string
}

export interface ReadCalendar {
  occurrences: Occurrence[]
  unread: UnreadEvent[]
  /** How many events there are, free ones too. */
  eventCount: number
  /** What it says depends on the day on which it is asked. */
  recurs: boolean
}

/** What is asked of a calendar. */
export interface Window {
  timeZone: string
  /** Civil dates: recurrences that end before or start after are left out. */
  from: string
  to: string
}

/** Is told of what is being done, so that whoever waits can tell what does not end. */
export interface Watch {
  /** Whether an event is to be read. */
  begin(index: number): boolean
  step(): void
}

/** How many recurrences are looked at in all; far more than a calendar of stays has. */
const stepsMax = 100_000
const stepsOfSeriesMax = 25_000
/** Longer steps than the time for which recurrences are told, and slow ones to take. */
const intervalMax = 1_000
const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']

/** Finds the times that the events of a calendar take. */
export function readOccurrences(
  { zones, events }: CalendarParts,
  window: Window,
  watch: Watch,
): ReadCalendar {
  const localize = localizer(window.timeZone, zones)
  const unread: UnreadEvent[] = []
  const attempt = <T>(index: number, read: () => T): T | null => {
    try {
      if (!watch.begin(index)) throw new EventProblem('takes too long to read')
      return read()
    } catch (error) {
      const reason = error instanceof EventProblem ? error.message : 'cannot be read'
      unread.push({ ...namesOf(events[index]!), reason })
      return null
    }
  }
  const read = events.flatMap((text, index) => {
    const event = attempt(index, () => readEvent(text, localize))
    return event ? [{ index, event }] : []
  })
  const newest = newestOf(read)
  const replaced = new Set(newest.flatMap(({ event }) => replacedBy(event)))
  const steps = { left: stepsMax }
  const occurrences = newest.flatMap(({ index, event }) => {
    if (event.isFree) return []
    const found = attempt(index, () => {
      return recurs(event) ? expand(event, window, localize, steps, watch) : [single(event)]
    })
    return (found ?? []).filter(one => event.recurrenceId !== null || !replaced.has(keyOf(one)))
  })
  const isRecurring = newest.some(({ event }) => recurs(event))
  return { occurrences, unread, eventCount: events.length, recurs: isRecurring }
}

/** What can be told of an event that cannot be read. */
function namesOf(text: string): Pick<UnreadEvent, 'uid' | 'summary'> {
  const value = (name: string) =>
    clean(new RegExp(`^${name}(?:;[^:]*)?:(.*)$`, 'im').exec(text)?.[1]).slice(0, 255)
  return { uid: value('UID') || null, summary: value('SUMMARY') }
}

interface Numbered {
  index: number
  event: CalendarEvent
}

/** Of several revisions of an event the last; what merely shares a UID is kept besides. */
function newestOf(read: Numbered[]): Numbered[] {
  const newest = new Map<string, number>()
  for (const { event } of read) {
    const key = keyOf(event)
    newest.set(key, Math.max(newest.get(key) ?? 0, event.sequence))
  }
  const seen = new Set<string>()
  return read.filter(({ event }) => {
    const key = keyOf(event)
    const exactly = [key, event.start, event.end, event.isFree].join(' ')
    if (seen.has(exactly)) return false
    seen.add(exactly)
    return event.uid === null || event.sequence === newest.get(key)
  })
}

function keyOf({ uid, recurrenceId }: Pick<Occurrence, 'uid' | 'recurrenceId'>): string {
  return `${uid} ${recurrenceId ?? ''}`
}

function replacedBy(event: CalendarEvent): string[] {
  return event.recurrenceId === null ? [] : [keyOf(event)]
}

function recurs({ rules, also, recurrenceId }: CalendarEvent): boolean {
  return recurrenceId === null && (rules.length > 0 || also.length > 0)
}

function single({ uid, recurrenceId, start, end, summary }: CalendarEvent): Occurrence {
  return { uid, recurrenceId, start, end, summary }
}

/** @throws EventProblem */
function expand(
  event: CalendarEvent,
  { from, to }: Window,
  localize: Localize,
  steps: { left: number },
  watch: Watch,
): Occurrence[] {
  const days = dayOf(event.end.slice(0, 10)) - dayOf(event.start.slice(0, 10))
  if (days < 0) throw new EventProblem('ends before it starts')
  const starts = new Set([event.start, ...event.also])
  let left = stepsOfSeriesMax
  for (const rule of event.rules) {
    const until = untilOf(rule, event, localize)
    const iterator = iteratorOf(rule, event.first.time)
    for (let time = iterator.next(); time; time = iterator.next()) {
      watch.step()
      if (left-- === 0 || steps.left-- <= 0) throw new EventProblem('recurs too often')
      if (time.year > 9_999) break
      const date = wallDate(time)
      // A zone moves a time by a day at most.
      if (dayOf(date) + days + 2 < dayOf(from)) continue
      const start = localize({ ...event.first, time })
      if (start.slice(0, 10) > to || isPast(start, until)) break
      starts.add(start)
    }
  }
  const isExcepted = (start: string) =>
    event.except.some(one => one === start || (one.length === 10 && start.startsWith(one)))
  return [...starts].flatMap(start => {
    const first = start.slice(0, 10)
    const last = dateOf(dayOf(first) + days)
    if (last < from || first > to || isExcepted(start)) return []
    const { uid, summary } = event
    return [{ uid, recurrenceId: start, start, end: last + event.end.slice(10), summary }]
  })
}

/** @throws EventProblem for a rule that no calendar of stays has, and that may take long */
function iteratorOf(rule: ICAL.Recur, first: ICAL.Time): ICAL.RecurIterator {
  const interval = Number(rule.interval)
  const isOdd = !(interval >= 1 && interval <= intervalMax)
  if (!frequencies.includes(rule.freq) || isOdd) throw new EventProblem('recurs too often')
  const endless = rule.clone()
  endless.until = null
  return endless.iterator(first)
}

/** The end of a series, local as its occurrences are. */
function untilOf(rule: ICAL.Recur, { first }: CalendarEvent, localize: Localize): string | null {
  return rule.until ? localize({ time: rule.until, tzid: first.tzid }) : null
}

function isPast(start: string, until: string | null): boolean {
  return until !== null && start.slice(0, until.length) > until
}

function wallDate({ year, month, day }: ICAL.Time): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}
