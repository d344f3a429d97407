/** Events of external calendars, as stored: contract/resources.md §10. Pure. */
import type { Selectable } from 'kysely'
import { dayOf } from '../../../platform/dates/dates.ts'
import type { FeedEventsTable } from '../../tables.ts'

/**
 * Kind of an event. BOOKING: its summary mentions a guest. MAYBE: it may have a guest. CLOSURE: it
 * has none.
 */
export type StayKind = 'BOOKING' | 'MAYBE' | 'CLOSURE'

/**
 * Row of `feed_events`. Its state is STORED if a lead occupies its nights, PARTIAL if a lead
 * occupies some of them, BLOCKS if blocks occupy the nights that were free, SAME_STAY if another
 * lead is the stay, ECHO if it repeats an exported stay, and IGNORED if a user released it or it is
 * a marker.
 */
export type IcalEvent = Selectable<FeedEventsTable>

/** Reasons why an event is not stored completely, or is the stay of another lead. */
export const reasons = {
  cancelledHere: 'CANCELLED_HERE',
  released: 'RELEASED',
  occupied: 'NIGHTS_TAKEN',
  marker: 'MARKER',
  decided: 'DECIDED_HERE',
  /** Repeats a stay that was freed here more than 48 hours ago. */
  echoRemains: 'ECHO_REMAINS',
  /** The lead that was its stay no longer exists, and the event may only repeat it. */
  leadGone: 'LEAD_GONE',
  sameCode: 'SAME_CODE',
  sameOrigin: 'SAME_ORIGIN',
  repeatsOthers: 'REPEATS_OTHERS',
} as const

/** Returns whether an event may repeat exported nights, which it then does not claim. */
export function mayEcho({ state, may_have_guest, reason }: IcalEvent): boolean {
  if (reason === reasons.decided) return false
  return state === 'ECHO' || (state === 'BLOCKS' && !may_have_guest)
}

/** Returns whether an event that was the stay of a lead may only have repeated it. */
export function mayRepeatLead({ reason }: IcalEvent): boolean {
  return [reasons.sameOrigin, reasons.repeatsOthers, reasons.decided].includes(reason as never)
}

/** Range of nights as day numbers; `to` is the day of departure. */
export interface Nights {
  from: number
  to: number
}

export function nightsOf({
  check_in,
  check_out,
}: Pick<IcalEvent, 'check_in' | 'check_out'>): Nights {
  return { from: dayOf(check_in), to: dayOf(check_out) }
}

export function overlaps(a: Nights, b: Nights): boolean {
  return a.from < b.to && b.from < a.to
}

export function containsNight({ from, to }: Nights, night: number): boolean {
  return from <= night && night < to
}

/** Returns the smallest range that contains all ranges. */
export function boundingRange(ranges: Nights[]): Nights {
  return {
    from: Math.min(...ranges.map(({ from }) => from)),
    to: Math.max(...ranges.map(({ to }) => to)),
  }
}

/** Returns the events that do not overlap another one. */
export function withoutOverlap<Event extends IcalEvent>(events: Event[]): Set<Event> {
  const sorted = events
    .map(event => ({ event, ...nightsOf(event) }))
    .sort((a, b) => a.from - b.from)
  const separate = new Set<Event>()
  let previousEnd = Number.NEGATIVE_INFINITY
  for (const [i, { event, from, to }] of sorted.entries()) {
    const nextBegin = sorted[i + 1]?.from ?? to
    if (from >= previousEnd && to <= nextBegin) separate.add(event)
    previousEnd = Math.max(previousEnd, to)
  }
  return separate
}

export function storedKind({ status, may_have_guest }: IcalEvent): StayKind {
  if (status === 'BOOKED') return 'BOOKING'
  return may_have_guest ? 'MAYBE' : 'CLOSURE'
}

const ranks: Record<StayKind, number> = { BOOKING: 0, MAYBE: 1, CLOSURE: 2 }

/**
 * Compares events by their priority for nights: guests first, then the first seen, then the
 * longest.
 */
export function byPriority(a: IcalEvent, b: IcalEvent): number {
  const length = ({ from, to }: Nights) => to - from
  return (
    ranks[storedKind(a)] - ranks[storedKind(b)] ||
    a.first_seen_at.getTime() - b.first_seen_at.getTime() ||
    length(nightsOf(b)) - length(nightsOf(a)) ||
    (a.uid < b.uid ? -1 : 1)
  )
}

/** Returns whether an event waits for nights that other leads occupy. */
export function isWaiting({ state, may_have_guest, reason }: IcalEvent): boolean {
  if (!may_have_guest) return false
  if (reason === reasons.cancelledHere || reason === reasons.leadGone) return false
  return state === 'PARTIAL' || state === 'BLOCKS'
}
