/** One group of changes of a calendar's events, in a transaction that holds its claim. */
import type { Context } from '../../../context.ts'
import { dateIn, dateOf, dayOf } from '../../../platform/dates.ts'
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
  digestOf,
  feedUidOf,
  type ImportedStay,
  originOf,
  reachOf,
} from '../ical-events/imported-stay.ts'
import { findEcho } from '../ical-events/own-uids.sql.ts'
import type { Change } from '../ical-events/plan-changes.ts'
import type { Ical } from '../icals/ical.ts'
import { coverEvents } from './covered-events.sql.ts'
import { alterStay, removeStay } from './lead-of-event.sql.ts'
import { type Applying, lockClaimedRooms } from './lock-claimed-rooms.ts'
import { type Outcome, placeStays } from './placed-stays.sql.ts'

/** An event as it is to be, what it was, and what the answer has of it. */
interface Working {
  event: IcalEvent
  was: IcalEvent | null
  stay: ImportedStay | null
}

/**
 * Does the changes of a group: what is gone goes, what moved moves, what is new is stored, and
 * blocks take the nights that are claimed and that no lead of theirs could take.
 *
 * @returns how many clashes began
 */
export async function applyChanges(ctx: Context, ical: Ical, changes: Change[]): Promise<number> {
  const rooms = await lockClaimedRooms(ctx, ical)
  const room = rooms.get(ical.property_uid)
  if (!room) return 0
  const today = dayOf(dateIn(room.time_zone, ctx.clock.now()))
  const applying = { ical, room, rooms, today }
  const uids = changes.flatMap(({ known }) => (known ? [known.uid] : []))
  const present = new Map(
    (await lockIcalEvents(ctx, ical.agency_uid, uids)).map(event => [event.uid, event]),
  )
  const freed: Nights[] = []
  const working: Working[] = []
  for (const change of changes) {
    const known = change.known && present.get(change.known.uid)
    if (change.known && !known) continue
    if (change.kind === 'REMOVE') {
      freed.push(await removeStay(ctx, applying, known!))
      await deleteIcalEvents(ctx, ical.agency_uid, [known!.uid])
    } else if (change.kind === 'CUT') await cut(ctx, applying, known!, change.at)
    else working.push(await write(ctx, applying, known ?? null, change.stay))
  }
  await insertRows(
    ctx,
    'feed_events',
    working.filter(({ was }) => was === null).map(({ event }) => event),
  )
  const moving = working.filter(({ event }) => event.lead_uid !== null && hasOwnLead(event))
  const { outcomes, reaches } = await moveAll(ctx, applying, moving)
  // Past nights of a known stay remain as they were.
  const isOver = ({ was, event }: Working) => was !== null && nightsOf(event).to <= today
  const waiting = working.filter(one => {
    return one.event.lead_uid === null && isWaiting(one.event) && !isOver(one)
  })
  for (const [uid, outcome] of await placeStays(ctx, applying, waiting)) outcomes.set(uid, outcome)
  const clashes = await writeOutcomes(ctx, ical, working, outcomes)
  const summaries = new Map(working.map(({ event, stay }) => [event.uid, stay?.summary ?? '']))
  const ranges = [...changes.map(reachOf), ...freed, ...reaches]
  const covering = { agencyUid: ical.agency_uid, rooms, ranges, today, summaries }
  await coverEvents(ctx, { ...covering, icalUid: ical.uid })
  return clashes
}

/** Writes what became of events. @returns how many clashes began */
async function writeOutcomes(
  ctx: Context,
  ical: Ical,
  working: Working[],
  outcomes: Map<string, Outcome>,
): Promise<number> {
  let clashes = 0
  const written = working.flatMap(({ event, was }) => {
    const outcome = outcomes.get(event.uid)
    if (!outcome) return []
    const { state, lead_uid, is_clash } = outcome
    if (is_clash && !was?.is_clash) clashes++
    const former = event.reason === reasons.taken ? null : event.reason
    const reason = is_clash ? reasons.taken : (outcome.reason ?? former)
    return [{ uid: event.uid, state, lead_uid, is_clash, reason }]
  })
  await updateOutcomes(ctx, ical.agency_uid, written)
  return clashes
}

function hasOwnLead({ state }: IcalEvent): boolean {
  return state === 'STORED' || state === 'PARTIAL'
}

/** Writes what an answer has of an event, or gives the one to add. */
async function write(
  ctx: Context,
  { ical, rooms }: Applying,
  known: IcalEvent | null,
  stay: ImportedStay | null,
): Promise<Working> {
  if (stay === null) return { event: known!, was: known, stay }
  const told = toldBy(stay, known)
  if (known === null) {
    const now = ctx.clock.now()
    const { isEcho, leadUid: own } = await findEcho(ctx, ical, [...rooms.keys()], stay)
    const event: IcalEvent = {
      agency_uid: ical.agency_uid,
      uid: newUid(now.getTime()),
      ical_uid: ical.uid,
      property_uid: ical.property_uid,
      lead_uid: own,
      is_clash: false,
      first_seen_at: now,
      missing_since: null,
      origin: originOf(stay.uid),
      feed_uid: feedUidOf(stay.uid),
      state: stay.isMarker ? 'IGNORED' : isEcho ? 'ECHO' : 'BLOCKS',
      reason: stay.isMarker ? reasons.marker : null,
      ...told,
    }
    return { event, was: null, stay }
  }
  const isMoved = known.check_in !== told.check_in || known.check_out !== told.check_out
  const isAnew = isMoved && (known.state === 'IGNORED' || known.reason === reasons.cancelledHere)
  const anew = isAnew ? { state: 'BLOCKS', lead_uid: null, reason: null } : {}
  const reason = isMoved && known.reason === reasons.released ? { reason: null } : {}
  const changes = { ...told, ...reason, ...anew, missing_since: null }
  await updateIcalEvent(ctx, known, changes)
  return { event: { ...known, ...changes }, was: known, stay }
}

/** A booking stays one when its words change; what is told of it is kept until it is told anew. */
function toldBy(stay: ImportedStay, known: IcalEvent | null) {
  const kind: StayKind = known?.status === 'BOOKED' ? 'BOOKING' : stay.kind
  return {
    event_key: stay.eventKey,
    check_in: stay.checkIn,
    check_out: stay.checkOut,
    status: kind === 'BOOKING' ? 'BOOKED' : 'BLOCKED',
    may_have_guest: kind !== 'CLOSURE',
    code_digest: digestOf(stay.note.code) ?? known?.code_digest ?? null,
    summary_digest: digestOf(stay.summary),
  }
}

const roundsMax = 5

/**
 * Moves leads with their events. One may have to wait for another to make room: those that do not
 * fit are tried again when others have moved, and in the end take what they can get.
 */
async function moveAll(
  ctx: Context,
  applying: Applying,
  moving: Working[],
): Promise<{ outcomes: Map<string, Outcome>; reaches: Nights[] }> {
  const outcomes = new Map<string, Outcome>()
  const reaches: Nights[] = []
  let left = moving
  for (let round = 0; left.length > 0 && round < roundsMax; round++) {
    const before = left
    left = []
    for (const one of before) {
      const isLast = round === roundsMax - 1
      const moved = await alterStay(ctx, applying, one, { takesPart: isLast })
      reaches.push(...moved.reaches)
      if (moved.outcome) outcomes.set(one.event.uid, moved.outcome)
      else left.push(one)
    }
    // Nothing made room: the next round is the last one.
    if (left.length === before.length && round < roundsMax - 2) round = roundsMax - 2
  }
  const partly = moving.filter(({ event }) => outcomes.get(event.uid)?.state === 'PARTIAL')
  if (partly.length > 1)
    for (const one of partly) {
      const event = { ...one.event, state: 'PARTIAL' as const }
      const again = await alterStay(ctx, applying, { ...one, event }, { takesPart: true })
      if (again.outcome) outcomes.set(event.uid, again.outcome)
    }
  return { outcomes, reaches }
}

/** Ends a stay in progress where another begins. */
async function cut(ctx: Context, applying: Applying, event: IcalEvent, at: number): Promise<void> {
  const cutStay = { event: { ...event, check_out: dateOf(at) }, was: event, stay: null }
  if (event.lead_uid !== null) await alterStay(ctx, applying, cutStay, { takesPart: true })
  await updateIcalEvent(ctx, event, { check_out: dateOf(at) })
}
