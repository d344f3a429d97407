/** Columns of a lead that a change of state sets: contract/leads.md §4.2. Pure. */

import { hourMs } from '../../../platform/dates/dates.ts'
import { type LeadState, leadStates } from '../../prices/occupancies/lead-status.ts'
import type { Alteration } from '../lead-writes/read-alteration.ts'
import { bookedBy, type LeadRow, type LeadSource } from '../leads/lead.ts'

/** Timers of an action in hours; 0 for none. */
export interface TimerHours {
  /** Hours from now, or the instant at which the hold ends. */
  hold: number | Date
  request: number
  payment: number
}

/** Hours for a state without a timer. */
export const noTimers: TimerHours = { hold: 0, request: 0, payment: 0 }

/** Circumstances of a transition. */
export interface Transition {
  source: string
  /** Null for a new lead. */
  from: LeadState | null
  now: Date
  timerHours: TimerHours
  /** True if the timer expired, without a request. */
  byTimer?: boolean
  cancelledBy?: string | null
  reason?: string | null
}

/** Columns of a state without a timer. */
const noTimerColumns = { timer_started_at: null, timer_ends_at: null }

/** Returns the columns that a transition to a state sets, including type and status. */
export function stateColumns(to: LeadState, transition: Transition): Partial<LeadRow> {
  const { type, status } = leadStates[to]
  return { type, status, ...effectByState[to](transition) }
}

type Effect = (transition: Transition) => Partial<LeadRow>

const closing: Effect = transition => ({ close_reason: closeReason(transition), ...noTimerColumns })

const effectByState: Record<LeadState, Effect> = {
  BL: () => noTimerColumns,
  NW: ({ now }) => ({
    close_reason: null,
    decline_reason: null,
    quote_sent_at: null,
    timer_started_at: now,
    timer_ends_at: null,
  }),
  OH: ({ now, timerHours }) => timerColumns(now, timerHours.hold),
  CL: closing,
  IG: () => ({ close_reason: 'IGNORED', ...noTimerColumns }),
  DU: () => ({ close_reason: 'DUPLICATE', ...noTimerColumns }),
  SA: () => noTimerColumns,
  PE: ({ now, timerHours, source }) =>
    isChannelSource(source) ? noTimerColumns : timerColumns(now, timerHours.request),
  PA: ({ now, timerHours }) => timerColumns(now, timerHours.payment),
  DE: ({ reason }) => ({ decline_reason: reason ?? null, ...noTimerColumns }),
  RC: closing,
  BK: ({ now, source }) => ({
    booked_at: now,
    booked_by: bookedBy(source as LeadSource),
    cancelled_by: null,
    cancelled_reason: null,
    cancelled_at: null,
    ...noTimerColumns,
  }),
  CA: ({ now, cancelledBy, reason }) => ({
    cancelled_by: cancelledBy ?? 'AGENCY',
    cancelled_reason: reason ?? null,
    cancelled_at: now,
  }),
}

/** Returns the columns of a timer that starts now. `end`: an instant, or hours with 0 for none. */
export function timerColumns(now: Date, end: number | Date): Partial<LeadRow> {
  if (end === 0) return noTimerColumns
  if (end instanceof Date) return { timer_started_at: now, timer_ends_at: end }
  return { timer_started_at: now, timer_ends_at: new Date(now.getTime() + end * hourMs) }
}

/**
 * Returns whether a source is a channel; channels decide on requests themselves, without a timer.
 */
function isChannelSource(source: string): boolean {
  return source.startsWith('DIRECT_')
}

function closeReason({ from, byTimer }: Transition): string {
  if (from === 'OH') return byTimer ? 'HOLD_EXPIRED' : 'HOLD_CLOSED'
  if (from === 'PE' || from === 'PA') return byTimer ? 'REQUEST_EXPIRED' : 'REQUEST_WITHDRAWN'
  return 'QUOTE_CLOSED'
}

/** Alteration that leaves stay, guests and price as they are. */
export const noAlteration: Alteration = {
  stay: { checkIn: null, checkOut: null },
  propertyUid: null,
  unitUid: null,
  counts: {},
  promoCode: null,
  overrides: null,
}

/**
 * Returns the alteration of the sub-leads when a main lead is altered: its new dates only, without
 * property, guests and prices (contract/leads.md §9.1). Null if the dates stay.
 */
export function subLeadAlteration({ stay }: Alteration): Alteration | null {
  return stay.checkIn === null && stay.checkOut === null ? null : { ...noAlteration, stay }
}
