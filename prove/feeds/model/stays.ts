/** Stays of external systems, in nights as numbers of days. */

/** Nights, the last one not included. */
export interface Nights {
  from: number
  to: number
}

/**
 * GUEST: an event that speaks of a guest. MAYBE: one of a system that writes bookings and closures
 * alike. CLOSURE: one that cannot have a guest.
 */
export type Kind = 'GUEST' | 'MAYBE' | 'CLOSURE'

/** A stay or a closure as its external system knows it. */
export interface Stay extends Nights {
  /** Its name in the proof, which the external system keeps whatever becomes of it: `g12`. */
  id: string
  kind: Kind
  /** The UID under which the last answer had it. */
  uid: string
  /** The reservation code in its description. */
  code: string | null
  /** Beside its name in the summary. */
  words: string
}

/** An answer of an external system that is a whole calendar. */
export interface Said {
  stays: Stay[]
  /** Names of stays that the answer calls cancelled, or whose time it leaves free. */
  cancelled: string[]
  /** Names of stays whose dates cannot be read. */
  unread: string[]
}

/** Returns whether two ranges have a night in common. */
export function meet(a: Nights, b: Nights): boolean {
  return a.from < b.to && b.from < a.to
}

/** Returns whether two ranges are equal. */
export function equal(a: Nights, b: Nights): boolean {
  return a.from === b.from && a.to === b.to
}

/** Returns whether a night is in a range. */
export function has({ from, to }: Nights, night: number): boolean {
  return from <= night && night < to
}

const minuteMs = 60_000

/** An event that two answers so far apart do not have is gone. */
export const goneMs = 10 * minuteMs
/** An event of many that went at once is kept for so long. */
export const massLossMs = 24 * 60 * minuteMs
