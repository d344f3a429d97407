/** Stores events as leads, or finds the leads that are their stays. */
import type { Context } from '../../../context.ts'
import { inOrder } from '../../../platform/db/gathered/in-order.ts'
import { noHours } from '../../leads/lead-actions/lead-effects.ts'
import { rowOf } from '../../leads/lead-writes/new-lead.ts'
import { storeLead } from '../../leads/lead-writes/store-lead.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import { lockLeads } from '../../leads/leads/leads.ts'
import { providerOf } from '../../prices/calendar-feeds/calendar-feeds.ts'
import {
  apart,
  byPriority,
  hullOf,
  type IcalEvent,
  type Nights,
  nightsOf,
} from '../ical-events/ical-event.ts'
import { listBlocksOf, updateIcalEvent } from '../ical-events/ical-events.ts'
import type { ImportedStay } from '../ical-events/imported-stay.ts'
import { moveBlock, noTerms, removeBlocks, spanOf } from './event-blocks.sql.ts'
import { findEvidence, listEvidence } from './evidence.sql.ts'
import { listHeld } from './held-nights.sql.ts'
import { type Fit, fitOf } from './ical-stay.ts'
import { type Applying, placeOf, unitUidsOf } from './lock-claimed-rooms.ts'

const version = '3.3'

/** The outcome of an event. */
export interface Outcome {
  state: 'STORED' | 'PARTIAL' | 'BLOCKS' | 'SAME_STAY'
  lead_uid: string | null
  is_clash: boolean
  /** Evidence of SAME_STAY. */
  reason?: string
}

/** An event to store, and what the answer has of it. */
interface Placing {
  event: IcalEvent
  stay: ImportedStay | null
}

/** Maximum number of leads that are stored at once. */
const atOnce = 25

/**
 * Stores stays as {@link placeStay} does, by their priority. Those that need no nights of
 * each other and that fit as they are are stored together.
 */
export async function placeStays(
  ctx: Context,
  applying: Applying,
  stays: Placing[],
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  if (stays.length === 0) return outcomes
  const { ical, room } = applying
  const events = stays.map(({ event }) => event)
  const evidence = await listEvidence(ctx, ical, events)
  const units = unitUidsOf([room])
  const held = await listHeld(ctx, ical.agency_uid, units, hullOf(events.map(nightsOf)))
  const alone = apart(events)
  const place = placeOf(room)
  const easy: (Placing & { fit: Fit })[] = []
  const others: Placing[] = []
  for (const { event, stay } of stays) {
    const placing = { eventUid: event.uid, leadUid: null, unitUid: null }
    const isEasy = alone.has(event) && !evidence.has(event.uid)
    const fit = isEasy ? fitOf(place, nightsOf(event), held, placing) : null
    if (fit?.released.length === 0) easy.push({ event, stay, fit })
    else others.push({ event, stay })
  }
  for (let i = 0; i < easy.length; i += atOnce) {
    const some = easy.slice(i, i + atOnce)
    const leads = await inOrder(
      ...some.map(({ event, stay, fit }) => storeWhere(ctx, applying, { event, stay }, fit)),
    )
    for (const [j, { event }] of some.entries()) outcomes.set(event.uid, storedAs(leads[j]!))
  }
  for (const { event, stay } of others.sort((a, b) => byPriority(a.event, b.event))) {
    outcomes.set(event.uid, await placeStay(ctx, applying, event, stay))
  }
  return outcomes
}

function storedAs({ uid }: LeadRow): Outcome {
  return { state: 'STORED', lead_uid: uid, is_clash: false }
}

/**
 * Stores a stay where it fits, or finds the lead that is the same stay. Otherwise it clashes, and
 * its free nights are left to be covered.
 */
export async function placeStay(
  ctx: Context,
  applying: Applying,
  event: IcalEvent,
  stay: ImportedStay | null,
): Promise<Outcome> {
  const { ical, room } = applying
  const same = await findEvidence(ctx, ical, event)
  if (same) {
    const { uid: lead_uid, reason } = same
    return { state: 'SAME_STAY', lead_uid, is_clash: false, reason }
  }
  const nights = nightsOf(event)
  const placing = { eventUid: event.uid, leadUid: null, unitUid: null }
  const held = await listHeld(ctx, ical.agency_uid, unitUidsOf([room]), nights)
  const fit = fitOf(placeOf(room), nights, held, placing)
  const isOver = nights.to <= applying.today
  // Past nights of blocks remain as they were.
  if (!fit || (isOver && fit.released.length > 0))
    return { state: 'BLOCKS', lead_uid: null, is_clash: !isOver }
  return storedAs(await storeWhere(ctx, applying, { event, stay }, fit))
}

async function storeWhere(
  ctx: Context,
  applying: Applying,
  { event, stay }: Pick<Reported, 'event' | 'stay'>,
  { released, unitUid }: Fit,
): Promise<LeadRow> {
  const notes = stay ? stay.summary : await notesOf(ctx, event)
  // The next answer gives the lead the summary and contact details, which are not kept.
  if (stay === null) await updateIcalEvent(ctx, event, { summary_digest: null })
  if (released.length > 0) await makeRoom(ctx, applying, released, nightsOf(event))
  return storeReported(ctx, applying, { event, stay, notes, unitUid })
}

async function notesOf(ctx: Context, { agency_uid, uid }: IcalEvent): Promise<string | null> {
  const own = await listBlocksOf(ctx, agency_uid, [uid])
  return own[0]?.notes ?? null
}

/** Moves or removes blocks that yield nights to a stay. */
export async function makeRoom(
  ctx: Context,
  { ical }: Applying,
  released: string[],
  nights: Nights,
): Promise<void> {
  if (released.length === 0) return
  for (const block of await lockLeads(ctx, ical.agency_uid, released)) {
    const { from, to } = spanOf(block)
    const before = { from, to: Math.min(to, nights.from) }
    const after = { from: Math.max(from, nights.to), to }
    // A block that would be split in two retains its first part; covering adds the other.
    const rest = [before, after].find(rest => rest.from < rest.to)
    if (rest) await moveBlock(ctx, block, rest)
    else await removeBlocks(ctx, ical.agency_uid, [block])
  }
}

interface Reported {
  event: IcalEvent
  stay: ImportedStay | null
  notes: string | null
  unitUid: string | null
}

async function storeReported(
  ctx: Context,
  { ical, room }: Applying,
  { event, stay, notes, unitUid }: Reported,
): Promise<LeadRow> {
  const note = stay?.note
  const guest = { email: note?.email ?? null, phone_number: note?.phone ?? null }
  const uid = stay?.uid ?? null
  const columns = {
    ical_provider: providerOf(ical.source),
    notes: notes || null,
    extra_notes: note?.url ?? null,
    feed_uid: event.feed_uid,
    external_booking_id: uid !== null && uid.length <= 255 ? uid : null,
    ...(event.status === 'BOOKED' ? guest : {}),
  }
  const wanted = {
    ...noTerms,
    propertyUid: room.uid,
    status: event.status as 'BOOKED' | 'BLOCKED',
    stay: { checkIn: event.check_in, checkOut: event.check_out },
    unitUid,
    source: 'HOSTFULLY_ICAL' as const,
    channel: null,
    columns,
    version,
  } as const
  const row = rowOf(ctx, wanted, room, noHours)
  // Its nights were looked at under the locks of its units.
  const known = { taken: room.hotel_uid === null ? [] : undefined }
  return storeLead(ctx, row, { ...noTerms, room, version, isReported: true }, known)
}
