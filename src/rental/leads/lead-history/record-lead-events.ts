import { diffFields } from '../../../pending-events/changes.ts'
import type { Cause, EventType } from '../../../pending-events/event.ts'
import {
  type EventContext,
  type NewEvent,
  recordEvent,
} from '../../../pending-events/record-event.ts'
import { hasSameDates, type LeadRow } from '../leads/lead.ts'
import {
  expiryAction,
  isPropertyDeletion,
  type LeadChange,
  type LeadEvents,
} from './lead-events.ts'

/** Wire names of columns of a lead, where they differ; null for columns not on the wire. */
const wireNames = {
  check_in_local: 'checkInLocalDateTime',
  check_out_local: 'checkOutLocalDateTime',
  check_in_at: null,
  check_out_at: null,
  booked_at: 'bookedUtcDateTime',
  quote_sent_at: 'quoteSentUtcDateTime',
  timer_started_at: null,
  timer_ends_at: 'holdExpiresUtcDateTime',
  paf_completed_at: 'preArrivalFormCompletedUtcDateTime',
  cancelled_at: 'cancelledUtcDateTime',
  arrival_local: 'arrivalLocalDateTime',
  departure_local: 'departureLocalDateTime',
  passport_sealed: null,
  passport_key_id: null,
  feed_uid: null,
}

/** Causes of availability changes that are also event types: contract/events.md §3.5. */
const causesWithEvent = new Set([
  'LEAD_DATES_CHANGED',
  'LEAD_PROPERTY_CHANGED',
  'LEAD_SOFT_DELETED',
  'BLOCK_DELETED',
  'HOLD_CANCELLED',
])

/** Emits all events of a change of a lead: contract/leads.md §4.4, contract/events.md §3, §4. */
export function recordLeadEvents(ctx: EventContext, change: LeadChange, emitted: LeadEvents): void {
  const { before, after } = change
  const lead = (after ?? before) as LeadRow
  if (lead.status === 'SAMPLE' || isPropertyDeletion(change)) return
  const changes =
    before && after ? diffFields(comparableLead(before), comparableLead(after), wireNames) : {}
  const common = { agencyUid: lead.agency_uid, isNew: before === null, changes }
  const keys = { lead_uid: lead.uid, property_uid: lead.property_uid }
  const { events, availability } = emitted
  for (const type of events as EventType[]) {
    const unit = type === 'UNIT_CHANGED' ? { unit_uid: lead.unit_uid } : {}
    const isHoldOrRequest = type === 'NEW_HOLD' || type === 'NEW_BOOKING_REQUEST'
    const legacy = isHoldOrRequest ? { legacyType: legacyEventType(before) } : {}
    recordEvent(ctx, { ...common, ...legacy, type, keys: { ...keys, ...unit } })
  }
  recordAvailability(ctx, change, availability as Cause | null)
  for (const event of additionalEvents(change, { events, availability })) {
    recordEvent(ctx, { ...common, ...event, keys: { ...keys, ...event.keys } })
  }
}

/** Replaces an encrypted passport by its ciphertext: events show that it changed, not its value. */
function comparableLead(lead: LeadRow): LeadRow {
  const { passport_id, passport_sealed } = lead
  if (passport_id !== null || passport_sealed === null) return lead
  return { ...lead, passport_id: Buffer.from(passport_sealed).toString('base64') }
}

/** Returns the v2 event type, as v2 has neither holds nor requests: contract/events.md §3.4. */
function legacyEventType(before: LeadRow | null): EventType {
  return before === null ? 'NEW_INQUIRY' : 'BOOKING_UPDATED'
}

/** Emits availability events; a lead that moves changes both its former and its new property. */
function recordAvailability(ctx: EventContext, { before, after }: LeadChange, cause: Cause | null) {
  if (cause === null) return
  const leads = cause === 'LEAD_PROPERTY_CHANGED' ? [before, after] : [after ?? before]
  for (const lead of leads) {
    if (!lead?.property_uid) continue
    recordEvent(ctx, {
      agencyUid: lead.agency_uid,
      type: 'PROPERTY_AVAILABILITY_UPDATED',
      keys: { property_uid: lead.property_uid, lead_uid: lead.uid },
      cause,
    })
  }
}

/** Returns events beyond those of the compatible API: contract/events.md §3.5. */
function additionalEvents(
  { before, after, action }: LeadChange,
  { events, availability }: LeadEvents,
): Pick<NewEvent, 'type' | 'keys'>[] {
  if (before === null) return []
  if (after === null) {
    const type = before.type === 'BLOCK' ? 'BLOCK_DELETED' : 'LEAD_SOFT_DELETED'
    return [{ type, keys: {} }]
  }
  const additional: Pick<NewEvent, 'type' | 'keys'>[] = []
  if (availability !== null && causesWithEvent.has(availability)) {
    const isMoved = availability === 'LEAD_PROPERTY_CHANGED'
    const keys = isMoved ? { previous_property_uid: before.property_uid } : {}
    additional.push({ type: availability as EventType, keys })
  }
  if (availability === 'LEAD_PROPERTY_CHANGED' && !hasSameDates(before, after)) {
    additional.push({ type: 'LEAD_DATES_CHANGED', keys: {} })
  }
  if (events.includes('BOOKING_UPDATED') && after.type !== 'BOOKING') {
    additional.push({ type: 'INQUIRY_UPDATED', keys: {} })
  }
  if (before.status !== after.status) {
    const keys = { status: after.status, previous_status: before.status }
    additional.push({ type: 'LEAD_STATUS_CHANGED', keys })
  }
  if (action === expiryAction && before.status === 'ON_HOLD')
    additional.push({ type: 'HOLD_EXPIRED', keys: {} })
  if (before.paf_completed_at === null && after.paf_completed_at !== null) {
    additional.push({ type: 'PRE_ARRIVAL_FORM_COMPLETED', keys: {} })
  }
  return additional
}
