/** When the events of a calendar are: recurrences expanded, single occurrences replaced. */
import { type CalendarEvent, clean, readEvent } from './calendar-event.ts'
import type { CalendarParts, EventText } from './calendar-text.ts'
import { EventProblem } from './event-problem.ts'
import { expand, recurs } from './expand-series.ts'
import { type Localize, localizer } from './local-times.ts'
import type { Occurrence, ReadCalendar, UnreadEvent, Watch, Window } from './occurrence.ts'
import { replaceOccurrences } from './replace-occurrences.ts'

/** How many recurrences are looked at in all; far more than a calendar of stays has. */
const stepsMax = 100_000

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
      if (!watch.begin(index)) throw new EventProblem('takes too long to parse')
      return read()
    } catch (error) {
      const reason = error instanceof EventProblem ? error.message : 'cannot be parsed'
      unread.push({ ...namesOf(events[index]!), reason })
      return null
    }
  }
  const read = events.flatMap((text, index) => {
    const event = attempt(index, () => readEvent(text, localize))
    return event ? [{ index, event }] : []
  })
  const newest = newestOf(read, localize)
  const steps = { left: stepsMax }
  const series = newest.flatMap(({ index, event }) => {
    if (event.isFree || !recurs(event)) return []
    const found = attempt(index, () => expand(event, window, { localize, steps, watch }))
    return found ? [found] : []
  })
  const replacing = newest.map(({ event }) => event).filter(event => event.recurrence !== null)
  const { occurrences, freed } = replaceOccurrences(series, replacing, localize)
  const alone = newest.map(({ event }) => event).filter(isSingle)
  return {
    occurrences: [...alone.filter(event => !event.isFree).map(single), ...occurrences],
    freed: [...alone.filter(event => event.isFree).map(single), ...freed],
    unread,
    eventCount: events.length,
    recurs: newest.some(({ event }) => recurs(event)),
  }
}

/** What can be told of an event that cannot be read. */
function namesOf({ line, lines }: EventText): Pick<UnreadEvent, 'uid' | 'summary' | 'line'> {
  const value = (name: string) => {
    const pattern = new RegExp(`^${name}(?:;[^:]*)?:(.*)$`, 'i')
    const found = lines.map(text => pattern.exec(text)?.[1]).find(text => text !== undefined)
    return clean(found).slice(0, 255)
  }
  return { uid: value('UID') || null, summary: value('SUMMARY'), line }
}

interface Numbered {
  index: number
  event: CalendarEvent
}

/** Of several revisions of an event the last; what merely shares a UID is kept besides. */
function newestOf(read: Numbered[], localize: Localize): Numbered[] {
  const newest = new Map<string, number>()
  const keyOf = ({ uid, recurrence }: CalendarEvent) =>
    `${uid} ${recurrence ? localize(recurrence) : ''}`
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

function isSingle(event: CalendarEvent): boolean {
  return event.recurrence === null && !recurs(event)
}

function single({ uid, start, end, summary, note, line }: CalendarEvent): Occurrence {
  return { uid, recurrenceId: null, start, end, summary, note, line }
}
