/**
 * Expected events of a change, by contract/leads.md §4.4 and contract/events.md §3, §4 alone,
 * without use of the code under test.
 */
import type { Fixture } from '../shared/fixture.ts'

/** Fields of a lead on which its events depend. */
export interface LeadState {
  uid: string
  status: string
  propertyUid: string
  unitUid: string | null
  /** Local dates. */
  checkIn: string
  checkOut: string
  notes: string | null
}

/** An event in one line: its type, its cause and its keys. */
export type EventLine = string

const holding = ['BLOCKED', 'ON_HOLD', 'PENDING', 'PENDING_APPROVED', 'BOOKED']
const booked = ['BOOKED', 'CANCELLED']
/** Causes that are event types, too. */
const causesWithEvent = ['LEAD_DATES_CHANGED', 'LEAD_PROPERTY_CHANGED', 'HOLD_CANCELLED']

/** Formats an event in one line. Orders are omitted: responses do not contain them. */
export function eventLine(
  type: string,
  keys: Record<string, unknown>,
  cause: string | null = null,
): EventLine {
  const pairs = Object.entries(keys).filter(([name]) => !omittedKeys.includes(name))
  const text = pairs.map(pair => pair.join('=')).sort()
  return [type, ...(cause === null ? [] : [`(${cause})`]), ...text].join(' ')
}

const omittedKeys = ['agency_uid', 'event_type', 'order_uid']

export function creationEvents(fixture: Fixture, lead: LeadState): EventLine[] {
  const [type, cause] = creations[lead.status]!
  const order = lead.status === 'BLOCKED' ? [] : [leadEventLine('ORDER_CREATED', lead)]
  return [
    leadEventLine(type, lead),
    ...order,
    ...calendarEvents(fixture, cause, lead, [lead.propertyUid]),
  ]
}

const creations: Record<string, [type: string, cause: string | null]> = {
  NEW: ['NEW_INQUIRY', null],
  ON_HOLD: ['NEW_HOLD', 'NEW_HOLD'],
  PENDING: ['NEW_BOOKING_REQUEST', 'NEW_HOLD'],
  BOOKED: ['NEW_BOOKING', 'NEW_BOOKING'],
  BLOCKED: ['NEW_BLOCKED_DATES', 'NEW_BLOCKED_DATES'],
}

export function deletionEvents(fixture: Fixture, lead: LeadState): EventLine[] {
  const cause = lead.status === 'BLOCKED' ? 'BLOCK_DELETED' : 'LEAD_SOFT_DELETED'
  return [leadEventLine(cause, lead), ...calendarEvents(fixture, cause, lead, [lead.propertyUid])]
}

/** Returns the events of an action that changed the status; none if it is unchanged. */
export function transitionEvents(
  fixture: Fixture,
  before: LeadState,
  after: LeadState,
): EventLine[] {
  if (before.status === after.status) return []
  const [type, cause] = transitions[after.status] ?? [
    'BOOKING_UPDATED',
    releaseCause(before, after),
  ]
  return [
    ...leadEvents(type, after),
    leadEventLine('LEAD_STATUS_CHANGED', after, {
      status: after.status,
      previous_status: before.status,
    }),
    ...unitEvents(before, after),
    ...calendarEvents(fixture, cause, after, [after.propertyUid]),
    ...causeEvents(cause, before, after),
  ]
}

const transitions: Record<string, [type: string, cause: string]> = {
  ON_HOLD: ['NEW_HOLD', 'NEW_HOLD'],
  BOOKED: ['NEW_BOOKING', 'NEW_BOOKING'],
  CANCELLED: ['BOOKING_CANCELLED', 'BOOKING_CANCELLED'],
}

function releaseCause(before: LeadState, after: LeadState): string | null {
  return holding.includes(before.status) && !holding.includes(after.status)
    ? 'HOLD_CANCELLED'
    : null
}

export function alterationEvents(
  fixture: Fixture,
  before: LeadState,
  after: LeadState,
): EventLine[] {
  const isMoved = before.propertyUid !== after.propertyUid
  const cause = isMoved ? 'LEAD_PROPERTY_CHANGED' : 'LEAD_DATES_CHANGED'
  const isBlock = after.status === 'BLOCKED'
  const changed = [...new Set([before.propertyUid, after.propertyUid])]
  const main = isBlock
    ? [leadEventLine('NEW_BLOCKED_DATES', after)]
    : [...leadEvents('BOOKING_UPDATED', after), leadEventLine('ORDER_UPDATED', after)]
  const isHolding = holding.includes(after.status)
  return [
    ...main,
    ...unitEvents(before, after),
    ...(isHolding ? calendarEvents(fixture, cause, after, changed) : []),
    ...(isHolding ? causeEvents(cause, before, after) : []),
  ]
}

/** Returns the events of another update: none for blocks. */
export function updateEvents(lead: LeadState): EventLine[] {
  return lead.status === 'BLOCKED' ? [] : leadEvents('BOOKING_UPDATED', lead)
}

/** Returns the event of the lead; an update of an inquiry has a second one. */
function leadEvents(type: string, lead: LeadState): EventLine[] {
  const isInquiry = type === 'BOOKING_UPDATED' && !booked.includes(lead.status)
  return [leadEventLine(type, lead), ...(isInquiry ? [leadEventLine('INQUIRY_UPDATED', lead)] : [])]
}

export function leadEventLine(type: string, lead: LeadState, more: object = {}): EventLine {
  return eventLine(type, { lead_uid: lead.uid, property_uid: lead.propertyUid, ...more })
}

function unitEvents(before: LeadState, after: LeadState): EventLine[] {
  const isChanged = before.unitUid !== after.unitUid && before.unitUid && after.unitUid
  return isChanged ? [leadEventLine('UNIT_CHANGED', after, { unit_uid: after.unitUid })] : []
}

function causeEvents(cause: string | null, before: LeadState, after: LeadState): EventLine[] {
  if (cause === null || !causesWithEvent.includes(cause)) return []
  const isMoved = cause === 'LEAD_PROPERTY_CHANGED'
  return [leadEventLine(cause, after, isMoved ? { previous_property_uid: before.propertyUid } : {})]
}

/** Returns one event per property whose calendar changes, including masters and subs. */
function calendarEvents(
  { master, subs }: Fixture,
  cause: string | null,
  { uid }: LeadState,
  propertyUids: string[],
): EventLine[] {
  if (cause === null) return []
  const all = propertyUids.flatMap(property => {
    if (property === master) return [master, ...subs]
    return subs.includes(property) ? [property, master] : [property]
  })
  return [...new Set(all)].map(property => {
    const keys = { lead_uid: uid, property_uid: property }
    return eventLine('PROPERTY_AVAILABILITY_UPDATED', keys, cause)
  })
}
