/** Writes of the leads of events. */
import type { Context } from '../../../context.ts'
import { dateOf } from '../../../platform/dates/dates.ts'
import { alterLead } from '../../leads/lead-actions/alter-lead.ts'
import { noAlteration } from '../../leads/lead-actions/lead-effects.ts'
import { transitionLead } from '../../leads/lead-actions/transition-lead.ts'
import { changeLead } from '../../leads/lead-writes/change-lead.ts'
import { deleteLead } from '../../leads/lead-writes/delete-lead.ts'
import type { Alteration } from '../../leads/lead-writes/read-alteration.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import { blocks } from '../../prices/occupancies/lead-status.ts'
import { boundingRange, type IcalEvent, type Nights, nightsOf } from '../ical-events/ical-event.ts'
import { findLeadOfEvent, listEventBlocks } from '../ical-events/ical-events.ts'
import { digestText, type ImportedStay } from '../ical-events/imported-stay.ts'
import { importVersion, leadNights, removeFutureBlocks } from './event-blocks.sql.ts'
import { listHeldNights } from './held-nights.sql.ts'
import type { HeldNights } from './ical-stay.ts'
import { findFit, longestRun } from './ical-stay.ts'
import { type LockedCalendar, listUnitUids, toClaimedProperty } from './lock-claimed-inventory.ts'
import { type Outcome, releaseNights, storeStay } from './stored-stays.sql.ts'

/** Event with its new and former values, and its stay in the response. */
export interface ChangedEvent {
  event: IcalEvent
  /** Null for a new event. */
  previous: IcalEvent | null
  /** Null if it is unchanged there. */
  stay: ImportedStay | null
}

interface MoveResult {
  /** Undefined if no unit is free yet. */
  outcome?: Outcome
  /** Nights that the lead occupied before. */
  affected: Nights[]
}

/**
 * Moves the lead of an event with it. A date that was changed here only changes if the event's
 * does. A stay in progress keeps its check-in, and ends today at the earliest.
 *
 * @param allowsPartial whether a stay without a free unit gets the longest run of its free nights
 */
export async function alterStay(
  ctx: Context,
  locked: LockedCalendar,
  { event, previous, stay }: ChangedEvent,
  { allowsPartial }: { allowsPartial: boolean },
): Promise<MoveResult> {
  const { ical, inventory, today } = locked
  const lead = await findLeadOfEvent(ctx, ical.agency_uid, event.lead_uid)
  if (!lead || !blocks(lead.status)) {
    return { outcome: { state: 'BLOCKS', lead_uid: null, is_clash: false }, affected: [] }
  }
  const isKindSame = (lead.type === 'BLOCK') === (event.status === 'BLOCKED')
  // A block cannot become a booking, so the lead is replaced.
  if (!isKindSame) {
    await removeLead(ctx, lead)
    return { outcome: await storeStay(ctx, locked, event, stay), affected: [leadNights(lead)] }
  }
  await updateNotes(ctx, lead, previous, stay)
  const leadRange = leadNights(lead)
  const stored = { state: 'STORED', lead_uid: lead.uid, is_clash: false } as const
  // A user has moved the lead to another property, where the calendar does not apply.
  if (lead.property_uid !== ical.property_uid) return { outcome: stored, affected: [leadRange] }
  const partial = { state: 'PARTIAL', lead_uid: lead.uid, is_clash: true } as const
  // The event moved past the stay in progress, so it is another stay than that of the guest.
  if (leadRange.from <= today && nightsOf(event).from >= leadRange.to)
    return { outcome: partial, affected: [leadRange] }
  const target = targetNights(event, previous, leadRange, today)
  if (target.from === leadRange.from && target.to === leadRange.to)
    return { outcome: stored, affected: [leadRange] }
  const candidate = { eventUid: event.uid, leadUid: lead.uid, unitUid: lead.unit_uid }
  const property = toClaimedProperty(inventory)
  const held = await listHeldNights(ctx, ical.agency_uid, listUnitUids([inventory]), target)
  const fit = findFit(property, target, held, candidate)
  if (fit) {
    await releaseNights(ctx, locked, fit.released, target)
    await moveLead(ctx, lead, target, { leavesOrder: false, unitUid: fit.unitUid })
    return { outcome: stored, affected: [leadRange] }
  }
  if (!allowsPartial) return { affected: [leadRange] }
  const run = longestRun(property, target, held, candidate)
  const isInProgress = leadRange.from <= today
  // The guest has arrived, so the past nights cannot be released.
  if (!run || (isInProgress && run.from !== leadRange.from))
    return { outcome: partial, affected: [leadRange] }
  if (run.from !== leadRange.from || run.to !== leadRange.to) {
    await releaseNights(ctx, locked, listReleasedBlocks(held, run, candidate), run)
    await moveLead(ctx, lead, run, { leavesOrder: true, unitUid: lead.unit_uid })
  }
  return { outcome: partial, affected: [leadRange] }
}

/** Returns the uids of the blocks that release their nights to a stay. */
function listReleasedBlocks(
  held: HeldNights[],
  run: Nights,
  { eventUid, unitUid }: { eventUid: string; unitUid: string | null },
): string[] {
  const overlapping = held.filter(row => row.from < run.to && run.from < row.to)
  const inUnit = overlapping.filter(row => unitUid === null || row.unitUid === unitUid)
  return [
    ...new Set(
      inUnit.filter(row => row.yields || row.eventUid === eventUid).map(row => row.leadUid),
    ),
  ]
}

/** Returns the nights that a lead should occupy, without regard to other leads. */
function targetNights(
  event: IcalEvent,
  previous: IcalEvent | null,
  leadRange: Nights,
  today: number,
): Nights {
  const eventNights = nightsOf(event)
  const storedNights = previous && previous.state === 'STORED' ? nightsOf(previous) : null
  const wasStored = storedNights !== null
  const target = {
    from: wasStored && eventNights.from === storedNights.from ? leadRange.from : eventNights.from,
    to: wasStored && eventNights.to === storedNights.to ? leadRange.to : eventNights.to,
  }
  // Dates that were changed here contradict those of the event.
  if (target.from >= target.to) Object.assign(target, eventNights)
  if (leadRange.from > today) return target
  return { from: leadRange.from, to: Math.max(target.to, today, leadRange.from + 1) }
}

async function moveLead(
  ctx: Context,
  lead: LeadRow,
  { from, to }: Nights,
  { leavesOrder, unitUid }: { leavesOrder: boolean; unitUid: string | null },
): Promise<void> {
  const stay = { checkIn: dateOf(from), checkOut: dateOf(to) }
  // Null: unchanged.
  const newUnit = unitUid === lead.unit_uid ? null : unitUid
  const alteration: Alteration = {
    ...noAlteration,
    unitUid: newUnit,
    stay,
    isReported: true,
    leavesOrder,
  }
  await alterLead(ctx, lead, alteration, importVersion)
}

/**
 * Updates the notes from the summary of the event, unless a user has edited them, and adds the URL
 * and contact details that the lead lacks.
 */
async function updateNotes(
  ctx: Context,
  lead: LeadRow,
  previous: IcalEvent | null,
  stay: ImportedStay | null,
): Promise<void> {
  if (stay === null || previous === null) return
  const isEdited =
    digestText(lead.notes ?? '') !== previous.summary_digest && previous.summary_digest !== null
  const columns: Partial<LeadRow> = {}
  if (!isEdited && (lead.notes ?? '') !== stay.summary) columns.notes = stay.summary || null
  if (lead.extra_notes === null && stay.note.url) columns.extra_notes = stay.note.url
  const guest: Partial<LeadRow> = {}
  if (lead.email === null && stay.note.email) guest.email = stay.note.email
  if (lead.phone_number === null && stay.note.phone) guest.phone_number = stay.note.phone
  const isUnchanged = Object.keys(columns).length + Object.keys(guest).length === 0
  if (!isUnchanged) await changeLead(ctx, lead, { columns, guest }, importVersion)
}

/**
 * Removes the stay of an event: cancels its lead, or deletes it if it is a block. Bookings in
 * progress and past nights of blocks are kept.
 *
 * @returns the nights that were freed or checked
 */
export async function removeStay(
  ctx: Context,
  { ical, today }: LockedCalendar,
  event: IcalEvent,
): Promise<Nights> {
  const lead = await findLeadOfEvent(ctx, ical.agency_uid, event.lead_uid)
  const isStored = event.state === 'STORED' || event.state === 'PARTIAL'
  // The guest may have arrived before the event begins, if the stay was altered here.
  const hasBegun = lead !== undefined && event.may_have_guest && leadNights(lead).from <= today
  if (lead && isStored && !hasBegun) await removeLead(ctx, lead)
  const blocks = await listEventBlocks(ctx, ical.agency_uid, [event.uid])
  await removeFutureBlocks(ctx, ical.agency_uid, blocks, today)
  const ranges = [nightsOf(event), ...(lead ? [leadNights(lead)] : [])]
  return boundingRange(ranges)
}

async function removeLead(ctx: Context, lead: LeadRow): Promise<void> {
  if (lead.status === 'BLOCKED') return deleteLead(ctx, lead, importVersion)
  if (lead.status !== 'BOOKED') return
  const reason = 'The event no longer exists in the calendar it was imported from'
  await transitionLead(ctx, lead, { action: 'cancel', version: importVersion, reason })
}
