/** Occurrences of all events, with expanded series and replaced single occurrences. */
import { type CalendarEvent, readEvent, toSingleLine } from './calendar-event.ts'
import type { CalendarComponents, EventText } from './calendar-text.ts'
import { EventProblem } from './date-values.ts'
import { expandSeries, recurs } from './expand-series.ts'
import type {
  CalendarResult,
  Occurrence,
  ProgressReporter,
  UnreadEvent,
  Window,
} from './occurrence.ts'
import { replaceOccurrences } from './replace-occurrences.ts'
import { createLocalizer, type Localize } from './vtimezone.ts'

const valueCharactersMax = 255

/** Maximum steps of all series, far more than calendars of stays need. */
const stepsMax = 100_000

export function readOccurrences(
  { zones, events }: CalendarComponents,
  window: Window,
  progress: ProgressReporter,
): CalendarResult {
  const localize = createLocalizer(window.timeZone, zones)
  const unread: UnreadEvent[] = []
  const attempt = <T>(index: number, parse: () => T): T | null => {
    try {
      if (!progress.begin(index)) throw new EventProblem('takes too long to parse')
      return parse()
    } catch (error) {
      const reason = error instanceof EventProblem ? error.message : 'cannot be parsed'
      unread.push({ ...identify(events[index]!), reason })
      return null
    }
  }
  const parsed = events.flatMap((text, index) => {
    const event = attempt(index, () => readEvent(text, localize))
    return event ? [{ index, event }] : []
  })
  const newest = latestRevisions(parsed, localize)
  const budget = { left: stepsMax }
  const series = newest.flatMap(({ index, event }) => {
    if (event.isFree || !recurs(event)) return []
    const expanded = attempt(index, () =>
      expandSeries(event, window, { localize, budget, progress }),
    )
    return expanded ? [expanded] : []
  })
  const replacements = newest.map(({ event }) => event).filter(event => event.recurrence !== null)
  const { occurrences, freed } = replaceOccurrences(series, replacements, localize)
  const singles = newest.map(({ event }) => event).filter(isSingle)
  return {
    occurrences: [...singles.filter(event => !event.isFree).map(toOccurrence), ...occurrences],
    freed: [...singles.filter(event => event.isFree).map(toOccurrence), ...freed],
    unread,
    eventCount: events.length,
    recurs: newest.some(({ event }) => recurs(event)),
  }
}

/** Returns the identifying properties of an event that cannot be parsed. */
function identify({ line, lines }: EventText): Pick<UnreadEvent, 'uid' | 'summary' | 'line'> {
  const value = (name: string) => {
    const pattern = new RegExp(`^${name}(?:;[^:]*)?:(.*)$`, 'i')
    const value = lines.map(text => pattern.exec(text)?.[1]).find(text => text !== undefined)
    return toSingleLine(value).slice(0, valueCharactersMax)
  }
  return { uid: value('UID') || null, summary: value('SUMMARY'), line }
}

interface IndexedEvent {
  index: number
  event: CalendarEvent
}

/** Filters the last revision of each event. Different events with the same UID stay. */
function latestRevisions(parsed: IndexedEvent[], localize: Localize): IndexedEvent[] {
  const lastSequences = new Map<string, number>()
  const keyOf = ({ uid, recurrence }: CalendarEvent) =>
    `${uid} ${recurrence ? localize(recurrence) : ''}`
  for (const { event } of parsed) {
    const key = keyOf(event)
    lastSequences.set(key, Math.max(lastSequences.get(key) ?? 0, event.sequence))
  }
  const identities = new Set<string>()
  return parsed.filter(({ event }) => {
    const key = keyOf(event)
    const identity = [key, event.start, event.end, event.isFree].join(' ')
    if (identities.has(identity)) return false
    identities.add(identity)
    return event.uid === null || event.sequence === lastSequences.get(key)
  })
}

function isSingle(event: CalendarEvent): boolean {
  return event.recurrence === null && !recurs(event)
}

function toOccurrence({ uid, start, end, summary, note, line }: CalendarEvent): Occurrence {
  return { uid, recurrenceId: null, start, end, summary, note, line }
}
