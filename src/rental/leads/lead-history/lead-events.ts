/**
 * Which events a change of a lead makes: contract/leads.md §4.4. Pure; a lead without property and
 * a change that changes nothing are not asked about.
 */
import { blocks, isEnding, keepsDates, type LeadRow, type LeadStatus } from '../leads/lead.ts'

/** An object of which leads show a part: their property, or the employee assigned to them. */
export type LeadReference = { agency_uid: string } & (
  | { property_uid: string }
  | { assignee_uid: string }
)

/** What happened to a lead: as it was, null when it is new; as it is, null when it is deleted. */
export interface LeadChange {
  before: LeadRow | null
  after: LeadRow | null
  /** What was done: an action's name, or one of the acts beside these. */
  act: string
  /** The guest to whom a new lead is bound as it is stored; null: nobody yet. */
  guest?: { uid: string; made: object | null } | null
}

/** Whether a lead ends by a change, or is deleted: what waits for its stay does so no longer. */
export function hasEnded({ before, after }: LeadChange): boolean {
  if (before === null) return false
  return after === null || (isEnding(after.status) && !isEnding(before.status))
}

/** Whether a lead that had ended is open again. */
export function hasReopened({ before, after }: LeadChange): boolean {
  return before !== null && after !== null && isEnding(before.status) && !isEnding(after.status)
}

/** The events of a change, and why the calendar changed by it, if it did. */
export interface LeadEvents {
  events: string[]
  availability: string | null
}

const created: Partial<Record<LeadStatus, [event: string, availability: string | null]>> = {
  NEW: ['NEW_INQUIRY', null],
  ON_HOLD: ['NEW_HOLD', 'NEW_HOLD'],
  PENDING: ['NEW_BOOKING_REQUEST', 'NEW_HOLD'],
  PENDING_APPROVED: ['NEW_BOOKING_REQUEST', 'NEW_HOLD'],
  BOOKED: ['NEW_BOOKING', 'NEW_BOOKING'],
  BLOCKED: ['NEW_BLOCKED_DATES', 'NEW_BLOCKED_DATES'],
}

/** A block that goes with its property makes no events (contract/properties.md §3.2). */
export function isOfProperty({ before, after, act }: LeadChange): boolean {
  return act === 'delete-property' && after === null && before?.type === 'BLOCK'
}

/** The events of a change, the lead's own first. */
export function eventsOf({ before, after, act }: LeadChange): LeadEvents {
  if (before?.status === 'SAMPLE') return none
  if (before === null) return named(created[after!.status as LeadStatus])
  if (isOfProperty({ before, after, act })) return none
  if (after === null) {
    const availability = before.type === 'BLOCK' ? 'BLOCK_DELETED' : 'LEAD_SOFT_DELETED'
    return { events: [], availability: withProperty(availability, before) }
  }
  if (after.status !== before.status || after.type !== before.type) return ofMove(before, after)
  if (act === 'alteration' || act === 'split') return ofAlteration(before, after)
  return before.type === 'BLOCK' ? none : { events: ['BOOKING_UPDATED'], availability: null }
}

const none: LeadEvents = { events: [], availability: null }

function named(pair: [string, string | null] | undefined): LeadEvents {
  return pair ? { events: [pair[0]], availability: pair[1] } : none
}

function ofMove(before: LeadRow, after: LeadRow): LeadEvents {
  const { events, availability } = ofNewState(before, after)
  return { events: [...events, ...unitEvents(before, after)], availability }
}

function ofNewState(before: LeadRow, after: LeadRow): LeadEvents {
  const { status } = after
  if (status === 'ON_HOLD') return named(created.ON_HOLD)
  if (status === 'BOOKED') return named(created.BOOKED)
  if (status === 'CANCELLED') return named(['BOOKING_CANCELLED', 'BOOKING_CANCELLED'])
  const frees = blocks(before.status) && !blocks(status)
  return { events: ['BOOKING_UPDATED'], availability: frees ? 'HOLD_CANCELLED' : null }
}

function ofAlteration(before: LeadRow, after: LeadRow): LeadEvents {
  const isBlock = after.type === 'BLOCK'
  const cause = causeOf(before, after)
  const moved = cause !== null && cause !== 'BOOKING_UPDATED'
  const event = isBlock ? 'NEW_BLOCKED_DATES' : 'BOOKING_UPDATED'
  const named = unitEvents(before, after)
  const isNamed = named.length > 0 && isSameButUnit(before, after)
  const events = (isBlock && !moved) || isNamed ? [] : [event]
  const availability = blocks(before.status) || blocks(after.status) ? cause : null
  return { events: [...events, ...named], availability }
}

const counts = ['adult_count', 'children_count', 'pet_count', 'infant_count'] as const

/** A change of the unit alone is told by its own event only (contract/events.md §3.1). */
function isSameButUnit(before: LeadRow, after: LeadRow): boolean {
  const others = ['property_uid', 'check_in_local', 'check_out_local', ...counts] as const
  return others.every(column => before[column] === after[column])
}

/** What an alteration changed of the stay, what weighs most first; null: prices only. */
function causeOf(before: LeadRow, after: LeadRow): string | null {
  const differs = (...columns: (keyof LeadRow)[]) => columns.some(c => before[c] !== after[c])
  if (differs('property_uid')) return 'LEAD_PROPERTY_CHANGED'
  if (!keepsDates(before, after)) return 'LEAD_DATES_CHANGED'
  const isTouched = differs('check_in_local', 'check_out_local', 'unit_uid', ...counts)
  return isTouched ? 'BOOKING_UPDATED' : null
}

/** UNIT_CHANGED: from one unit to another; a first one and none do not count. */
function unitEvents(before: LeadRow, after: LeadRow): string[] {
  const isChanged = before.unit_uid !== after.unit_uid
  return isChanged && before.unit_uid && after.unit_uid ? ['UNIT_CHANGED'] : []
}

function withProperty(availability: string, lead: LeadRow): string | null {
  return lead.property_uid === null ? null : availability
}
