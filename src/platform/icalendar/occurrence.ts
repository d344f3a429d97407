/** Queries of a calendar and their results. */
import { dayOf } from '../dates.ts'
import type { StayNote } from './stay-note.ts'

/** A time that an event takes; local in the zone that was asked for. */
export interface Occurrence {
  /** Null: the event has none. */
  uid: string | null
  /** Tells the occurrences of a series apart: the local time at which the series has it. */
  recurrenceId: string | null
  /** `2026-07-04` when it is all-day, else `2026-07-04T16:00:00`. */
  start: string
  /** For an all-day event, the first day after it. */
  end: string
  summary: string
  note: StayNote
  /** The number of the first line of its event. */
  line: number
}

/** An event that was not understood, so that nothing is known of when it is. */
export interface UnreadEvent {
  uid: string | null
  summary: string
  line: number
  reason: string
}

export interface ReadCalendar {
  occurrences: Occurrence[]
  /** Events that are cancelled, or whose time stays free. */
  freed: Pick<Occurrence, 'uid' | 'recurrenceId'>[]
  unread: UnreadEvent[]
  /** Number of events, free ones too. */
  eventCount: number
  /** True when the result depends on the day of the query. */
  recurs: boolean
}

/** The period for which a calendar is read. */
export interface Window {
  timeZone: string
  /** Civil dates: recurrences that end before or start after are left out. */
  from: string
  to: string
}

/** Is told of what is being done, so that a caller that waits can tell what does not end. */
export interface Watch {
  /** Returns whether an event is to be read. */
  begin(index: number): boolean
  step(): void
}

/** Returns whether dates lie in a window, both of whose ends count. */
export function isWithin(first: string, last: string, { from, to }: Window): boolean {
  return dayOf(last) >= dayOf(from) && dayOf(first) <= dayOf(to)
}
