/** The blocks that take nights of events: each night that a calendar claims is for sale no more. */
import type { Context } from '../../../context.ts'
import { dateOf, dayOf } from '../../../platform/dates.ts'
import { icalCaller } from '../../access/agencies/caller.ts'
import { alterLead } from '../../leads/lead-actions/alter-lead.ts'
import { noHours } from '../../leads/lead-actions/lead-effects.ts'
import { deleteLead } from '../../leads/lead-writes/delete-lead.ts'
import { rowOf } from '../../leads/lead-writes/new-lead.ts'
import { storeLead } from '../../leads/lead-writes/store-lead.ts'
import { datesOf, type LeadRow } from '../../leads/leads/lead.ts'
import type { Room } from '../../properties/units/lock-rooms.ts'
import { type IcalEvent, type Nights, nightsOf, reasons } from '../ical-events/ical-event.ts'
import {
  type Claim,
  deleteIcalBlocks,
  insertIcalBlock,
  listBlocksOf,
  listClaims,
} from '../ical-events/ical-events.ts'
import { providerOf } from '../icals/ical.ts'
import { listHeld } from './held-nights.sql.ts'
import type { HeldNights } from './ical-stay.ts'
import { type ClaimedPlace, type Piece, piecesOf } from './ical-stay.ts'
import { placeOf, unitUidsOf } from './lock-claimed-rooms.ts'

const version = '3.3'

/** Where nights are to be covered. */
export interface Covering {
  agencyUid: string
  /** Locked. */
  rooms: Map<string, Room>
  range: Nights
  /** The calendar whose blocks are brought in line; those of others are only added to. */
  icalUid: string | null
  /** The civil date at the property, as a number: earlier nights stay as they are. */
  today: number
  /** The summaries of events, where they are known. */
  summaries?: Map<string, string>
}

/**
 * Covers the nights of a range that events claim and no lead holds with blocks, and removes blocks
 * of the calendar that is imported from nights that it no longer claims.
 *
 * @returns how many blocks were added
 */
export async function coverEvents(ctx: Context, covering: Covering): Promise<number> {
  const { agencyUid, rooms, range, icalUid } = covering
  const claims = await listClaims(ctx, agencyUid, [...rooms.keys()], range)
  if (claims.length === 0) return 0
  const own = claims.filter(claim => claim.ical_uid === icalUid).map(({ uid }) => uid)
  const blocks = Map.groupBy(await listBlocksOf(ctx, agencyUid, own), ({ event_uid }) => event_uid)
  const all = claims.map(nightsOf)
  const extent = {
    from: Math.min(range.from, ...all.map(({ from }) => from)),
    to: Math.max(range.to, ...all.map(({ to }) => to)),
  }
  let added = 0
  for (const claim of claims) {
    const room = rooms.get(claim.property_uid)
    if (!room) continue
    const units = unitUidsOf([room])
    const held = await listHeld(ctx, agencyUid, units, extent)
    const acting = { ...ctx, caller: icalCaller(agencyUid, claim.ical_uid) }
    if (claim.ical_uid === icalUid) {
      added += await alignBlocks(acting, covering, {
        claim,
        room,
        held,
        blocks: blocks.get(claim.uid) ?? [],
      })
    } else added += await addBlocks(acting, covering, { claim, room, held })
  }
  return added
}

interface Claimed {
  claim: Claim
  room: Room
  held: HeldNights[]
}

/** Takes the nights of a range that an event claims and that are free. */
async function addBlocks(
  ctx: Context,
  covering: Covering,
  { claim, room, held }: Claimed,
): Promise<number> {
  const place = placeOf(room)
  const wanted = wantedNights(claim, place, ofEvent(held, claim), covering.today).filter(night => {
    return covering.range.from <= night && night < covering.range.to
  })
  const pieces = piecesOf(place, wanted, held)
  for (const piece of pieces) await addBlock(ctx, covering, claim, piece)
  return pieces.length
}

/** Brings the blocks of an event in line with the nights that it claims. */
async function alignBlocks(
  ctx: Context,
  covering: Covering,
  { claim, room, held, blocks }: Claimed & { blocks: LeadRow[] },
): Promise<number> {
  const place = placeOf(room)
  const uids = new Set(blocks.map(({ uid }) => uid))
  const others = held.filter(one => !uids.has(one.leadUid))
  const past = blocks.flatMap(block => nightsOfLead(block)).filter(night => night < covering.today)
  const wanted = new Set([
    ...wantedNights(claim, place, ofLead(others, claim), covering.today),
    ...past,
  ])
  const sorted = [...wanted].sort((a, b) => a - b)
  const pieces = piecesOf(place, sorted, others)
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
  const paired = new Set(altered.map(([piece]) => piece))
  const added = missing.filter(piece => !paired.has(piece))
  for (const piece of added) await addBlock(ctx, covering, claim, piece)
  return added.length
}

/** Blocks that go on as pieces: those of which each meets just the other. */
function pairsOf(pieces: Piece[], blocks: LeadRow[]): [Piece, LeadRow][] {
  const meets = (piece: Piece, block: LeadRow) => {
    const { from, to } = spanOf(block)
    return isAt(block, piece) && from < piece.to && piece.from < to
  }
  return pieces.flatMap((piece): [Piece, LeadRow][] => {
    const met = blocks.filter(block => meets(piece, block))
    if (met.length !== 1) return []
    return pieces.filter(one => meets(one, met[0]!)).length === 1 ? [[piece, met[0]!]] : []
  })
}

/** Removes blocks of events. */
export async function removeBlocks(
  ctx: Context,
  agencyUid: string,
  blocks: LeadRow[],
): Promise<void> {
  if (blocks.length === 0) return
  const uids = blocks.map(({ uid }) => uid)
  await deleteIcalBlocks(ctx, agencyUid, uids)
  for (const block of blocks) await deleteLead(ctx, block, version)
}

/** Moves a block to other nights of its place. */
export async function moveBlock(ctx: Context, block: LeadRow, { from, to }: Nights): Promise<void> {
  const stay = { checkIn: dateOf(from), checkOut: dateOf(to) }
  await alterLead(ctx, block, { ...unaltered, stay, isReported: true }, version)
}

const unaltered = {
  propertyUid: null,
  unitUid: null,
  counts: {},
  promoCode: null,
  overrides: null,
}

async function addBlock(
  ctx: Context,
  { rooms, summaries }: Covering,
  claim: Claim,
  { propertyUid, unitUid, from, to }: Piece,
): Promise<void> {
  const room = rooms.get(propertyUid)
  if (!room) return
  const row = rowOf(
    ctx,
    {
      ...noTerms,
      propertyUid,
      status: 'BLOCKED',
      stay: { checkIn: dateOf(from), checkOut: dateOf(to) },
      unitUid,
      source: 'HOSTFULLY_ICAL',
      channel: null,
      columns: {
        ical_provider: providerOf(claim.source),
        notes: summaries?.get(claim.uid) || null,
      },
      version,
    },
    room,
    noHours,
  )
  const lead = await storeLead(ctx, row, { ...noTerms, room, version, isReported: true })
  const { agency_uid, uid: event_uid } = claim
  await insertIcalBlock(ctx, { agency_uid, lead_uid: lead.uid, event_uid, is_exported: true })
}

const noTerms = { promoCode: null, overrides: null }

/** The nights that an event claims: of a unit type, those that nothing of it holds already. */
function wantedNights(
  claim: IcalEvent,
  place: ClaimedPlace,
  own: HeldNights[],
  today: number,
): number[] {
  if (claim.reason === reasons.released || claim.state === 'ECHO') return []
  const { from, to } = nightsOf(claim)
  const isNew = claim.missing_since === null && claim.state === 'BLOCKS'
  const first = isNew && to <= today ? from : Math.max(from, Math.min(today, to))
  const nights = Array.from({ length: Math.max(to - first, 0) }, (_, i) => first + i)
  if (!place.isUnitType) return nights
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

function spanOf(lead: LeadRow): Nights {
  const { checkIn, checkOut } = datesOf(lead)
  return { from: dayOf(checkIn), to: dayOf(checkOut) }
}

function nightsOfLead(lead: LeadRow): number[] {
  const { from, to } = spanOf(lead)
  return Array.from({ length: to - from }, (_, i) => from + i)
}
