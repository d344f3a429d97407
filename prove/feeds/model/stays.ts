/** Stays of external systems; nights are numbers of days. */

/** A range of nights; `to` is excluded. */
export interface Nights {
  from: number
  to: number
}

/**
 * GUEST: an event with a guest. MAYBE: an event of a system that does not distinguish bookings from
 * closures. CLOSURE: an event without a guest.
 */
export type Kind = 'GUEST' | 'MAYBE' | 'CLOSURE'

/** A stay or a closure of an external system. */
export interface Stay extends Nights {
  /** Stable name in the proof, which its summary contains: `g12`. */
  id: string
  kind: Kind
  /** UID in the last response. */
  uid: string
  /** Reservation code in its description. */
  code: string | null
  /** Text after its name in the summary. */
  suffix: string
}

/** Content of a complete calendar. */
export interface FeedContent {
  stays: Stay[]
  /** Ids of stays that are cancelled or transparent. */
  cancelled: string[]
  /** Ids of stays with unreadable dates. */
  unread: string[]
}

/** Returns whether two ranges have a night in common. */
export function overlap(a: Nights, b: Nights): boolean {
  return a.from < b.to && b.from < a.to
}

export function equal(a: Nights, b: Nights): boolean {
  return a.from === b.from && a.to === b.to
}

export function includesNight({ from, to }: Nights, night: number): boolean {
  return from <= night && night < to
}

const minuteMs = 60_000

/** Time between two responses without an event after which it is removed. */
export const removalMs = 10 * minuteMs
/** Time for which events are retained that disappeared together with most others. */
export const massLossMs = 24 * 60 * minuteMs
