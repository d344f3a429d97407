/** What the status words of v2 ask for when they are written: contract/leads.md §10.2. Pure. */
import { type Closing, type LeadMove, type LeadRow, type LeadState, stateOf } from './lead.ts'
import type { CreatableStatus } from './lead-body.ts'

/** What a word asks for. One that asks for nothing may only say how a lead reads already. */
interface Wish {
  /** The status in which a lead is created by it, if it can be. */
  creates?: CreatableStatus
  does?: LeadMove
  closing?: Closing
  cancelledBy?: 'AGENCY' | 'GUEST' | 'OWNER'
  bookedBy?: 'AGENT' | 'CUSTOMER' | 'EXTERNAL'
}

const booked = { creates: 'BOOKED', does: 'mark-as-booked' } as const

const wishes = {
  BLOCKED: { creates: 'BLOCKED' },
  NEW: { creates: 'NEW', does: 'reopen' },
  ON_HOLD: { creates: 'ON_HOLD', does: 'put-on-hold' },
  QUOTE_SENT: { creates: 'NEW', does: 'mark-quote-sent' },
  HOLD_EXPIRED: { does: 'close' },
  CLOSED_QUOTE: { does: 'close' },
  CLOSED_HOLD: { does: 'close' },
  PENDING: { creates: 'PENDING' },
  DECLINED: { does: 'decline-booking-request' },
  IGNORED: { does: 'close', closing: 'IGNORED' },
  DUPLICATE: { does: 'close', closing: 'DUPLICATE' },
  SAMPLE: {},
  BOOKED_BY_AGENT: { ...booked, bookedBy: 'AGENT' },
  BOOKED_BY_CUSTOMER: { ...booked, bookedBy: 'CUSTOMER' },
  BOOKED_EXTERNALLY: { ...booked, bookedBy: 'EXTERNAL' },
  STAY: {},
  ARCHIVED: {},
  CANCELLED: { does: 'cancel', cancelledBy: 'AGENCY' },
  CANCELLED_BY_TRAVELER: { does: 'cancel', cancelledBy: 'GUEST' },
  CANCELLED_BY_OWNER: { does: 'cancel', cancelledBy: 'OWNER' },
  PAID_IN_FULL: booked,
  BOOKED_BY_OWNER: { ...booked, bookedBy: 'AGENT' },
} as const satisfies Record<string, Wish>

export type LegacyStatus = keyof typeof wishes

export const legacyStatuses = Object.keys(wishes) as LegacyStatus[]

/** The words in which a lead can be created. */
export const creatableWords = legacyStatuses.filter(word => 'creates' in wishes[word])

/** The word that a body's `leadType` stands for where it has no `status`. */
export const statusOfType = {
  BLOCK: 'BLOCKED',
  INQUIRY: 'NEW',
  BOOKING: 'BOOKED_BY_AGENT',
} as const satisfies Record<string, LegacyStatus>

export const legacyTypes = Object.keys(statusOfType) as (keyof typeof statusOfType)[]

/** The status of a lead created by a word, and the columns that the word decides; or null. */
export function creationBy(
  word: LegacyStatus,
  now: Date,
): { status: CreatableStatus; columns: Partial<LeadRow> } | null {
  const { creates }: Wish = wishes[word]
  if (creates === undefined) return null
  const columns = word === 'QUOTE_SENT' ? { quote_sent_at: now } : bookedColumns(word)
  return { status: creates, columns }
}

/** Who booked, as a word tells it; none of PAID_IN_FULL, where the source decides. */
export function bookedColumns(word: LegacyStatus): Pick<Partial<LeadRow>, 'booked_by'> {
  const { bookedBy }: Wish = wishes[word]
  return bookedBy ? { booked_by: bookedBy } : {}
}

/** The actions that a word asks for of a lead in a state, one after the other. */
export function actionsOf(lead: LeadRow, word: LegacyStatus) {
  const { does, closing, cancelledBy }: Wish = wishes[word]
  const actions = does === 'mark-as-booked' ? bookingFrom(stateOf(lead)) : does ? [does] : []
  return actions.map(action => ({ action, closing, cancelledBy, columns: bookedColumns(word) }))
}

function bookingFrom(state: LeadState): LeadMove[] {
  if (state === 'CA') return ['rebook']
  const isRequest = state === 'PE' || state === 'PA'
  return isRequest ? ['accept-booking-request', 'mark-as-booked'] : ['mark-as-booked']
}
