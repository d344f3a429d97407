/** Writes the blocks that take nights of events. */
import type { Context } from '../../../context.ts'
import { dateOf, dayOf } from '../../../platform/dates.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { alterLead } from '../../leads/lead-actions/alter-lead.ts'
import { noHours, unaltered } from '../../leads/lead-actions/lead-effects.ts'
import { deleteLead } from '../../leads/lead-writes/delete-lead.ts'
import { rowOf } from '../../leads/lead-writes/new-lead.ts'
import { storeLead } from '../../leads/lead-writes/store-lead.ts'
import { datesOf, type LeadRow } from '../../leads/leads/lead.ts'
import { providerOf } from '../../prices/calendar-feeds/calendar-feeds.ts'
import type { Room } from '../../properties/units/lock-rooms.ts'
import type { Nights } from '../ical-events/ical-event.ts'
import { type Claim, deleteIcalBlocks } from '../ical-events/ical-events.ts'
import type { Piece } from './ical-stay.ts'

const version = '3.3'

/** Nights that a block is to take, and whether feeds tell them. */
export interface WantedBlock extends Piece {
  isExported: boolean
}

/** Removes blocks of events, of those in progress what is to come. */
export async function removeBlocksToCome(
  ctx: Context,
  agencyUid: string,
  blocks: LeadRow[],
  today: number,
): Promise<void> {
  for (const block of blocks) {
    const { from, to } = spanOf(block)
    if (to <= today) continue
    if (from < today) await moveBlock(ctx, block, { from, to: today })
    else await removeBlocks(ctx, agencyUid, [block])
  }
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

/** The place and nights of new blocks. */
interface Blocking {
  /** Locked. */
  rooms: Map<string, Room>
  /** The summaries of events, where they are known. */
  summaries?: Map<string, string>
}

/** Adds a block that takes nights of an event. */
export async function addBlock(
  ctx: Context,
  { rooms, summaries }: Blocking,
  claim: Claim,
  { propertyUid, unitUid, from, to, isExported }: WantedBlock,
): Promise<void> {
  const room = rooms.get(propertyUid)
  if (!room) return
  const isWhole = dateOf(from) === claim.check_in && dateOf(to) === claim.check_out
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
        feed_uid: isWhole ? claim.feed_uid : null,
      },
      version,
    },
    room,
    noHours,
  )
  const lead = await storeLead(ctx, row, { ...noTerms, room, version, isReported: true })
  const { agency_uid, uid: event_uid } = claim
  await insertRows(ctx, 'ical_blocks', [
    { agency_uid, lead_uid: lead.uid, event_uid, is_exported: isExported },
  ])
}

/** Price terms of a stay that a calendar reports: none of its own. */
export const noTerms = { promoCode: null, overrides: null }

/** The nights of a lead. */
export function spanOf(lead: LeadRow): Nights {
  const { checkIn, checkOut } = datesOf(lead)
  return { from: dayOf(checkIn), to: dayOf(checkOut) }
}
