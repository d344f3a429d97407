/**
 * Events of a change of a lead: contract/leads.md §4.4. Pure. Callers leave out changes that change
 * nothing.
 */

import { blocks, type LeadStatus } from '../../prices/occupancies/lead-status.ts'
import { hasSameDates, isTerminal, type LeadRow } from '../leads/lead.ts'

/** Object that leads include in responses: their property, or the assigned employee. */
export type LeadReference = { agency_uid: string } & (
  | { property_uid: string }
  | { assignee_uid: string }
)

/** Action of a lead whose timer has expired. */
export const expiryAction = 'lapse'
/** Action of a lead whose property is deleted. */
export const propertyDeletionAction = 'delete-property'

/** Change of a lead. `before` is null for a new lead, `after` for a deleted one. */
export interface LeadChange {
  before: LeadRow | null
  after: LeadRow | null
  /** Name of an action of the API, or of an internal one such as {@link expiryAction}. */
  action: string
  /** Guest of a new lead that is linked when the lead is inserted; null if it is matched later. */
  guest?: LinkedGuest | null
}

/** Guest that a new lead is linked to. */
export interface LinkedGuest {
  uid: string
  /** Matching keys of a guest that is inserted with the lead; null for an existing guest. */
  newGuestKeys: object | null
}

/**
 * Returns whether the change ends or deletes the lead, so that nothing waits for its stay any
 * longer.
 */
export function hasEnded({ before, after }: LeadChange): boolean {
  if (before === null) return false
  return after === null || (isTerminal(after.status) && !isTerminal(before.status))
}

export function hasReopened({ before, after }: LeadChange): boolean {
  return before !== null && after !== null && isTerminal(before.status) && !isTerminal(after.status)
}

/** Events of a change of a lead. */
export interface LeadEvents {
  events: string[]
  /** Cause of the change of availability; null if it stays the same. */
  availability: string | null
}

const creationEvents: Partial<Record<LeadStatus, [event: string, availability: string | null]>> = {
  NEW: ['NEW_INQUIRY', null],
  ON_HOLD: ['NEW_HOLD', 'NEW_HOLD'],
  PENDING: ['NEW_BOOKING_REQUEST', 'NEW_HOLD'],
  PENDING_APPROVED: ['NEW_BOOKING_REQUEST', 'NEW_HOLD'],
  BOOKED: ['NEW_BOOKING', 'NEW_BOOKING'],
  BLOCKED: ['NEW_BLOCKED_DATES', 'NEW_BLOCKED_DATES'],
}

/** Returns true for a block deleted with its property: no events (contract/properties.md §3.2). */
export function isPropertyDeletion({ before, after, action }: LeadChange): boolean {
  return action === propertyDeletionAction && after === null && before?.type === 'BLOCK'
}

export function leadEventsForChange({ before, after, action }: LeadChange): LeadEvents {
  if (before?.status === 'SAMPLE') return noEvents
  if (before === null) return toLeadEvents(creationEvents[after!.status as LeadStatus])
  if (isPropertyDeletion({ before, after, action })) return noEvents
  if (after === null) {
    const availability = before.type === 'BLOCK' ? 'BLOCK_DELETED' : 'LEAD_SOFT_DELETED'
    return { events: [], availability: availabilityIfAtProperty(availability, before) }
  }
  if (after.status !== before.status || after.type !== before.type)
    return transitionEvents(before, after)
  if (action === 'alteration' || action === 'split') return alterationEvents(before, after)
  return before.type === 'BLOCK' ? noEvents : { events: ['BOOKING_UPDATED'], availability: null }
}

const noEvents: LeadEvents = { events: [], availability: null }

function toLeadEvents(
  single: [event: string, availability: string | null] | undefined,
): LeadEvents {
  return single ? { events: [single[0]], availability: single[1] } : noEvents
}

function transitionEvents(before: LeadRow, after: LeadRow): LeadEvents {
  const { events, availability } = newStateEvents(before, after)
  return { events: [...events, ...unitEvents(before, after)], availability }
}

function newStateEvents(before: LeadRow, after: LeadRow): LeadEvents {
  const { status } = after
  if (status === 'ON_HOLD') return toLeadEvents(creationEvents.ON_HOLD)
  if (status === 'BOOKED') return toLeadEvents(creationEvents.BOOKED)
  if (status === 'CANCELLED') return toLeadEvents(['BOOKING_CANCELLED', 'BOOKING_CANCELLED'])
  const releasesNights = blocks(before.status) && !blocks(status)
  return { events: ['BOOKING_UPDATED'], availability: releasesNights ? 'HOLD_CANCELLED' : null }
}

function alterationEvents(before: LeadRow, after: LeadRow): LeadEvents {
  const isBlock = after.type === 'BLOCK'
  const cause = alterationCause(before, after)
  // The other causes are another property or other dates.
  const isMoved = cause !== null && cause !== 'BOOKING_UPDATED'
  const event = isBlock ? 'NEW_BLOCKED_DATES' : 'BOOKING_UPDATED'
  const unitChanges = unitEvents(before, after)
  const isUnitOnly = unitChanges.length > 0 && differsInUnitOnly(before, after)
  const events = (isBlock && !isMoved) || isUnitOnly ? [] : [event]
  const availability = blocks(before.status) || blocks(after.status) ? cause : null
  return { events: [...events, ...unitChanges], availability }
}

const countColumns = ['adult_count', 'children_count', 'pet_count', 'infant_count'] as const

/** Returns true if only the unit differs, which has its own event (contract/events.md §3.1). */
function differsInUnitOnly(before: LeadRow, after: LeadRow): boolean {
  const otherColumns = [
    'property_uid',
    'check_in_local',
    'check_out_local',
    ...countColumns,
  ] as const
  return otherColumns.every(column => before[column] === after[column])
}

/** Returns the most important change of an alteration; null if only prices changed. */
function alterationCause(before: LeadRow, after: LeadRow): string | null {
  const differs = (...columns: (keyof LeadRow)[]) =>
    columns.some(column => before[column] !== after[column])
  if (differs('property_uid')) return 'LEAD_PROPERTY_CHANGED'
  if (!hasSameDates(before, after)) return 'LEAD_DATES_CHANGED'
  const isStayChanged = differs('check_in_local', 'check_out_local', 'unit_uid', ...countColumns)
  return isStayChanged ? 'BOOKING_UPDATED' : null
}

/** Returns UNIT_CHANGED for a move between units; not when a unit is first set or removed. */
function unitEvents(before: LeadRow, after: LeadRow): string[] {
  const isChanged = before.unit_uid !== after.unit_uid
  return isChanged && before.unit_uid && after.unit_uid ? ['UNIT_CHANGED'] : []
}

function availabilityIfAtProperty(availability: string, lead: LeadRow): string | null {
  return lead.property_uid === null ? null : availability
}
