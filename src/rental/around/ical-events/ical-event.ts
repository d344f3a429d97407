/** An event of an external calendar, as it is kept: contract/resources.md §10. Pure. */
import type { Selectable } from 'kysely'
import { dayOf } from '../../../platform/dates.ts'
import type { FeedEventsTable } from '../../tables.ts'

/**
 * BOOKING: it speaks of a guest. MAYBE: it may have one, which its words do not tell. CLOSURE: it
 * cannot have one.
 */
export type StayKind = 'BOOKING' | 'MAYBE' | 'CLOSURE'

/**
 * A row of `feed_events`. Its state is STORED if a lead holds its nights, PARTIAL if a lead holds
 * some of them, BLOCKS if blocks hold those that were free, SAME_STAY if another lead is the stay,
 * ECHO if it repeats what this server exported, and IGNORED if an employee released it, or it is a
 * marker.
 */
export type IcalEvent = Selectable<FeedEventsTable>

/** The reasons why an event is not stored as a whole, or is the stay of another lead. */
export const reasons = {
  cancelledHere: 'CANCELLED_HERE',
  released: 'RELEASED',
  taken: 'NIGHTS_TAKEN',
  marker: 'MARKER',
  decided: 'DECIDED_HERE',
  /** It repeats a stay that was freed here more than 48 hours ago. */
  echoRemains: 'ECHO_REMAINS',
  /** The lead that was its stay is gone, and it may only repeat that. */
  leadGone: 'LEAD_GONE',
  sameCode: 'SAME_CODE',
  sameOrigin: 'SAME_ORIGIN',
  repeatsOthers: 'REPEATS_OTHERS',
} as const

/**
 * Returns whether an event may repeat what was exported, so that it does not claim those nights.
 */
export function mayEcho({ state, may_have_guest, reason }: IcalEvent): boolean {
  if (reason === reasons.decided) return false
  return state === 'ECHO' || (state === 'BLOCKS' && !may_have_guest)
}

/** Returns whether an event that was the stay of a lead may only have repeated it. */
export function mayRepeatLead({ reason }: IcalEvent): boolean {
  return [reasons.sameOrigin, reasons.repeatsOthers, reasons.decided].includes(reason as never)
}

/** Nights as numbers of days, the last one not included. */
export interface Nights {
  from: number
  to: number
}

/** The nights of an event or a stay. */
export function nightsOf({
  check_in,
  check_out,
}: Pick<IcalEvent, 'check_in' | 'check_out'>): Nights {
  return { from: dayOf(check_in), to: dayOf(check_out) }
}

/** Returns whether two ranges have a night in common. */
export function meet(a: Nights, b: Nights): boolean {
  return a.from < b.to && b.from < a.to
}

/** The range of the nights of several. */
export function hullOf(ranges: Nights[]): Nights {
  return {
    from: Math.min(...ranges.map(({ from }) => from)),
    to: Math.max(...ranges.map(({ to }) => to)),
  }
}

/** Returns the events that have no night in common with another of them. */
export function apart<Event extends IcalEvent>(events: Event[]): Set<Event> {
  const sorted = events
    .map(event => ({ event, ...nightsOf(event) }))
    .sort((a, b) => a.from - b.from)
  const alone = new Set<Event>()
  let end = Number.NEGATIVE_INFINITY
  for (const [i, { event, from, to }] of sorted.entries()) {
    if (from >= end && to <= (sorted[i + 1]?.from ?? to)) alone.add(event)
    end = Math.max(end, to)
  }
  return alone
}

/** The kind of an event by what is kept of it. */
export function kindOfEvent({ status, may_have_guest }: IcalEvent): StayKind {
  if (status === 'BOOKED') return 'BOOKING'
  return may_have_guest ? 'MAYBE' : 'CLOSURE'
}

const ranks: Record<StayKind, number> = { BOOKING: 0, MAYBE: 1, CLOSURE: 2 }

/** Sorts events by who takes nights first: guests, then what was known first, then the longest. */
export function byPriority(a: IcalEvent, b: IcalEvent): number {
  const length = ({ from, to }: Nights) => to - from
  return (
    ranks[kindOfEvent(a)] - ranks[kindOfEvent(b)] ||
    a.first_seen_at.getTime() - b.first_seen_at.getTime() ||
    length(nightsOf(b)) - length(nightsOf(a)) ||
    (a.uid < b.uid ? -1 : 1)
  )
}

/** Returns whether an event waits for nights of others to become free. */
export function isWaiting({ state, may_have_guest, reason }: IcalEvent): boolean {
  if (!may_have_guest) return false
  if (reason === reasons.cancelledHere || reason === reasons.leadGone) return false
  return state === 'PARTIAL' || state === 'BLOCKS'
}
