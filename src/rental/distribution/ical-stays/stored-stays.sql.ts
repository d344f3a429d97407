/** Stores events as leads, or finds the leads that are their stays. */
import type { Context } from '../../../context.ts'
import { awaitAll } from '../../../platform/db/pipeline/await-all.ts'
import { noTimers } from '../../leads/lead-actions/lead-effects.ts'
import { createLeadRow } from '../../leads/lead-writes/new-lead.ts'
import { storeLead } from '../../leads/lead-writes/store-lead.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import { lockLeads } from '../../leads/leads/leads.ts'
import { toProvider } from '../../prices/calendar-feeds/calendar-feeds.ts'
import {
  boundingRange,
  byPriority,
  type IcalEvent,
  type Nights,
  nightsOf,
  withoutOverlap,
} from '../ical-events/ical-event.ts'
import { listEventBlocks, updateIcalEvent } from '../ical-events/ical-events.ts'
import type { ImportedStay } from '../ical-events/imported-stay.ts'
import { importVersion, leadNights, moveBlock, noTerms, removeBlocks } from './event-blocks.sql.ts'
import { findEvidence, listEvidence } from './evidence.sql.ts'
import { listHeldNights } from './held-nights.sql.ts'
import { type Fit, findFit } from './ical-stay.ts'
import { type LockedCalendar, listUnitUids, toClaimedProperty } from './lock-claimed-inventory.ts'

export interface Outcome {
  state: 'STORED' | 'PARTIAL' | 'BLOCKS' | 'SAME_STAY'
  lead_uid: string | null
  is_clash: boolean
  /** Evidence of SAME_STAY. */
  reason?: string
}

/** Event to store, with its stay in the response; null if it is unchanged there. */
interface StayToStore {
  event: IcalEvent
  stay: ImportedStay | null
}

/** Maximum length of the external booking id of a lead. */
const bookingIdLengthMax = 255

/** Maximum number of leads that are stored concurrently. */
const concurrentMax = 25

/**
 * Stores stays as {@link storeStay} does, in order of priority. Stays that do not overlap and
 * release no blocks are stored concurrently.
 */
export async function storeStays(
  ctx: Context,
  locked: LockedCalendar,
  stays: StayToStore[],
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  if (stays.length === 0) return outcomes
  const { ical, inventory } = locked
  const events = stays.map(({ event }) => event)
  const evidence = await listEvidence(ctx, ical, events)
  const units = listUnitUids([inventory])
  const held = await listHeldNights(
    ctx,
    ical.agency_uid,
    units,
    boundingRange(events.map(nightsOf)),
  )
  const separate = withoutOverlap(events)
  const property = toClaimedProperty(inventory)
  const independent: (StayToStore & { fit: Fit })[] = []
  const sequential: StayToStore[] = []
  for (const { event, stay } of stays) {
    const candidate = { eventUid: event.uid, leadUid: null, unitUid: null }
    const isIndependent = separate.has(event) && !evidence.has(event.uid)
    const fit = isIndependent ? findFit(property, nightsOf(event), held, candidate) : null
    // Undefined if there is no unit: `storeStay` then reports the conflict.
    if (fit?.released.length === 0) independent.push({ event, stay, fit })
    else sequential.push({ event, stay })
  }
  for (let i = 0; i < independent.length; i += concurrentMax) {
    const batch = independent.slice(i, i + concurrentMax)
    const leads = await awaitAll(
      ...batch.map(({ event, stay, fit }) => storeInUnit(ctx, locked, { event, stay }, fit)),
    )
    for (const [j, { event }] of batch.entries())
      outcomes.set(event.uid, toStoredOutcome(leads[j]!))
  }
  for (const { event, stay } of sequential.sort((a, b) => byPriority(a.event, b.event))) {
    outcomes.set(event.uid, await storeStay(ctx, locked, event, stay))
  }
  return outcomes
}

function toStoredOutcome({ uid }: LeadRow): Outcome {
  return { state: 'STORED', lead_uid: uid, is_clash: false }
}

/**
 * Stores a stay in a free unit, or finds the lead that is the same stay. Otherwise it is a
 * conflict, and the caller blocks its free nights.
 */
export async function storeStay(
  ctx: Context,
  locked: LockedCalendar,
  event: IcalEvent,
  stay: ImportedStay | null,
): Promise<Outcome> {
  const { ical, inventory } = locked
  const evidence = await findEvidence(ctx, ical, event)
  if (evidence) {
    const { uid: lead_uid, reason } = evidence
    return { state: 'SAME_STAY', lead_uid, is_clash: false, reason }
  }
  const nights = nightsOf(event)
  const candidate = { eventUid: event.uid, leadUid: null, unitUid: null }
  const held = await listHeldNights(ctx, ical.agency_uid, listUnitUids([inventory]), nights)
  const fit = findFit(toClaimedProperty(inventory), nights, held, candidate)
  const isOver = nights.to <= locked.today
  // Past nights of blocks do not change.
  if (!fit || (isOver && fit.released.length > 0))
    return { state: 'BLOCKS', lead_uid: null, is_clash: !isOver }
  return toStoredOutcome(await storeInUnit(ctx, locked, { event, stay }, fit))
}

async function storeInUnit(
  ctx: Context,
  locked: LockedCalendar,
  { event, stay }: StayToStore,
  { released, unitUid }: Fit,
): Promise<LeadRow> {
  const notes = stay ? stay.summary : await findNotes(ctx, event)
  // Without the response, contact details are unknown. A cleared digest makes the next one set
  // them.
  if (stay === null) await updateIcalEvent(ctx, event, { summary_digest: null })
  if (released.length > 0) await releaseNights(ctx, locked, released, nightsOf(event))
  return storeInInventory(ctx, locked, { event, stay, notes, unitUid })
}

/** Returns the notes of the first block of an event, which contain its summary. */
async function findNotes(ctx: Context, { agency_uid, uid }: IcalEvent): Promise<string | null> {
  const [block] = await listEventBlocks(ctx, agency_uid, [uid])
  return block?.notes ?? null
}

/** Shortens or removes the blocks that release nights to a stay. */
export async function releaseNights(
  ctx: Context,
  { ical }: LockedCalendar,
  released: string[],
  nights: Nights,
): Promise<void> {
  if (released.length === 0) return
  for (const block of await lockLeads(ctx, ical.agency_uid, released)) {
    const { from, to } = leadNights(block)
    const before = { from, to: Math.min(to, nights.from) }
    const after = { from: Math.max(from, nights.to), to }
    // A block that would be split in two keeps its first part. `coverEvents` adds the other.
    const remaining = [before, after].find(part => part.from < part.to)
    if (remaining) await moveBlock(ctx, block, remaining)
    else await removeBlocks(ctx, ical.agency_uid, [block])
  }
}

interface StayInUnit {
  event: IcalEvent
  stay: ImportedStay | null
  notes: string | null
  unitUid: string | null
}

async function storeInInventory(
  ctx: Context,
  { ical, inventory }: LockedCalendar,
  { event, stay, notes, unitUid }: StayInUnit,
): Promise<LeadRow> {
  const note = stay?.note
  const guest = { email: note?.email ?? null, phone_number: note?.phone ?? null }
  const uid = stay?.uid ?? null
  const columns = {
    ical_provider: toProvider(ical.source),
    notes: notes || null,
    extra_notes: note?.url ?? null,
    feed_uid: event.feed_uid,
    external_booking_id: uid !== null && uid.length <= bookingIdLengthMax ? uid : null,
    ...(event.status === 'BOOKED' ? guest : {}),
  }
  const input = {
    ...noTerms,
    propertyUid: inventory.uid,
    status: event.status as 'BOOKED' | 'BLOCKED',
    stay: { checkIn: event.check_in, checkOut: event.check_out },
    unitUid,
    source: 'HOSTFULLY_ICAL' as const,
    channel: null,
    columns,
    version: importVersion,
  } as const
  const row = createLeadRow(ctx, input, inventory, noTimers)
  // Its nights were checked while its units were locked: none of them is occupied. For a unit type
  // undefined, so that a free unit is found if none is required.
  const options = { occupiedUnitUids: inventory.hotel_uid === null ? [] : undefined }
  return storeLead(
    ctx,
    row,
    { ...noTerms, property: inventory, version: importVersion, isReported: true },
    options,
  )
}
