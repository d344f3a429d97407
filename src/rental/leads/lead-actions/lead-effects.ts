/** What a change of state writes on the record: contract/leads.md §4.2. Pure. */

import type { Alteration } from '../lead-writes/read-alteration.ts'
import {
  bookedBy,
  type LeadRow,
  type LeadSource,
  type LeadState,
  leadStates,
} from '../leads/lead.ts'

/** Timers of an action in hours; 0: none. */
export interface TimerHours {
  /** Hours from now, or the instant at which the hold ends. */
  hold: number | Date
  request: number
  payment: number
}

export const noHours: TimerHours = { hold: 0, request: 0, payment: 0 }

/** How a lead comes into a state. */
export interface Entry {
  source: string
  /** Null: it is created. */
  from: LeadState | null
  now: Date
  hours: TimerHours
  /** Its timer ended; nobody did it. */
  byTimer?: boolean
  cancelledBy?: string | null
  reason?: string | null
}

const noTimer = { timer_started_at: null, timer_ends_at: null }

/** The columns that a lead has on coming into a state, type and status included. */
export function enteredColumns(to: LeadState, entry: Entry): Partial<LeadRow> {
  const { type, status } = leadStates[to]
  return { type, status, ...effects[to](entry) }
}

type Effect = (entry: Entry) => Partial<LeadRow>

const closed: Effect = entry => ({ close_reason: closeReasonOf(entry), ...noTimer })

const effects: Record<LeadState, Effect> = {
  BL: () => noTimer,
  NW: ({ now }) => ({
    close_reason: null,
    decline_reason: null,
    quote_sent_at: null,
    timer_started_at: now,
    timer_ends_at: null,
  }),
  OH: ({ now, hours }) => timerOf(now, hours.hold),
  CL: closed,
  IG: () => ({ close_reason: 'IGNORED', ...noTimer }),
  DU: () => ({ close_reason: 'DUPLICATE', ...noTimer }),
  SA: () => noTimer,
  PE: ({ now, hours, source }) => (isOfChannel(source) ? noTimer : timerOf(now, hours.request)),
  PA: ({ now, hours }) => timerOf(now, hours.payment),
  DE: ({ reason }) => ({ decline_reason: reason ?? null, ...noTimer }),
  RC: closed,
  BK: ({ now, source }) => ({
    booked_at: now,
    booked_by: bookedBy(source as LeadSource),
    cancelled_by: null,
    cancelled_reason: null,
    cancelled_at: null,
    ...noTimer,
  }),
  CA: ({ now, cancelledBy, reason }) => ({
    cancelled_by: cancelledBy ?? 'AGENCY',
    cancelled_reason: reason ?? null,
    cancelled_at: now,
  }),
}

/** A timer that starts now; 0 hours are none. */
export function timerOf(now: Date, hours: number | Date): Partial<LeadRow> {
  if (hours === 0) return noTimer
  if (hours instanceof Date) return { timer_started_at: now, timer_ends_at: hours }
  return { timer_started_at: now, timer_ends_at: new Date(now.getTime() + hours * 3_600_000) }
}

/** The channel decides on its own requests. */
function isOfChannel(source: string): boolean {
  return source.startsWith('DIRECT_')
}

function closeReasonOf({ from, byTimer }: Entry): string {
  if (from === 'OH') return byTimer ? 'HOLD_EXPIRED' : 'HOLD_CLOSED'
  if (from === 'PE' || from === 'PA') return byTimer ? 'REQUEST_EXPIRED' : 'REQUEST_WITHDRAWN'
  return 'QUOTE_CLOSED'
}

/** An alteration that changes nothing. */
export const unaltered: Alteration = {
  stay: { checkIn: null, checkOut: null },
  propertyUid: null,
  unitUid: null,
  counts: {},
  promoCode: null,
  overrides: null,
}

/**
 * Returns what an alteration of a main lead is for its sub-leads: they go to its dates, and keep
 * their places, guests and prices (contract/leads.md §9.1). Null: nothing.
 */
export function alterationOfSubs({ stay }: Alteration): Alteration | null {
  return stay.checkIn === null && stay.checkOut === null ? null : { ...unaltered, stay }
}
