/**
 * Lead, its enumerations in the order in which errors list them (contract/leads.md §2), and its
 * state machine (§4).
 */
import type { Selectable } from 'kysely'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { type LeadState, leadStates, toLeadState } from '../../prices/occupancies/lead-status.ts'
import type { LeadsTable } from '../../tables.ts'

/** Properties by which leads can be counted. */
export const countProperties = ['status', 'stage'] as const

/** Stages of a lead: contract/leads.md §7. */
export const leadStages = ['QUOTE', 'HOLD', 'BOOKED', 'STAY', 'CLOSED', 'BLOCK'] as const

/** Values of the `balance` filter. */
export const balances = ['DUE', 'PAID'] as const

export const leadSources = [
  'HOSTFULLY_UI',
  'HOSTFULLY_DBS',
  'HOSTFULLY_API',
  'HOSTFULLY_LINKED',
  'HOSTFULLY_OWNER_PORTAL',
  'HOSTFULLY_ICAL',
  'DIRECT_HOMETOGO',
  'DIRECT_BOOKINGDOTCOM',
  'DIRECT_AIRBNB',
  'DIRECT_VRBO',
  'DIRECT_HVMI',
  'DIRECT_REDAWNING',
  'DIRECT_GOOGLE',
] as const

export const leadChannels = [
  'HOSTFULLY',
  'AIRBNB',
  'VRBO',
  'BOOKING_COM',
  'HOME_TO_GO',
  'HVMI',
  'GOOGLE',
  'RED_AWNING',
  'EXPEDIA',
  'HOLIDU',
  'TRIP_ADVISOR',
  'GETAWAY_GO_GO',
  'GOLIGHTLY',
  'HOMADS',
  'NEXTPAX',
  'RENTALS_UNITED',
  'VACAY_MY_WAY',
  'WHIMSTAY',
  'YONDER',
  'OTHER',
] as const

/** Aliases of channels that bodies may use (contract/leads.md §2.4). */
export const channelAliases: Record<string, LeadChannel> = {
  BOOKINGDOTCOM: 'BOOKING_COM',
  BOOKING_DOT_COM: 'BOOKING_COM',
  HOMETOGO: 'HOME_TO_GO',
  GO_LIGHTLY: 'GOLIGHTLY',
}

export type LeadSource = (typeof leadSources)[number]
export type LeadChannel = (typeof leadChannels)[number]

export type LeadRow = Selectable<LeadsTable>

/** Stored lead, and whether the caller may see its guest's personal data. */
export type Lead = LeadRow & { personal: boolean }

/**
 * Returns whether the timer of a lead has ended; it counts as expired at once (contract/leads.md
 * §4.1).
 */
export function isExpired(lead: Pick<LeadRow, 'type' | 'status' | 'timer_ends_at'>, now: Date) {
  return (
    stateAfterExpiry(toLeadState(lead)) !== null &&
    lead.timer_ends_at !== null &&
    lead.timer_ends_at <= now
  )
}

/** Returns the civil dates of a lead's check-in and check-out. */
export function datesOf(lead: Pick<LeadRow, 'check_in_local' | 'check_out_local'>) {
  const { check_in_local, check_out_local } = lead
  return { checkIn: check_in_local.slice(0, 10), checkOut: check_out_local.slice(0, 10) }
}

/** Returns whether check-in and check-out dates are unchanged; times of day are ignored. */
export function hasSameDates(a: LeadRow, b: LeadRow): boolean {
  const [datesOfA, datesOfB] = [datesOf(a), datesOf(b)]
  return datesOfA.checkIn === datesOfB.checkIn && datesOfA.checkOut === datesOfB.checkOut
}

/** Returns the state that follows when the timer ends; null for a state without a timer. */
export function stateAfterExpiry(state: LeadState): 'CL' | 'RC' | null {
  if (state === 'OH') return 'CL'
  return state === 'PE' || state === 'PA' ? 'RC' : null
}

const channelBySource: Partial<Record<LeadSource, LeadChannel>> = {
  DIRECT_HOMETOGO: 'HOME_TO_GO',
  DIRECT_BOOKINGDOTCOM: 'BOOKING_COM',
  DIRECT_AIRBNB: 'AIRBNB',
  DIRECT_VRBO: 'VRBO',
  DIRECT_HVMI: 'HVMI',
  DIRECT_REDAWNING: 'RED_AWNING',
  DIRECT_GOOGLE: 'GOOGLE',
}

const channelByProvider: Record<string, LeadChannel> = {
  airbnb: 'AIRBNB',
  'booking.com': 'BOOKING_COM',
  tripadvisor: 'TRIP_ADVISOR',
  homeaway: 'VRBO',
  vrbo: 'VRBO',
  abritel: 'VRBO',
}

/**
 * Resolves an alias of a channel; other texts, such as a partner's name, are returned as they are.
 */
export function resolveChannel(text: string): string {
  return channelAliases[text] ?? text
}

/** Returns the default channel of a lead (contract/leads.md §2.4). */
export function defaultChannel(source: LeadSource, icalProvider: string | null): LeadChannel {
  if (source === 'HOSTFULLY_ICAL') return channelByProvider[icalProvider ?? ''] ?? 'OTHER'
  return channelBySource[source] ?? 'HOSTFULLY'
}

/** Returns the role of the person who booked, by the source (contract/leads.md §4.2, → BK). */
export function bookedBy(source: LeadSource): 'AGENT' | 'CUSTOMER' | 'EXTERNAL' {
  if (source.startsWith('DIRECT_') || source === 'HOSTFULLY_ICAL') return 'EXTERNAL'
  return source === 'HOSTFULLY_DBS' ? 'CUSTOMER' : 'AGENT'
}

/** Target of an action: a state, `=` for a lead already there, or `✓` for an unchanged state. */
export type Cell = LeadState | '=' | '✓'

/** Action on a lead and its transitions. */
export interface Action {
  since?: Version
  /** The action may lead into a blocking state, so the units are locked before the lead. */
  mayOccupyNights?: true
  /** Target by current state; the action is refused in other states. */
  cells: Partial<Record<LeadState, Cell>>
}

/** Transition table: contract/leads.md §4.1. Its order is the one of `allowedActions`. */
export const leadActions = {
  'put-on-hold': { mayOccupyNights: true, cells: { NW: 'OH', OH: '=' } },
  'extend-hold': { cells: { OH: '✓' } },
  'mark-quote-sent': { since: '3.3', cells: { NW: '✓', OH: '✓' } },
  close: {
    cells: { NW: 'CL', OH: 'CL', CL: '=', IG: '=', DU: '=', PE: 'RC', PA: 'RC', RC: '=' },
  },
  reopen: { cells: { NW: '=', CL: 'NW', IG: 'NW', DU: 'NW', DE: 'NW', RC: 'NW' } },
  'mark-as-booked': {
    mayOccupyNights: true,
    cells: { NW: 'BK', OH: 'BK', PE: 'BK', PA: 'BK', BK: '=' },
  },
  'accept-booking-request': { cells: { PE: 'BK', PA: '=', BK: '=' } },
  'decline-booking-request': { cells: { PE: 'DE', PA: 'DE', DE: '=' } },
  cancel: { cells: { PE: 'RC', PA: 'RC', RC: '=', BK: 'CA', CA: '=' } },
  rebook: { mayOccupyNights: true, cells: { BK: '=', CA: 'BK' } },
  alteration: {
    mayOccupyNights: true,
    cells: { BL: '✓', NW: '✓', OH: '✓', PE: '✓', PA: '✓', BK: '✓' },
  },
  split: { since: '3.3', cells: { BL: '✓', OH: '✓', PE: '✓', PA: '✓', BK: '✓' } },
  'mark-paf-completed': { cells: { NW: '✓', OH: '✓', PE: '✓', PA: '✓', BK: '✓' } },
} as const satisfies Record<string, Action>

export type LeadAction = keyof typeof leadActions

/** Action that only changes the state of a lead. */
export type LeadMove = Exclude<LeadAction, 'alteration' | 'split'>

export const closeReasons = ['CLOSED', 'IGNORED', 'DUPLICATE'] as const

export type CloseReason = (typeof closeReasons)[number]

/** Terminal statuses, unless the lead is reopened. */
export const terminalStatuses: readonly string[] = ['CANCELLED', 'DECLINED', ...closeReasons]

export function isTerminal(status: string): boolean {
  return terminalStatuses.includes(status)
}

const stateByReason: Record<CloseReason, LeadState> = {
  CLOSED: 'CL',
  IGNORED: 'IG',
  DUPLICATE: 'DU',
}

/** Options that decide the outcome of an action, in addition to the state. */
export interface ActionOptions {
  /** Reason of `close`. Without one, an open lead is closed and a closed one is unchanged. */
  closing?: CloseReason | null | undefined
  /** The agency lets an accepted request wait for payment. */
  needsConfirmation?: boolean
}

/** Returns the target of an action; null if the action is refused in that state. */
export function outcomeOf(
  state: LeadState,
  action: LeadAction,
  options: ActionOptions = {},
): Cell | null {
  const { cells }: Action = leadActions[action]
  const cell = cells[state] ?? null
  // Unlike a booking request, an inquiry has a state for each reason.
  if (action === 'close' && leadStates[state].type === 'INQUIRY' && cell !== null) {
    const target = options.closing ? stateByReason[options.closing] : cell
    return target === state ? '=' : target
  }
  if (action === 'accept-booking-request' && state === 'PE' && options.needsConfirmation)
    return 'PA'
  return cell
}

/** Returns the actions that an API version offers for a lead in a state. */
export function allowedActions(state: LeadState, version: Version): LeadAction[] {
  const entries = Object.entries(leadActions) as [LeadAction, Action][]
  return entries.flatMap(([name, action]) => {
    return existsIn(version, action) && action.cells[state] !== undefined ? [name] : []
  })
}
