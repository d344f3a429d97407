/**
 * What the log has to tell of a change, by contract/leads.md §4.4 and contract/events.md §3, §4
 * alone: nothing of the code under proof is asked.
 */
import type { Ground } from '../shared/ground.ts'

/** A lead as far as its events depend on it. */
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

/** An event in one line: its type, its cause and what it names. */
export type Told = string

const holding = ['BLOCKED', 'ON_HOLD', 'PENDING', 'PENDING_APPROVED', 'BOOKED']
const booked = ['BOOKED', 'CANCELLED']
/** The causes that are event types of their own, too. */
const named = ['LEAD_DATES_CHANGED', 'LEAD_PROPERTY_CHANGED', 'HOLD_CANCELLED']

/** An event in one line. Orders are left out: answers do not name them. */
export function telling(
  type: string,
  keys: Record<string, unknown>,
  cause: string | null = null,
): Told {
  const shown = Object.entries(keys).filter(([name]) => !unnamed.includes(name))
  const text = shown.map(pair => pair.join('=')).sort()
  return [type, ...(cause === null ? [] : [`(${cause})`]), ...text].join(' ')
}

const unnamed = ['agency_uid', 'event_type', 'order_uid']

/** Of a lead that was created. */
export function ofCreation(ground: Ground, lead: LeadState): Told[] {
  const [type, cause] = creations[lead.status]!
  const order = lead.status === 'BLOCKED' ? [] : [leadTelling('ORDER_CREATED', lead)]
  return [leadTelling(type, lead), ...order, ...calendars(ground, cause, lead, [lead.propertyUid])]
}

const creations: Record<string, [type: string, cause: string | null]> = {
  NEW: ['NEW_INQUIRY', null],
  ON_HOLD: ['NEW_HOLD', 'NEW_HOLD'],
  PENDING: ['NEW_BOOKING_REQUEST', 'NEW_HOLD'],
  BOOKED: ['NEW_BOOKING', 'NEW_BOOKING'],
  BLOCKED: ['NEW_BLOCKED_DATES', 'NEW_BLOCKED_DATES'],
}

/** Of a lead that was deleted. */
export function ofDeletion(ground: Ground, lead: LeadState): Told[] {
  const cause = lead.status === 'BLOCKED' ? 'BLOCK_DELETED' : 'LEAD_SOFT_DELETED'
  return [leadTelling(cause, lead), ...calendars(ground, cause, lead, [lead.propertyUid])]
}

/** Of a lead whose status an action has changed; nothing if it was there already. */
export function ofMove(ground: Ground, before: LeadState, after: LeadState): Told[] {
  if (before.status === after.status) return []
  const [type, cause] = moves[after.status] ?? ['BOOKING_UPDATED', freeing(before, after)]
  return [
    ...updated(type, after),
    leadTelling('LEAD_STATUS_CHANGED', after, {
      status: after.status,
      previous_status: before.status,
    }),
    ...ofUnit(before, after),
    ...calendars(ground, cause, after, [after.propertyUid]),
    ...ofCause(cause, before, after),
  ]
}

const moves: Record<string, [type: string, cause: string]> = {
  ON_HOLD: ['NEW_HOLD', 'NEW_HOLD'],
  BOOKED: ['NEW_BOOKING', 'NEW_BOOKING'],
  CANCELLED: ['BOOKING_CANCELLED', 'BOOKING_CANCELLED'],
}

function freeing(before: LeadState, after: LeadState): string | null {
  return holding.includes(before.status) && !holding.includes(after.status)
    ? 'HOLD_CANCELLED'
    : null
}

/** Of a lead whose dates or property were altered. */
export function ofAlteration(ground: Ground, before: LeadState, after: LeadState): Told[] {
  const isMoved = before.propertyUid !== after.propertyUid
  const cause = isMoved ? 'LEAD_PROPERTY_CHANGED' : 'LEAD_DATES_CHANGED'
  const isBlock = after.status === 'BLOCKED'
  const changed = [...new Set([before.propertyUid, after.propertyUid])]
  const main = isBlock
    ? [leadTelling('NEW_BLOCKED_DATES', after)]
    : [...updated('BOOKING_UPDATED', after), leadTelling('ORDER_UPDATED', after)]
  const isCalendar = holding.includes(after.status)
  return [
    ...main,
    ...ofUnit(before, after),
    ...(isCalendar ? calendars(ground, cause, after, changed) : []),
    ...(isCalendar ? ofCause(cause, before, after) : []),
  ]
}

/** Of a lead that was changed otherwise: of blocks nothing. */
export function ofUpdate(lead: LeadState): Told[] {
  return lead.status === 'BLOCKED' ? [] : updated('BOOKING_UPDATED', lead)
}

/** The lead's own event; what updates an inquiry is told a second time. */
function updated(type: string, lead: LeadState): Told[] {
  const isInquiry = type === 'BOOKING_UPDATED' && !booked.includes(lead.status)
  return [leadTelling(type, lead), ...(isInquiry ? [leadTelling('INQUIRY_UPDATED', lead)] : [])]
}

export function leadTelling(type: string, lead: LeadState, more: object = {}): Told {
  return telling(type, { lead_uid: lead.uid, property_uid: lead.propertyUid, ...more })
}

function ofUnit(before: LeadState, after: LeadState): Told[] {
  const isOther = before.unitUid !== after.unitUid && before.unitUid && after.unitUid
  return isOther ? [leadTelling('UNIT_CHANGED', after, { unit_uid: after.unitUid })] : []
}

function ofCause(cause: string | null, before: LeadState, after: LeadState): Told[] {
  if (cause === null || !named.includes(cause)) return []
  const isMoved = cause === 'LEAD_PROPERTY_CHANGED'
  return [leadTelling(cause, after, isMoved ? { previous_property_uid: before.propertyUid } : {})]
}

/** One for each property whose calendar changes, masters and subs included. */
function calendars(
  { master, subs }: Ground,
  cause: string | null,
  { uid }: LeadState,
  propertyUids: string[],
): Told[] {
  if (cause === null) return []
  const all = propertyUids.flatMap(property => {
    if (property === master) return [master, ...subs]
    return subs.includes(property) ? [property, master] : [property]
  })
  return [...new Set(all)].map(property => {
    const keys = { lead_uid: uid, property_uid: property }
    return telling('PROPERTY_AVAILABILITY_UPDATED', keys, cause)
  })
}
