/** Worker thread of `readCalendar`. */
import { parentPort, workerData } from 'node:worker_threads'
import { type CalendarComponents, type CalendarError, splitCalendar } from './calendar-text.ts'
import type { CalendarResult, Window } from './occurrence.ts'
import { readOccurrences } from './occurrences.ts'

export interface ReadTask {
  body: Uint8Array
  /** Charset of the response; an unknown one is read as UTF-8. */
  charset: string
  window: Window
  eventsMax: number
  occurrencesMax: number
  /** Shared memory: index of the current event, and number of steps so far. */
  progress: Int32Array
  /** Indexes of the events to skip. */
  skipped: number[]
}

/** Reason to reject a whole calendar. */
export type CalendarRejection = CalendarError | 'TOO_MANY_EVENTS' | 'TOO_LONG_TO_READ'

function readTask(task: ReadTask): CalendarResult | CalendarRejection {
  const { window, eventsMax, occurrencesMax, progress, skipped } = task
  const components: CalendarComponents | CalendarError = splitCalendar(decodeText(task))
  if (typeof components === 'string') return components
  if (components.events.length > eventsMax) return 'TOO_MANY_EVENTS'
  const step = () => void Atomics.add(progress, 1, 1)
  const begin = (index: number) => {
    Atomics.store(progress, 0, index)
    step()
    return !skipped.includes(index)
  }
  const calendar = readOccurrences(components, window, { begin, step })
  return calendar.occurrences.length > occurrencesMax ? 'TOO_MANY_EVENTS' : calendar
}

function decodeText({ body, charset }: ReadTask): string {
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}

parentPort?.postMessage(readTask(workerData as ReadTask))
