import type { Selectable } from 'kysely'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import type { LeadsTable } from '../../tables.ts'

/** Enumerations of a lead, in the order in which errors list them: contract/leads.md §2. */
/** What leads are counted by. */
export const countedBy = ['status', 'stage'] as const

/** Where a lead is on its way: contract/leads.md §7. */
export const leadStages = ['QUOTE', 'HOLD', 'BOOKED', 'STAY', 'CLOSED', 'BLOCK'] as const

/** Whether a lead's order is paid. */
export const balances = ['DUE', 'PAID'] as const

export const leadTypes = ['BLOCK', 'INQUIRY', 'BOOKING_REQUEST', 'BOOKING'] as const

export const leadStatuses = [
  'NEW',
  'CANCELLED',
  'IGNORED',
  'PENDING',
  'BOOKED',
  'SAMPLE',
  'DUPLICATE',
  'CLOSED',
  'DECLINED',
  'PENDING_APPROVED',
  'BLOCKED',
  'ON_HOLD',
] as const

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

/** Other words for channels that bodies may use (contract/leads.md §2.4). */
export const channelAliases: Record<string, LeadChannel> = {
  BOOKINGDOTCOM: 'BOOKING_COM',
  BOOKING_DOT_COM: 'BOOKING_COM',
  HOMETOGO: 'HOME_TO_GO',
  GO_LIGHTLY: 'GOLIGHTLY',
}

type LeadType = (typeof leadTypes)[number]
export type LeadStatus = (typeof leadStatuses)[number]
export type LeadSource = (typeof leadSources)[number]
export type LeadChannel = (typeof leadChannels)[number]

/** Enum values that are younger than 3.0. */
export const statusSince = { PENDING_APPROVED: '3.2' } as const

/** A lead as stored. */
export type LeadRow = Selectable<LeadsTable>

/** A lead as stored, and whether the caller may see its guest's personal data. */
export type Lead = LeadRow & { personal: boolean }

/** The states of a lead, each a type and a status that fit together: contract/leads.md §3. */
export const leadStates = {
  BL: { type: 'BLOCK', status: 'BLOCKED', blocks: true, isDeletable: true },
  NW: { type: 'INQUIRY', status: 'NEW', blocks: false, isDeletable: false },
  OH: { type: 'INQUIRY', status: 'ON_HOLD', blocks: true, isDeletable: false },
  CL: { type: 'INQUIRY', status: 'CLOSED', blocks: false, isDeletable: true },
  IG: { type: 'INQUIRY', status: 'IGNORED', blocks: false, isDeletable: true },
  DU: { type: 'INQUIRY', status: 'DUPLICATE', blocks: false, isDeletable: true },
  SA: { type: 'INQUIRY', status: 'SAMPLE', blocks: false, isDeletable: true },
  PE: { type: 'BOOKING_REQUEST', status: 'PENDING', blocks: true, isDeletable: true },
  PA: { type: 'BOOKING_REQUEST', status: 'PENDING_APPROVED', blocks: true, isDeletable: false },
  DE: { type: 'BOOKING_REQUEST', status: 'DECLINED', blocks: false, isDeletable: true },
  RC: { type: 'BOOKING_REQUEST', status: 'CLOSED', blocks: false, isDeletable: true },
  BK: { type: 'BOOKING', status: 'BOOKED', blocks: true, isDeletable: false },
  CA: { type: 'BOOKING', status: 'CANCELLED', blocks: false, isDeletable: true },
} as const satisfies Record<string, LeadStateFacts>

interface LeadStateFacts {
  type: LeadType
  status: LeadStatus
  /** It holds its nights. */
  blocks: boolean
  isDeletable: boolean
}

export type LeadState = keyof typeof leadStates

const everyState = Object.keys(leadStates) as LeadState[]

/** The state of a lead as it is stored; a timer that has ended is not looked at. */
export function stateOf({ type, status }: Pick<LeadRow, 'type' | 'status'>): LeadState {
  return everyState.find(id => {
    const state = leadStates[id]
    return state.type === type && state.status === status
  })!
}

/** A lead that blocks holds its nights (contract/pricing.md §3.1). Expired timers are ignored. */
export function blocks(status: string): boolean {
  return everyState.some(id => leadStates[id].status === status && leadStates[id].blocks)
}

/** A lead that is open blocks, or may yet. */
export function isOpen(status: string): boolean {
  return status === 'NEW' || blocks(status)
}

/** Whether the timer of a lead has ended: it counts as lapsed at once (contract/leads.md §4.1). */
export function isLapsed(lead: Pick<LeadRow, 'type' | 'status' | 'timer_ends_at'>, now: Date) {
  return lapseOf(stateOf(lead)) !== null && lead.timer_ends_at !== null && lead.timer_ends_at <= now
}

/** The civil dates of a lead's check-in and check-out. */
export function datesOf(lead: Pick<LeadRow, 'check_in_local' | 'check_out_local'>) {
  const { check_in_local, check_out_local } = lead
  return { checkIn: check_in_local.slice(0, 10), checkOut: check_out_local.slice(0, 10) }
}

/** Whether two states of a lead are of the same dates; times of day do not matter. */
export function keepsDates(a: LeadRow, b: LeadRow): boolean {
  const [before, after] = [datesOf(a), datesOf(b)]
  return before.checkIn === after.checkIn && before.checkOut === after.checkOut
}

/** What a state becomes when its timer ends, or null for one without a timer. */
export function lapseOf(state: LeadState): 'CL' | 'RC' | null {
  if (state === 'OH') return 'CL'
  return state === 'PE' || state === 'PA' ? 'RC' : null
}

/** A status as a version words it: below 3.2 PENDING_APPROVED reads as PENDING. */
export function statusAt(version: Version, status: string): string {
  return status === 'PENDING_APPROVED' && !knowsApproval(version) ? 'PENDING' : status
}

/** The statuses that a version's words stand for. */
export function statusesMeant(version: Version, words: readonly string[]): string[] {
  const approvedToo = words.includes('PENDING') && !knowsApproval(version)
  return approvedToo ? [...words, 'PENDING_APPROVED'] : [...words]
}

function knowsApproval(version: Version): boolean {
  return existsIn(version, { since: statusSince.PENDING_APPROVED })
}

const channelOfSource: Partial<Record<LeadSource, LeadChannel>> = {
  DIRECT_HOMETOGO: 'HOME_TO_GO',
  DIRECT_BOOKINGDOTCOM: 'BOOKING_COM',
  DIRECT_AIRBNB: 'AIRBNB',
  DIRECT_VRBO: 'VRBO',
  DIRECT_HVMI: 'HVMI',
  DIRECT_REDAWNING: 'RED_AWNING',
  DIRECT_GOOGLE: 'GOOGLE',
}

const channelOfProvider: Record<string, LeadChannel> = {
  airbnb: 'AIRBNB',
  'booking.com': 'BOOKING_COM',
  tripadvisor: 'TRIP_ADVISOR',
  homeaway: 'VRBO',
  vrbo: 'VRBO',
  abritel: 'VRBO',
}

/** A channel by whatever word, such as that of a partner, as leads have it. */
export function channelMeant(word: string): string {
  return channelAliases[word] ?? word
}

/** The channel of a lead that names none (contract/leads.md §2.4). */
export function defaultChannel(source: LeadSource, icalProvider: string | null): LeadChannel {
  if (source === 'HOSTFULLY_ICAL') return channelOfProvider[icalProvider ?? ''] ?? 'OTHER'
  return channelOfSource[source] ?? 'HOSTFULLY'
}

/** Who is said to have booked (contract/leads.md §4.2, → BK). */
export function bookedBy(source: LeadSource): 'AGENT' | 'CUSTOMER' | 'EXTERNAL' {
  if (source.startsWith('DIRECT_') || source === 'HOSTFULLY_ICAL') return 'EXTERNAL'
  return source === 'HOSTFULLY_DBS' ? 'CUSTOMER' : 'AGENT'
}

/** Where an action leads: a state, `=` there already, or `✓` the state stays. */
export type Cell = LeadState | '=' | '✓'

/** An action, and where it leads. */
export interface Action {
  since?: Version
  /** It may lead into a blocking state, so the units are locked before the lead. */
  takesNights?: true
  /** What is not listed is refused. */
  cells: Partial<Record<LeadState, Cell>>
}

/** The table of transitions: contract/leads.md §4.1. The order is the one of `allowedActions`. */
export const leadActions = {
  'put-on-hold': { takesNights: true, cells: { NW: 'OH', OH: '=' } },
  'extend-hold': { cells: { OH: '✓' } },
  'mark-quote-sent': { since: '3.3', cells: { NW: '✓', OH: '✓' } },
  close: {
    cells: { NW: 'CL', OH: 'CL', CL: '=', IG: '=', DU: '=', PE: 'RC', PA: 'RC', RC: '=' },
  },
  reopen: { cells: { NW: '=', CL: 'NW', IG: 'NW', DU: 'NW', DE: 'NW', RC: 'NW' } },
  'mark-as-booked': {
    takesNights: true,
    cells: { NW: 'BK', OH: 'BK', PE: 'BK', PA: 'BK', BK: '=' },
  },
  'accept-booking-request': { cells: { PE: 'BK', PA: '=', BK: '=' } },
  'decline-booking-request': { cells: { PE: 'DE', PA: 'DE', DE: '=' } },
  cancel: { cells: { PE: 'RC', PA: 'RC', RC: '=', BK: 'CA', CA: '=' } },
  rebook: { takesNights: true, cells: { BK: '=', CA: 'BK' } },
  alteration: {
    takesNights: true,
    cells: { BL: '✓', NW: '✓', OH: '✓', PE: '✓', PA: '✓', BK: '✓' },
  },
  split: { since: '3.3', cells: { BL: '✓', OH: '✓', PE: '✓', PA: '✓', BK: '✓' } },
  'mark-paf-completed': { cells: { NW: '✓', OH: '✓', PE: '✓', PA: '✓', BK: '✓' } },
} as const satisfies Record<string, Action>

export type LeadAction = keyof typeof leadActions

/** An action that does no more than bring a lead into a state. */
export type LeadMove = Exclude<LeadAction, 'alteration' | 'split'>

/** What `close` may be given as a reason. */
export const closings = ['CLOSED', 'IGNORED', 'DUPLICATE'] as const

export type Closing = (typeof closings)[number]

/** The statuses in which no guest comes any more of a lead, unless it is opened again. */
export const endings: readonly string[] = ['CANCELLED', 'DECLINED', ...closings]

/** Whether a status is one of the {@link endings}. */
export function isEnding(status: string): boolean {
  return endings.includes(status)
}

const closedAs: Record<Closing, LeadState> = { CLOSED: 'CL', IGNORED: 'IG', DUPLICATE: 'DU' }

/** What an action's outcome depends on beside the state. */
export interface Terms {
  /** Of `close`; none closes what is open and leaves the rest. */
  closing?: Closing | null | undefined
  /** The agency lets an accepted request wait for payment. */
  needsConfirmation?: boolean
}

/** Where an action leads from a state, or null when it is refused. */
export function outcomeOf(state: LeadState, action: LeadAction, terms: Terms = {}): Cell | null {
  const { cells }: Action = leadActions[action]
  const cell = cells[state] ?? null
  if (action === 'close' && leadStates[state].type === 'INQUIRY' && cell !== null) {
    const to = terms.closing ? closedAs[terms.closing] : cell
    return to === state ? '=' : to
  }
  if (action === 'accept-booking-request' && state === 'PE' && terms.needsConfirmation) return 'PA'
  return cell
}

/** The actions that a version offers for a lead in a state. */
export function allowedActions(state: LeadState, version: Version): LeadAction[] {
  const all = Object.entries(leadActions) as [LeadAction, Action][]
  return all.flatMap(([name, action]) => {
    return existsIn(version, action) && action.cells[state] !== undefined ? [name] : []
  })
}
