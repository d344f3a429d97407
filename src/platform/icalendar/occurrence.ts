/** Input and result of reading a calendar. */
import { dayOf } from '../dates/dates.ts'
import type { StayNote } from './stay-note.ts'

/** Occurrence of an event, in local times of the requested zone. */
export interface Occurrence {
  /** Null: the event has no UID. */
  uid: string | null
  /** Identifier of the occurrence in its series: its original local time. */
  recurrenceId: string | null
  /** `2026-07-04` for an all-day event, otherwise `2026-07-04T16:00:00`. */
  start: string
  /** For an all-day event, the day after it. */
  end: string
  summary: string
  note: StayNote
  /** Number of the first line of its event. */
  line: number
}

export interface UnreadEvent {
  uid: string | null
  summary: string
  line: number
  reason: string
}

export interface CalendarResult {
  occurrences: Occurrence[]
  /** Events that are cancelled, or that leave their time free. */
  freed: Pick<Occurrence, 'uid' | 'recurrenceId'>[]
  unread: UnreadEvent[]
  /** Number of events, including free ones. */
  eventCount: number
  /** True: the result depends on the current day. */
  recurs: boolean
}

/** Period and time zone of the requested occurrences. */
export interface Window {
  timeZone: string
  /** First and last date; recurrences outside are omitted. */
  from: string
  to: string
}

/** Progress reporter, from which the caller detects an event that does not end. */
export interface ProgressReporter {
  /** Returns whether to read an event. */
  begin(index: number): boolean
  step(): void
}

/** Returns whether dates overlap a window. Both ends of the window are inclusive. */
export function isWithin(first: string, last: string, { from, to }: Window): boolean {
  return dayOf(last) >= dayOf(from) && dayOf(first) <= dayOf(to)
}
