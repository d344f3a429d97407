/** Actions that a write of a v2 status stands for: contract/leads.md §10.2. Pure. */

import { type LeadState, toLeadState } from '../../prices/occupancies/lead-status.ts'
import type { CloseReason, LeadMove, LeadRow } from './lead.ts'
import type { CreatableStatus } from './lead-body.ts'

/**
 * Effect of writing a v2 status. A status without an effect is only accepted if the lead has it
 * already.
 */
interface Effect {
  /** Status of a lead created with it; undefined if it is not allowed on creation. */
  creates?: CreatableStatus
  action?: LeadMove
  closing?: CloseReason
  cancelledBy?: 'AGENCY' | 'GUEST' | 'OWNER'
  bookedBy?: 'AGENT' | 'CUSTOMER' | 'EXTERNAL'
}

const booked = { creates: 'BOOKED', action: 'mark-as-booked' } as const

const effectByStatus = {
  BLOCKED: { creates: 'BLOCKED' },
  NEW: { creates: 'NEW', action: 'reopen' },
  ON_HOLD: { creates: 'ON_HOLD', action: 'put-on-hold' },
  QUOTE_SENT: { creates: 'NEW', action: 'mark-quote-sent' },
  HOLD_EXPIRED: { action: 'close' },
  CLOSED_QUOTE: { action: 'close' },
  CLOSED_HOLD: { action: 'close' },
  PENDING: { creates: 'PENDING' },
  DECLINED: { action: 'decline-booking-request' },
  IGNORED: { action: 'close', closing: 'IGNORED' },
  DUPLICATE: { action: 'close', closing: 'DUPLICATE' },
  SAMPLE: {},
  BOOKED_BY_AGENT: { ...booked, bookedBy: 'AGENT' },
  BOOKED_BY_CUSTOMER: { ...booked, bookedBy: 'CUSTOMER' },
  BOOKED_EXTERNALLY: { ...booked, bookedBy: 'EXTERNAL' },
  STAY: {},
  ARCHIVED: {},
  CANCELLED: { action: 'cancel', cancelledBy: 'AGENCY' },
  CANCELLED_BY_TRAVELER: { action: 'cancel', cancelledBy: 'GUEST' },
  CANCELLED_BY_OWNER: { action: 'cancel', cancelledBy: 'OWNER' },
  PAID_IN_FULL: booked,
  BOOKED_BY_OWNER: { ...booked, bookedBy: 'AGENT' },
} as const satisfies Record<string, Effect>

export type LegacyStatus = keyof typeof effectByStatus

export const legacyStatuses = Object.keys(effectByStatus) as LegacyStatus[]

export const creatableLegacyStatuses = legacyStatuses.filter(
  status => 'creates' in effectByStatus[status],
)

/** Default status of a body's `leadType`. */
export const defaultStatusByType = {
  BLOCK: 'BLOCKED',
  INQUIRY: 'NEW',
  BOOKING: 'BOOKED_BY_AGENT',
} as const satisfies Record<string, LegacyStatus>

export const legacyTypes = Object.keys(defaultStatusByType) as (keyof typeof defaultStatusByType)[]

/** Returns the status and columns of a lead created with a v2 status; null if not allowed. */
export function creationForStatus(
  status: LegacyStatus,
  now: Date,
): { status: CreatableStatus; columns: Partial<LeadRow> } | null {
  const { creates }: Effect = effectByStatus[status]
  if (creates === undefined) return null
  const columns = status === 'QUOTE_SENT' ? { quote_sent_at: now } : bookedColumns(status)
  return { status: creates, columns }
}

/** Returns the column that a v2 status sets; none for PAID_IN_FULL, where the source decides. */
export function bookedColumns(status: LegacyStatus): Pick<Partial<LeadRow>, 'booked_by'> {
  const { bookedBy }: Effect = effectByStatus[status]
  return bookedBy ? { booked_by: bookedBy } : {}
}

/** Returns the actions, in order, that a v2 status stands for in the lead's state. */
export function actionsForStatus(lead: LeadRow, status: LegacyStatus) {
  const { action, closing, cancelledBy }: Effect = effectByStatus[status]
  const columns = bookedColumns(status)
  if (action === undefined) return []
  const actions = action === 'mark-as-booked' ? bookingActions(toLeadState(lead)) : [action]
  return actions.map(action => ({ action, closing, cancelledBy, columns }))
}

/** Returns the actions that book a lead; an accepted request may still wait for payment. */
function bookingActions(state: LeadState): LeadMove[] {
  if (state === 'CA') return ['rebook']
  const isRequest = state === 'PE' || state === 'PA'
  return isRequest ? ['accept-booking-request', 'mark-as-booked'] : ['mark-as-booked']
}
