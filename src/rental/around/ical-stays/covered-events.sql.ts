/** The blocks that take nights of events: each night that a calendar claims is for sale no more. */
import type { Context } from '../../../context.ts'
import { inOrder } from '../../../platform/db/gathered/in-order.ts'
import { icalCaller } from '../../access/agencies/caller.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import { listExported } from '../../prices/calendar-feeds/exported-stays.sql.ts'
import type { Room } from '../../properties/units/lock-rooms.ts'
import {
  apart,
  hullOf,
  type IcalEvent,
  mayEcho,
  meet,
  type Nights,
  nightsOf,
  reasons,
} from '../ical-events/ical-event.ts'
import {
  type Claim,
  type EventBlock,
  listBlocksOf,
  listClaims,
  updateIcalEvent,
} from '../ical-events/ical-events.ts'
import { addBlock, moveBlock, removeBlocks, spanOf, type WantedBlock } from './event-blocks.sql.ts'
import { listHeld } from './held-nights.sql.ts'
import {
  type Echo,
  type ExportedNights,
  echoOf,
  type HeldNights,
  type Piece,
  piecesOf,
} from './ical-stay.ts'
import { placeOf, unitUidsOf } from './lock-claimed-rooms.ts'

/** The nights to cover, and the rooms. */
export interface Covering {
  agencyUid: string
  /** Locked. */
  rooms: Map<string, Room>
  ranges: Nights[]
  /** The calendar whose blocks are brought in line; those of others are only added to. */
  icalUid: string | null
  /** The civil date at the property, as a number: earlier nights stay as they are. */
  today: number
  /** The summaries of events, where they are known. */
  summaries?: Map<string, string>
}

/**
 * Covers with blocks the nights of events that claim some of ranges where no lead holds them, and
 * removes blocks of the calendar that is imported from nights that it no longer claims.
 *
 * @returns how many blocks were added
 */
export async function coverEvents(ctx: Context, covering: Covering): Promise<number> {
  const { agencyUid, rooms, ranges, icalUid } = covering
  const all = await listClaims(ctx, agencyUid, [...rooms.keys()], hullOf(ranges))
  const claims = all.filter(claim => {
    const nights = nightsOf(claim)
    return ranges.some(range => meet(nights, range))
  })
  if (claims.length === 0) return 0
  const own = claims.filter(claim => claim.ical_uid === icalUid).map(({ uid }) => uid)
  const blocks = Map.groupBy(await listBlocksOf(ctx, agencyUid, own), ({ event_uid }) => event_uid)
  const extent = hullOf(claims.map(nightsOf))
  const exported = await listExported(ctx, agencyUid, calendarsOf(claims.filter(mayEcho)), extent)
  const covered = { ...covering, claims, blocks, exported, held: heldOf(ctx, agencyUid, extent) }
  const added = await coverAll(ctx, covered)
  // Blocks that have shrunk since their nights were looked at leave them to others.
  return covered.held.isFreed()
    ? added + (await coverAll(ctx, { ...covered, icalUid: null }))
    : added
}

interface Covered extends Covering {
  claims: Claim[]
  /** Blocks of the calendar that is imported, by event. */
  blocks: Map<string, EventBlock[]>
  exported: ExportedNights[]
  held: Held
}

async function coverAll(ctx: Context, covered: Covered): Promise<number> {
  const { claims, blocks, exported, held, rooms, icalUid, agencyUid } = covered
  const alone = apart(claims)
  const adding: Adding[] = []
  let added = 0
  for (const claim of claims) {
    const room = rooms.get(claim.property_uid)
    if (!room) continue
    const nights = nightsOf(claim)
    const near = (await held.at(room)).filter(one => meet(one, nights))
    const echo = echoOf(claim, exported, ctx.clock.now())
    const acting = { ...ctx, caller: icalCaller(agencyUid, claim.ical_uid) }
    const claimed = { claim, room, held: near, echo, blocks: blocks.get(claim.uid) ?? [] }
    const missing =
      claim.ical_uid === icalUid
        ? await alignBlocks(acting, covered, claimed)
        : missingBlocks(covered, claimed)
    added += missing.length
    adding.push(...missing.map(piece => ({ acting, claim, piece })))
    if (!alone.has(claim) && missing.length > 0) {
      await addAll(covered, adding.splice(0))
      held.clear()
    }
  }
  await addAll(covered, adding)
  return added
}

/** Nights of units that leads hold, read again when that has changed. */
interface Held {
  at(room: Room): Promise<HeldNights[]>
  clear(): void
  /** Notes that blocks gave up nights. */
  noteFreed(): void
  /** Returns whether they have. */
  isFreed(): boolean
}

function heldOf(ctx: Context, agencyUid: string, extent: Nights): Held {
  const known = new Map<string, HeldNights[]>()
  let isFreed = false
  return {
    at: async room => {
      const present = known.get(room.uid)
      if (present) return present
      const read = await listHeld(ctx, agencyUid, unitUidsOf([room]), extent)
      known.set(room.uid, read)
      return read
    },
    clear: () => known.clear(),
    noteFreed: () => {
      known.clear()
      isFreed = true
    },
    isFreed: () => isFreed,
  }
}

/** A block to add for an event, by its calendar. */
interface Adding {
  acting: Context
  claim: Claim
  piece: WantedBlock
}

/** Maximum number of blocks that are added at once. */
const atOnce = 25

/** Adds blocks that need no nights of each other. */
async function addAll(covering: Covering, adding: Adding[]): Promise<void> {
  for (let i = 0; i < adding.length; i += atOnce) {
    const some = adding.slice(i, i + atOnce)
    await inOrder(
      ...some.map(({ acting, claim, piece }) => addBlock(acting, covering, claim, piece)),
    )
  }
}

function calendarsOf(claims: Claim[]): { uid: string; property_uid: string }[] {
  const byUid = new Map(claims.map(claim => [claim.ical_uid, claim.property_uid]))
  return [...byUid].map(([uid, property_uid]) => ({ uid, property_uid }))
}

interface Claimed {
  claim: Claim
  room: Room
  held: HeldNights[]
  echo: Echo
}

/** The blocks that take nights of an event; those that may only repeat a stay are not exported. */
function blocksOf(
  { claim, room, echo }: Pick<Claimed, 'claim' | 'room' | 'echo'>,
  nights: number[],
  held: HeldNights[],
): WantedBlock[] {
  const place = placeOf(room)
  const isGhost = (night: number) => claim.reason === reasons.leadGone || echo.remains(night)
  const own = nights.filter(night => !isGhost(night))
  return [
    ...piecesOf(place, own, held).map(piece => ({ ...piece, isExported: true })),
    ...piecesOf(place, nights.filter(isGhost), held).map(piece => ({
      ...piece,
      isExported: false,
    })),
  ]
}

/** The blocks that take the nights that an event claims and that are free. */
function missingBlocks({ today }: Covering, { claim, room, held, echo }: Claimed): WantedBlock[] {
  const wanted = wantedNights({ claim, room, echo }, ofEvent(held, claim), today)
  return blocksOf({ claim, room, echo }, wanted, held)
}

/** Brings the blocks of an event in line with the nights that it claims. @returns those to add */
async function alignBlocks(
  ctx: Context,
  covering: Covered,
  { claim, room, held, echo, blocks }: Claimed & { blocks: EventBlock[] },
): Promise<WantedBlock[]> {
  const uids = new Set(blocks.map(({ uid }) => uid))
  const others = held.filter(one => !uids.has(one.leadUid))
  const past = blocks.flatMap(block => nightsOfLead(block)).filter(night => night < covering.today)
  const wanted = new Set([
    ...wantedNights({ claim, room, echo }, ofLead(others, claim), covering.today),
    ...past,
  ])
  const sorted = [...wanted].sort((a, b) => a - b)
  const pieces = blocksOf({ claim, room, echo }, sorted, others)
  await tellEcho(ctx, claim, pieces)
  const isSame = (piece: Piece) => (block: LeadRow) =>
    isAt(block, piece) && spanOf(block).from === piece.from && spanOf(block).to === piece.to
  const missing = pieces.filter(piece => !blocks.some(isSame(piece)))
  const left = blocks.filter(block => !pieces.some(piece => isSame(piece)(block)))
  const altered = pairsOf(missing, left)
  const kept = new Set(altered.map(([, block]) => block))
  await removeBlocks(
    ctx,
    claim.agency_uid,
    left.filter(block => !kept.has(block)),
  )
  for (const [piece, block] of altered) await moveBlock(ctx, block, piece)
  if (left.length > 0) covering.held.noteFreed()
  const paired = new Set(altered.map(([piece]) => piece))
  return missing.filter(piece => !paired.has(piece))
}

/** Marks an echo whose stay was freed long ago as a clash, for a person to look at. */
async function tellEcho(ctx: Context, claim: Claim, pieces: WantedBlock[]): Promise<void> {
  if (claim.state !== 'ECHO') return
  const remains = pieces.some(({ isExported }) => !isExported)
  if (remains === (claim.reason === reasons.echoRemains)) return
  const reason = remains ? reasons.echoRemains : null
  await updateIcalEvent(ctx, claim, { reason, is_clash: remains })
}

/** Blocks that go on as pieces: those of which each meets just the other. */
function pairsOf(pieces: WantedBlock[], blocks: EventBlock[]): [WantedBlock, LeadRow][] {
  const meets = (piece: WantedBlock, block: EventBlock) => {
    const { from, to } = spanOf(block)
    if (piece.isExported !== block.is_exported) return false
    return isAt(block, piece) && from < piece.to && piece.from < to
  }
  return pieces.flatMap((piece): [WantedBlock, LeadRow][] => {
    const met = blocks.filter(block => meets(piece, block))
    if (met.length !== 1) return []
    return pieces.filter(one => meets(one, met[0]!)).length === 1 ? [[piece, met[0]!]] : []
  })
}

/** The nights that an event claims: of a unit type, those that nothing of it holds already. */
function wantedNights(
  { claim, room, echo }: Pick<Claimed, 'claim' | 'room' | 'echo'>,
  own: HeldNights[],
  today: number,
): number[] {
  if (claim.reason === reasons.released) return []
  const { from, to } = nightsOf(claim)
  const isNew = claim.missing_since === null && claim.state === 'BLOCKS'
  const first = isNew && to <= today ? from : Math.max(from, Math.min(today, to))
  const all = Array.from({ length: Math.max(to - first, 0) }, (_, i) => first + i)
  const nights = all.filter(night => !echo.isActive(night))
  if (room.hotel_uid === null) return nights
  return nights.filter(night => !own.some(one => one.from <= night && night < one.to))
}

function ofEvent(held: HeldNights[], claim: IcalEvent): HeldNights[] {
  return held.filter(one => one.leadUid === claim.lead_uid || one.eventUid === claim.uid)
}

function ofLead(held: HeldNights[], claim: IcalEvent): HeldNights[] {
  return held.filter(one => one.leadUid === claim.lead_uid)
}

function isAt(block: LeadRow, { propertyUid, unitUid }: Piece): boolean {
  return block.property_uid === propertyUid && block.unit_uid === unitUid
}

function nightsOfLead(lead: LeadRow): number[] {
  const { from, to } = spanOf(lead)
  return Array.from({ length: to - from }, (_, i) => from + i)
}
