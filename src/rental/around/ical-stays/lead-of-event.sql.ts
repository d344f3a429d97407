/** The leads of events: what becomes of them when an event is new, moves or goes. */
import type { Context } from '../../../context.ts'
import { dateOf } from '../../../platform/dates.ts'
import { alterLead } from '../../leads/lead-actions/alter-lead.ts'
import { unaltered } from '../../leads/lead-actions/lead-effects.ts'
import { moveLead } from '../../leads/lead-actions/move-lead.ts'
import { changeLead } from '../../leads/lead-writes/change-lead.ts'
import { deleteLead } from '../../leads/lead-writes/delete-lead.ts'
import { blocks, type LeadRow } from '../../leads/leads/lead.ts'
import { type IcalEvent, type Nights, nightsOf } from '../ical-events/ical-event.ts'
import { findLeadOfEvent, listBlocksOf } from '../ical-events/ical-events.ts'
import { digestOf, type ImportedStay } from '../ical-events/imported-stay.ts'
import { removeBlocksToCome, spanOf } from './event-blocks.sql.ts'
import { listHeld } from './held-nights.sql.ts'
import type { HeldNights } from './ical-stay.ts'
import { fitOf, longestRun } from './ical-stay.ts'
import { type Applying, placeOf, unitUidsOf } from './lock-claimed-rooms.ts'
import { makeRoom, type Outcome, placeStay } from './placed-stays.sql.ts'

const version = '3.3'

interface Moving {
  event: IcalEvent
  was: IcalEvent | null
  stay: ImportedStay | null
}

interface Moved {
  /** Undefined: it does not fit yet. */
  outcome?: Outcome
  /** Nights that the lead had. */
  reaches: Nights[]
}

/**
 * Moves the lead of an event with it. An end that was changed here follows only if the event's has
 * changed; a stay in progress keeps its check-in, and ends today at the earliest.
 *
 * @param takesPart whether a stay that does not fit takes the longest run of its nights
 */
export async function alterStay(
  ctx: Context,
  applying: Applying,
  { event, was, stay }: Moving,
  { takesPart }: { takesPart: boolean },
): Promise<Moved> {
  const { ical, room, today } = applying
  const lead = await findLeadOfEvent(ctx, ical.agency_uid, event.lead_uid)
  if (!lead || !blocks(lead.status)) {
    return { outcome: { state: 'BLOCKS', lead_uid: null, is_clash: false }, reaches: [] }
  }
  const isKindSame = (lead.type === 'BLOCK') === (event.status === 'BLOCKED')
  if (!isKindSame) {
    await removeLead(ctx, lead)
    return { outcome: await placeStay(ctx, applying, event, stay), reaches: [spanOf(lead)] }
  }
  await followWords(ctx, lead, was, stay)
  const held = spanOf(lead)
  const stored = { state: 'STORED', lead_uid: lead.uid, is_clash: false } as const
  if (lead.property_uid !== ical.property_uid) return { outcome: stored, reaches: [held] }
  const partly = { state: 'PARTIAL', lead_uid: lead.uid, is_clash: true } as const
  // A guest in the house does not stay until a later stay begins.
  if (held.from <= today && nightsOf(event).from >= held.to)
    return { outcome: partly, reaches: [held] }
  const wanted = wantedNights(event, was, held, today)
  if (wanted.from === held.from && wanted.to === held.to)
    return { outcome: stored, reaches: [held] }
  const placing = { eventUid: event.uid, leadUid: lead.uid, unitUid: lead.unit_uid }
  const place = placeOf(room)
  const others = await listHeld(ctx, ical.agency_uid, unitUidsOf([room]), wanted)
  const fit = fitOf(place, wanted, others, placing)
  if (fit) {
    await makeRoom(ctx, applying, fit.released, wanted)
    await moveTo(ctx, lead, wanted, { keepsOrder: false, unitUid: fit.unitUid })
    return { outcome: stored, reaches: [held] }
  }
  if (!takesPart) return { reaches: [held] }
  const run = longestRun(place, wanted, others, placing)
  const isInProgress = held.from <= today
  if (!run || (isInProgress && run.from !== held.from)) return { outcome: partly, reaches: [held] }
  if (run.from !== held.from || run.to !== held.to) {
    await makeRoom(ctx, applying, released(others, run, placing), run)
    await moveTo(ctx, lead, run, { keepsOrder: true, unitUid: lead.unit_uid })
  }
  return { outcome: partly, reaches: [held] }
}

function released(
  held: HeldNights[],
  run: Nights,
  { eventUid, unitUid }: { eventUid: string; unitUid: string | null },
): string[] {
  const near = held.filter(one => one.from < run.to && run.from < one.to)
  const here = near.filter(one => unitUid === null || one.unitUid === unitUid)
  return [
    ...new Set(here.filter(one => one.yields || one.eventUid === eventUid).map(one => one.leadUid)),
  ]
}

/** The nights that a lead is to have. */
function wantedNights(
  event: IcalEvent,
  was: IcalEvent | null,
  held: Nights,
  today: number,
): Nights {
  const told = nightsOf(event)
  const before = was && was.state === 'STORED' ? nightsOf(was) : null
  const isKept = before !== null
  const wanted = {
    from: isKept && told.from === before.from ? held.from : told.from,
    to: isKept && told.to === before.to ? held.to : told.to,
  }
  if (wanted.from >= wanted.to) Object.assign(wanted, told)
  if (held.from > today) return wanted
  return { from: held.from, to: Math.max(wanted.to, today, held.from + 1) }
}

async function moveTo(
  ctx: Context,
  lead: LeadRow,
  { from, to }: Nights,
  { keepsOrder, unitUid }: { keepsOrder: boolean; unitUid: string | null },
): Promise<void> {
  const stay = { checkIn: dateOf(from), checkOut: dateOf(to) }
  const unit = unitUid === lead.unit_uid ? null : unitUid
  const alteration = { ...unaltered, unitUid: unit, stay, isReported: true, keepsOrder }
  await alterLead(ctx, lead, alteration, version)
}

/** Notes follow the summary of the event, unless a person has edited them. */
async function followWords(
  ctx: Context,
  lead: LeadRow,
  was: IcalEvent | null,
  stay: ImportedStay | null,
): Promise<void> {
  if (stay === null || was === null) return
  const isEdited = digestOf(lead.notes ?? '') !== was.summary_digest && was.summary_digest !== null
  const columns: Partial<LeadRow> = {}
  if (!isEdited && (lead.notes ?? '') !== stay.summary) columns.notes = stay.summary || null
  if (lead.extra_notes === null && stay.note.url) columns.extra_notes = stay.note.url
  const guest: Partial<LeadRow> = {}
  if (lead.email === null && stay.note.email) guest.email = stay.note.email
  if (lead.phone_number === null && stay.note.phone) guest.phone_number = stay.note.phone
  const isNone = Object.keys(columns).length + Object.keys(guest).length === 0
  if (!isNone) await changeLead(ctx, lead, { columns, guest }, version)
}

/**
 * Removes what an event took: its lead is cancelled, or deleted if it is a block; a stay that has
 * begun stays, of a block in progress the part that is over.
 *
 * @returns the nights that were freed, or looked at
 */
export async function removeStay(
  ctx: Context,
  { ical, today }: Applying,
  event: IcalEvent,
): Promise<Nights> {
  const lead = await findLeadOfEvent(ctx, ical.agency_uid, event.lead_uid)
  const isOwn = event.state === 'STORED' || event.state === 'PARTIAL'
  // A guest may be in the house before the event begins, by an alteration here.
  const hasBegun = lead !== undefined && event.may_have_guest && spanOf(lead).from <= today
  if (lead && isOwn && !hasBegun) await removeLead(ctx, lead)
  const blocks = await listBlocksOf(ctx, ical.agency_uid, [event.uid])
  await removeBlocksToCome(ctx, ical.agency_uid, blocks, today)
  const spans = [nightsOf(event), ...(lead ? [spanOf(lead)] : [])]
  return {
    from: Math.min(...spans.map(({ from }) => from)),
    to: Math.max(...spans.map(({ to }) => to)),
  }
}

async function removeLead(ctx: Context, lead: LeadRow): Promise<void> {
  if (lead.status === 'BLOCKED') return deleteLead(ctx, lead, version)
  if (lead.status !== 'BOOKED') return
  const reason = 'The event no longer exists in the calendar it was imported from'
  await moveLead(ctx, lead, { action: 'cancel', version, reason })
}
