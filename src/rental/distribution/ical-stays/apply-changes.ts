/** Changes of a calendar's events, applied in a transaction that holds its claim. */
import type { Context } from '../../../context.ts'
import { dateIn, dateOf, dayOf } from '../../../platform/dates/dates.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { newUid } from '../../../platform/uid.ts'
import {
  type IcalEvent,
  isWaiting,
  type Nights,
  nightsOf,
  reasons,
  type StayKind,
} from '../ical-events/ical-event.ts'
import {
  deleteIcalEvents,
  lockIcalEvents,
  updateIcalEvent,
  updateOutcomes,
} from '../ical-events/ical-events.ts'
import {
  affectedNights,
  digestOrigin,
  digestText,
  type ImportedStay,
  toFeedUid,
} from '../ical-events/imported-stay.ts'
import { findEcho } from '../ical-events/own-uids.sql.ts'
import type { Change } from '../ical-events/plan-changes.ts'
import type { Ical } from '../icals/ical.ts'
import { coverEvents } from './covered-events.sql.ts'
import { alterStay, type ChangedEvent, removeStay } from './lead-of-event.sql.ts'
import { type LockedCalendar, lockClaimedInventory } from './lock-claimed-inventory.ts'
import { type Outcome, storeStays } from './stored-stays.sql.ts'

/**
 * Applies a group of changes: removes, moves and stores events, then blocks the claimed nights that
 * no lead could occupy.
 *
 * @returns the number of new conflicts
 */
export async function applyChanges(ctx: Context, ical: Ical, changes: Change[]): Promise<number> {
  const inventories = await lockClaimedInventory(ctx, ical)
  const inventory = inventories.get(ical.property_uid)
  if (!inventory) return 0
  const today = dayOf(dateIn(inventory.time_zone, ctx.clock.now()))
  const locked = { ical, inventory, inventories, today }
  const storedUids = changes.flatMap(({ event }) => (event ? [event.uid] : []))
  const lockedEvents = await lockIcalEvents(ctx, ical.agency_uid, storedUids)
  const currentEvents = new Map(lockedEvents.map(event => [event.uid, event]))
  const freed: Nights[] = []
  const changedEvents: ChangedEvent[] = []
  for (const change of changes) {
    const current = change.event && currentEvents.get(change.event.uid)
    // The event was removed after the changes were planned.
    if (change.event && !current) continue
    if (change.kind === 'REMOVE') {
      freed.push(await removeStay(ctx, locked, current!))
      await deleteIcalEvents(ctx, ical.agency_uid, [current!.uid])
    } else if (change.kind === 'CUT') await shortenStay(ctx, locked, current!, change.endDay)
    else changedEvents.push(await writeEvent(ctx, locked, current ?? null, change.stay))
  }
  await insertRows(
    ctx,
    'feed_events',
    changedEvents.filter(({ previous }) => previous === null).map(({ event }) => event),
  )
  const toMove = changedEvents.filter(({ event }) => event.lead_uid !== null && hasOwnLead(event))
  const { outcomes, affected } = await moveLeads(ctx, locked, toMove)
  // An event that is over and not new gets no lead any more: past nights do not change.
  const isOver = ({ previous, event }: ChangedEvent) =>
    previous !== null && nightsOf(event).to <= today
  const toStore = changedEvents.filter(changed => {
    return changed.event.lead_uid === null && isWaiting(changed.event) && !isOver(changed)
  })
  for (const [uid, outcome] of await storeStays(ctx, locked, toStore)) outcomes.set(uid, outcome)
  const clashCount = await writeOutcomes(ctx, ical, changedEvents, outcomes)
  const summaries = new Map(
    changedEvents.map(({ event, stay }) => [event.uid, stay?.summary ?? '']),
  )
  const ranges = [...changes.map(affectedNights), ...freed, ...affected]
  const options = { agencyUid: ical.agency_uid, inventories, ranges, today, summaries }
  await coverEvents(ctx, { ...options, icalUid: ical.uid })
  return clashCount
}

/** Updates the outcomes of events. @returns the number of new conflicts */
async function writeOutcomes(
  ctx: Context,
  ical: Ical,
  changedEvents: ChangedEvent[],
  outcomes: Map<string, Outcome>,
): Promise<number> {
  let clashCount = 0
  const rows = changedEvents.flatMap(({ event, previous }) => {
    const outcome = outcomes.get(event.uid)
    if (!outcome) return []
    const { state, lead_uid, is_clash } = outcome
    if (is_clash && !previous?.is_clash) clashCount++
    // The reason of a former conflict is removed, others remain.
    const keptReason = event.reason === reasons.occupied ? null : event.reason
    const reason = is_clash ? reasons.occupied : (outcome.reason ?? keptReason)
    return [{ uid: event.uid, state, lead_uid, is_clash, reason }]
  })
  await updateOutcomes(ctx, ical.agency_uid, rows)
  return clashCount
}

/** Returns whether the lead of an event was stored from it. */
function hasOwnLead({ state }: IcalEvent): boolean {
  return state === 'STORED' || state === 'PARTIAL'
}

/** Updates an event from its stay in the response, or returns a new one. */
async function writeEvent(
  ctx: Context,
  { ical, inventories }: LockedCalendar,
  previous: IcalEvent | null,
  stay: ImportedStay | null,
): Promise<ChangedEvent> {
  if (stay === null) return { event: previous!, previous, stay }
  const columns = stayColumns(stay, previous)
  if (previous === null) {
    const now = ctx.clock.now()
    const { isEcho, leadUid } = await findEcho(ctx, ical, [...inventories.keys()], stay)
    const event: IcalEvent = {
      agency_uid: ical.agency_uid,
      uid: newUid(now.getTime()),
      ical_uid: ical.uid,
      property_uid: ical.property_uid,
      lead_uid: leadUid,
      is_clash: false,
      first_seen_at: now,
      missing_since: null,
      origin: digestOrigin(stay.uid),
      feed_uid: toFeedUid(stay.uid),
      state: stay.isMarker ? 'IGNORED' : isEcho ? 'ECHO' : 'BLOCKS',
      reason: stay.isMarker ? reasons.marker : null,
      ...columns,
    }
    return { event, previous: null, stay }
  }
  const isMoved = previous.check_in !== columns.check_in || previous.check_out !== columns.check_out
  // With other nights it may be another stay, so decisions about the former one no longer apply.
  const isReset =
    isMoved && (previous.state === 'IGNORED' || previous.reason === reasons.cancelledHere)
  const resetColumns = isReset ? { state: 'BLOCKS', lead_uid: null, reason: null } : {}
  const clearedReason = isMoved && previous.reason === reasons.released ? { reason: null } : {}
  const changes = { ...columns, ...clearedReason, ...resetColumns, missing_since: null }
  await updateIcalEvent(ctx, previous, changes)
  return { event: { ...previous, ...changes }, previous, stay }
}

/**
 * Returns the columns that a stay sets. A booking remains one when its summary changes, and a
 * reservation code is retained until the calendar sends another.
 */
function stayColumns(stay: ImportedStay, previous: IcalEvent | null) {
  const kind: StayKind = previous?.status === 'BOOKED' ? 'BOOKING' : stay.kind
  return {
    event_key: stay.eventKey,
    check_in: stay.checkIn,
    check_out: stay.checkOut,
    status: kind === 'BOOKING' ? 'BOOKED' : 'BLOCKED',
    may_have_guest: kind !== 'CLOSURE',
    code_digest: digestText(stay.note.code) ?? previous?.code_digest ?? null,
    summary_digest: digestText(stay.summary),
  }
}

const roundsMax = 5
const lastRound = roundsMax - 1

/**
 * Moves leads with their events. A lead may need nights that another one releases: the leads
 * without a free unit are retried after the others, and get a part of their nights in the last
 * round.
 */
async function moveLeads(
  ctx: Context,
  locked: LockedCalendar,
  toMove: ChangedEvent[],
): Promise<{ outcomes: Map<string, Outcome>; affected: Nights[] }> {
  const outcomes = new Map<string, Outcome>()
  const affected: Nights[] = []
  let remaining = toMove
  for (let round = 0; remaining.length > 0 && round <= lastRound; round++) {
    const attempted = remaining
    remaining = []
    for (const changed of attempted) {
      const moved = await alterStay(ctx, locked, changed, { allowsPartial: round === lastRound })
      affected.push(...moved.affected)
      if (moved.outcome) outcomes.set(changed.event.uid, moved.outcome)
      else remaining.push(changed)
    }
    // No lead could be moved: the next round is the last one.
    if (remaining.length === attempted.length && round < lastRound) round = lastRound - 1
  }
  const partial = toMove.filter(({ event }) => outcomes.get(event.uid)?.state === 'PARTIAL')
  // The later of several leads may have released nights that an earlier one needs.
  if (partial.length > 1)
    for (const changed of partial) {
      const event = { ...changed.event, state: 'PARTIAL' as const }
      const retried = await alterStay(ctx, locked, { ...changed, event }, { allowsPartial: true })
      if (retried.outcome) outcomes.set(event.uid, retried.outcome)
    }
  return { outcomes, affected }
}

/** Shortens a stay in progress to end where another begins. */
async function shortenStay(
  ctx: Context,
  locked: LockedCalendar,
  event: IcalEvent,
  endDay: number,
): Promise<void> {
  const cutStay = { event: { ...event, check_out: dateOf(endDay) }, previous: event, stay: null }
  if (event.lead_uid !== null) await alterStay(ctx, locked, cutStay, { allowsPartial: true })
  await updateIcalEvent(ctx, event, { check_out: dateOf(endDay) })
}
