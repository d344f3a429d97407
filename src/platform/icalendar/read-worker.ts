/** The thread in which a calendar is read: see `readCalendar`. */
import { parentPort, workerData } from 'node:worker_threads'
import { type CalendarParts, type Misshape, splitCalendar } from './calendar-text.ts'
import type { ReadCalendar, Window } from './occurrence.ts'
import { readOccurrences } from './occurrences.ts'

/** What the thread is given. */
export interface Reading {
  body: Uint8Array
  /** What the answer called its encoding; anything unknown is read as UTF-8. */
  charset: string
  window: Window
  eventsMax: number
  occurrencesMax: number
  /** Which event is being read, and how many steps were taken so far. */
  progress: Int32Array
  /** Events that did not end the last times. */
  skipped: number[]
}

/** Why a calendar is not read as a whole. */
export type Unreadable = Misshape | 'TOO_MANY_EVENTS' | 'TOO_LONG_TO_READ'

function read(reading: Reading): ReadCalendar | Unreadable {
  const { window, eventsMax, occurrencesMax, progress, skipped } = reading
  const parts: CalendarParts | Misshape = splitCalendar(textOf(reading))
  if (typeof parts === 'string') return parts
  if (parts.events.length > eventsMax) return 'TOO_MANY_EVENTS'
  const step = () => void Atomics.add(progress, 1, 1)
  const begin = (index: number) => {
    Atomics.store(progress, 0, index)
    step()
    return !skipped.includes(index)
  }
  const calendar = readOccurrences(parts, window, { begin, step })
  return calendar.occurrences.length > occurrencesMax ? 'TOO_MANY_EVENTS' : calendar
}

function textOf({ body, charset }: Reading): string {
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}

parentPort?.postMessage(read(workerData as Reading))
