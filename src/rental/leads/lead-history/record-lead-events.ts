import { changesOf } from '../../events/events/changes.ts'
import type { Cause, EventType } from '../../events/events/event.ts'
import { type NewEvent, recordEvent, type Telling } from '../../events/events/record-event.ts'
import { keepsDates, type LeadRow } from '../leads/lead.ts'
import { isOfProperty, type LeadChange, type LeadEvents } from './lead-events.ts'

/** What columns of a lead are called on the wire, where their names differ. */
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

/** The causes that are event types of their own, too: contract/events.md §3.5. */
const ownTypes = new Set([
  'LEAD_DATES_CHANGED',
  'LEAD_PROPERTY_CHANGED',
  'LEAD_SOFT_DELETED',
  'BLOCK_DELETED',
  'HOLD_CANCELLED',
])

/** Tells all that a change of a lead makes: contract/leads.md §4.4, contract/events.md §3, §4. */
export function recordLeadEvents(ctx: Telling, change: LeadChange, told: LeadEvents): void {
  const { before, after } = change
  const lead = (after ?? before) as LeadRow
  if (lead.status === 'SAMPLE' || isOfProperty(change)) return
  const changes = before && after ? changesOf(compared(before), compared(after), wireNames) : {}
  const common = { agencyUid: lead.agency_uid, isNew: before === null, changes }
  const keys = { lead_uid: lead.uid, property_uid: lead.property_uid }
  const { events, availability } = told
  for (const type of events as EventType[]) {
    const unit = type === 'UNIT_CHANGED' ? { unit_uid: lead.unit_uid } : {}
    const projected = type === 'NEW_HOLD' || type === 'NEW_BOOKING_REQUEST'
    const legacy = projected ? { legacyType: legacyOf(before) } : {}
    recordEvent(ctx, { ...common, ...legacy, type, keys: { ...keys, ...unit } })
  }
  recordAvailability(ctx, change, availability as Cause | null)
  for (const event of furtherEvents(change, { events, availability })) {
    recordEvent(ctx, { ...common, ...event, keys: { ...keys, ...event.keys } })
  }
}

/** Of a passport only whether it is another one: events have no values of personal fields. */
function compared(lead: LeadRow): LeadRow {
  const { passport_id, passport_sealed } = lead
  if (passport_id !== null || passport_sealed === null) return lead
  return { ...lead, passport_id: Buffer.from(passport_sealed).toString('base64') }
}

/** Webhooks of v2 know neither holds nor requests: contract/events.md §3.4. */
function legacyOf(before: LeadRow | null): EventType {
  return before === null ? 'NEW_INQUIRY' : 'BOOKING_UPDATED'
}

/** A lead that moves changes the calendars of the property that it leaves and of its new one. */
function recordAvailability(ctx: Telling, { before, after }: LeadChange, cause: Cause | null) {
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

/** The types beyond those of the compatible interface: contract/events.md §3.5. */
function furtherEvents(
  { before, after, act }: LeadChange,
  { events, availability }: LeadEvents,
): Pick<NewEvent, 'type' | 'keys'>[] {
  if (before === null) return []
  const further: Pick<NewEvent, 'type' | 'keys'>[] = []
  if (after === null) {
    const type = before.type === 'BLOCK' ? 'BLOCK_DELETED' : 'LEAD_SOFT_DELETED'
    return [{ type, keys: {} }]
  }
  if (availability !== null && ownTypes.has(availability)) {
    const moved = availability === 'LEAD_PROPERTY_CHANGED'
    const keys = moved ? { previous_property_uid: before.property_uid } : {}
    further.push({ type: availability as EventType, keys })
  }
  if (availability === 'LEAD_PROPERTY_CHANGED' && !keepsDates(before, after)) {
    further.push({ type: 'LEAD_DATES_CHANGED', keys: {} })
  }
  if (events.includes('BOOKING_UPDATED') && after.type !== 'BOOKING') {
    further.push({ type: 'INQUIRY_UPDATED', keys: {} })
  }
  if (before.status !== after.status) {
    const keys = { status: after.status, previous_status: before.status }
    further.push({ type: 'LEAD_STATUS_CHANGED', keys })
  }
  if (act === 'lapse' && before.status === 'ON_HOLD')
    further.push({ type: 'HOLD_EXPIRED', keys: {} })
  if (before.paf_completed_at === null && after.paf_completed_at !== null) {
    further.push({ type: 'PRE_ARRIVAL_FORM_COMPLETED', keys: {} })
  }
  return further
}
