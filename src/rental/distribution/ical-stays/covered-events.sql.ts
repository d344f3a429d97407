/** Blocks on the nights that calendars claim, so that these nights are not for sale. */
import type { Context } from '../../../context.ts'
import { awaitAll } from '../../../platform/db/pipeline/await-all.ts'
import { icalCaller } from '../../access/agencies/caller.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import { listExported } from '../../prices/calendar-feeds/exported-stays.sql.ts'
import type { LockedInventory } from '../../properties/units/lock-inventory.ts'
import {
  boundingRange,
  containsNight,
  type IcalEvent,
  mayEcho,
  type Nights,
  nightsOf,
  overlaps,
  reasons,
  withoutOverlap,
} from '../ical-events/ical-event.ts'
import {
  type EventBlock,
  listClaims,
  listEventBlocks,
  type NightClaim,
  updateIcalEvent,
} from '../ical-events/ical-events.ts'
import {
  addBlock,
  leadNights,
  moveBlock,
  type PlannedBlock,
  removeBlocks,
} from './event-blocks.sql.ts'
import { createHeldCache, type HeldCache } from './held-nights.sql.ts'
import {
  detectEcho,
  type Echo,
  type ExportedNights,
  type HeldNights,
  type Piece,
  planPieces,
} from './ical-stay.ts'
import { toClaimedProperty } from './lock-claimed-inventory.ts'

/** Nights to cover, and the locked inventory. */
export interface CoverOptions {
  agencyUid: string
  inventories: Map<string, LockedInventory>
  ranges: Nights[]
  /** Calendar whose blocks are aligned with its events; blocks of others are only added. */
  icalUid: string | null
  /** Civil date at the property, as a day number. Earlier nights do not change. */
  today: number
  /** Summaries of events, if known. */
  summaries?: Map<string, string>
}

/**
 * Blocks the nights that events claim and no lead occupies, and removes blocks of the imported
 * calendar from nights that it no longer claims.
 *
 * @returns the number of added blocks
 */
export async function coverEvents(ctx: Context, options: CoverOptions): Promise<number> {
  const { agencyUid, inventories, ranges, icalUid } = options
  const propertyUids = [...inventories.keys()]
  const claimsInRange = await listClaims(ctx, agencyUid, propertyUids, boundingRange(ranges))
  const claims = claimsInRange.filter(claim => {
    const nights = nightsOf(claim)
    return ranges.some(range => overlaps(nights, range))
  })
  if (claims.length === 0) return 0
  const importedUids = claims.filter(claim => claim.ical_uid === icalUid).map(({ uid }) => uid)
  const eventBlocks = await listEventBlocks(ctx, agencyUid, importedUids)
  const blocks = Map.groupBy(eventBlocks, ({ event_uid }) => event_uid)
  const fullRange = boundingRange(claims.map(nightsOf))
  const repeatingIcals = listCalendars(claims.filter(mayEcho))
  const exported = await listExported(ctx, agencyUid, repeatingIcals, fullRange)
  const held = createHeldCache(ctx, agencyUid, fullRange)
  const state = { ...options, claims, blocks, exported, held }
  const added = await coverAll(ctx, state)
  // Events that were covered before a block was shortened or removed may claim its nights.
  return state.held.hasFreed() ? added + (await coverAll(ctx, { ...state, icalUid: null })) : added
}

interface CoverState extends CoverOptions {
  claims: NightClaim[]
  /** Blocks of the imported calendar, by event. */
  blocks: Map<string, EventBlock[]>
  exported: ExportedNights[]
  held: HeldCache
}

async function coverAll(ctx: Context, state: CoverState): Promise<number> {
  const { claims, blocks, exported, held, inventories, icalUid, agencyUid } = state
  const separate = withoutOverlap(claims)
  const toAdd: BlockToAdd[] = []
  let added = 0
  for (const claim of claims) {
    const inventory = inventories.get(claim.property_uid)
    if (!inventory) continue
    const nights = nightsOf(claim)
    const overlapping = (await held.list(inventory)).filter(row => overlaps(row, nights))
    const echo = detectEcho(claim, exported, ctx.clock.now())
    const icalCtx = { ...ctx, caller: icalCaller(agencyUid, claim.ical_uid) }
    const ownBlocks = blocks.get(claim.uid) ?? []
    const inputs = { claim, inventory, held: overlapping, echo, blocks: ownBlocks }
    const missing =
      claim.ical_uid === icalUid
        ? await alignBlocks(icalCtx, state, inputs)
        : planMissingBlocks(state, inputs)
    added += missing.length
    toAdd.push(...missing.map(piece => ({ icalCtx, claim, piece })))
    // Events that overlap compete for nights: the next one has to see the blocks of this one.
    if (!separate.has(claim) && missing.length > 0) {
      await addBlocks(state, toAdd.splice(0))
      held.clear()
    }
  }
  await addBlocks(state, toAdd)
  held.clear()
  return added
}

/** Block to add for an event, in the context of its calendar. */
interface BlockToAdd {
  icalCtx: Context
  claim: NightClaim
  piece: PlannedBlock
}

/** Maximum number of blocks that are added concurrently. */
const concurrentMax = 25

/** Adds blocks that do not compete for nights. */
async function addBlocks(options: CoverOptions, toAdd: BlockToAdd[]): Promise<void> {
  for (let i = 0; i < toAdd.length; i += concurrentMax) {
    const batch = toAdd.slice(i, i + concurrentMax)
    await awaitAll(
      ...batch.map(({ icalCtx, claim, piece }) => addBlock(icalCtx, options, claim, piece)),
    )
  }
}

function listCalendars(claims: NightClaim[]): { uid: string; property_uid: string }[] {
  const byUid = new Map(claims.map(claim => [claim.ical_uid, claim.property_uid]))
  return [...byUid].map(([uid, property_uid]) => ({ uid, property_uid }))
}

/** Event to cover, with the held nights that overlap it. */
interface ClaimInputs {
  claim: NightClaim
  inventory: LockedInventory
  held: HeldNights[]
  echo: Echo
}

/**
 * Plans the blocks on nights of an event. Blocks on nights that may only repeat a stay that has
 * ended are not exported, so that two servers do not repeat it to each other forever.
 */
function planBlocks(
  { claim, inventory, echo }: Pick<ClaimInputs, 'claim' | 'inventory' | 'echo'>,
  nights: number[],
  held: HeldNights[],
): PlannedBlock[] {
  const property = toClaimedProperty(inventory)
  const mayBeOver = (night: number) => claim.reason === reasons.leadGone || echo.remains(night)
  const certainNights = nights.filter(night => !mayBeOver(night))
  return [
    ...planPieces(property, certainNights, held).map(piece => ({ ...piece, isExported: true })),
    ...planPieces(property, nights.filter(mayBeOver), held).map(piece => ({
      ...piece,
      isExported: false,
    })),
  ]
}

/** Plans the blocks that are missing on the free nights that an event claims. */
function planMissingBlocks(
  { today }: CoverOptions,
  { claim, inventory, held, echo }: ClaimInputs,
): PlannedBlock[] {
  const nights = claimedNights({ claim, inventory, echo }, heldByEvent(held, claim), today)
  return planBlocks({ claim, inventory, echo }, nights, held)
}

/**
 * Moves or removes the blocks of an event that differ from those planned for it.
 *
 * @returns the blocks to add
 */
async function alignBlocks(
  ctx: Context,
  state: CoverState,
  { claim, inventory, held, echo, blocks }: ClaimInputs & { blocks: EventBlock[] },
): Promise<PlannedBlock[]> {
  const { today } = state
  const blockUids = new Set(blocks.map(({ uid }) => uid))
  // The blocks of the event itself are planned again.
  const otherHeld = held.filter(row => !blockUids.has(row.leadUid))
  const currentBlocks = blocks.filter(block => leadNights(block).to > today)
  const nights = claimedNights({ claim, inventory, echo }, heldByLead(otherHeld, claim), today)
  const futurePieces = planBlocks({ claim, inventory, echo }, nights, otherHeld)
  const pieces = withPastNights(futurePieces, currentBlocks, today)
  await flagEcho(ctx, claim, pieces)
  const isSame = (piece: Piece, block: LeadRow) =>
    isInLocation(block, piece) &&
    leadNights(block).from === piece.from &&
    leadNights(block).to === piece.to
  const missing = pieces.filter(piece => !currentBlocks.some(block => isSame(piece, block)))
  const outdated = currentBlocks.filter(block => !pieces.some(piece => isSame(piece, block)))
  const pairs = pairBlocks(missing, outdated)
  const movedBlocks = new Set(pairs.map(([, block]) => block))
  const surplus = outdated.filter(block => !movedBlocks.has(block))
  await removeBlocks(ctx, claim.agency_uid, surplus)
  for (const [piece, block] of pairs) await moveBlock(ctx, block, piece)
  if (outdated.length > 0) state.held.markFreed()
  const paired = new Set(pairs.map(([piece]) => piece))
  return missing.filter(piece => !paired.has(piece))
}

/** Extends future pieces by the past nights of blocks in progress, which do not change. */
function withPastNights(
  pieces: PlannedBlock[],
  blocks: EventBlock[],
  today: number,
): PlannedBlock[] {
  const result = [...pieces]
  for (const block of blocks) {
    const { from, to } = leadNights(block)
    if (from >= today || to <= today) continue
    const isNext = (piece: PlannedBlock) =>
      isInLocation(block, piece) && piece.from === today && piece.isExported === block.is_exported
    const next = result.find(isNext)
    if (next) next.from = from
    else {
      const { property_uid, unit_uid, is_exported } = block
      const location = { propertyUid: property_uid!, unitUid: unit_uid }
      result.push({ ...location, from, to: today, isExported: is_exported })
    }
  }
  return result
}

/** Flags an echo of a stay that was freed long ago as a conflict, which a user has to resolve. */
async function flagEcho(ctx: Context, claim: NightClaim, pieces: PlannedBlock[]): Promise<void> {
  if (claim.state !== 'ECHO') return
  const remains = pieces.some(({ isExported }) => !isExported)
  if (remains === (claim.reason === reasons.echoRemains)) return
  const reason = remains ? reasons.echoRemains : null
  await updateIcalEvent(ctx, claim, { reason, is_clash: remains })
}

/** Pairs blocks with the pieces that they become, if each overlaps only the other. */
function pairBlocks(pieces: PlannedBlock[], blocks: EventBlock[]): [PlannedBlock, LeadRow][] {
  const overlapsBlock = (piece: PlannedBlock, block: EventBlock) => {
    const { from, to } = leadNights(block)
    if (piece.isExported !== block.is_exported) return false
    return isInLocation(block, piece) && from < piece.to && piece.from < to
  }
  return pieces.flatMap((piece): [PlannedBlock, LeadRow][] => {
    const overlapping = blocks.filter(block => overlapsBlock(piece, block))
    if (overlapping.length !== 1) return []
    return pieces.filter(other => overlapsBlock(other, overlapping[0]!)).length === 1
      ? [[piece, overlapping[0]!]]
      : []
  })
}

/**
 * Returns the nights that an event claims; for a unit type without those that it already occupies.
 */
function claimedNights(
  { claim, inventory, echo }: Pick<ClaimInputs, 'claim' | 'inventory' | 'echo'>,
  ownHeld: HeldNights[],
  today: number,
): number[] {
  if (claim.reason === reasons.released) return []
  const { from, to } = nightsOf(claim)
  const begin = Math.max(from, Math.min(today, to))
  const futureNights = Array.from({ length: Math.max(to - begin, 0) }, (_, i) => begin + i)
  const unrepeated = futureNights.filter(night => !echo.isActive(night))
  if (inventory.hotel_uid === null) return unrepeated
  return unrepeated.filter(night => !ownHeld.some(row => containsNight(row, night)))
}

/** Returns the nights that the lead or a block of an event occupies. */
function heldByEvent(held: HeldNights[], claim: IcalEvent): HeldNights[] {
  return held.filter(row => row.leadUid === claim.lead_uid || row.eventUid === claim.uid)
}

/** Returns the nights that the lead of an event occupies. */
function heldByLead(held: HeldNights[], claim: IcalEvent): HeldNights[] {
  return held.filter(row => row.leadUid === claim.lead_uid)
}

function isInLocation(block: LeadRow, { propertyUid, unitUid }: Piece): boolean {
  return block.property_uid === propertyUid && block.unit_uid === unitUid
}
