/** Writes of the blocks on nights of events. */
import type { Context } from '../../../context.ts'
import { dateOf, dayOf } from '../../../platform/dates/dates.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { alterLead } from '../../leads/lead-actions/alter-lead.ts'
import { noAlteration, noTimers } from '../../leads/lead-actions/lead-effects.ts'
import { deleteLead } from '../../leads/lead-writes/delete-lead.ts'
import { createLeadRow } from '../../leads/lead-writes/new-lead.ts'
import { storeLead } from '../../leads/lead-writes/store-lead.ts'
import { datesOf, type LeadRow } from '../../leads/leads/lead.ts'
import { toProvider } from '../../prices/calendar-feeds/calendar-feeds.ts'
import type { LockedInventory } from '../../properties/units/lock-inventory.ts'
import type { Nights } from '../ical-events/ical-event.ts'
import { deleteIcalBlocks, type NightClaim } from '../ical-events/ical-events.ts'
import type { Piece } from './ical-stay.ts'

/** API version whose rules apply to imported leads. */
export const importVersion = '3.3'

/** Block to add or retain. Feeds contain it only if it is exported. */
export interface PlannedBlock extends Piece {
  isExported: boolean
}

/** Removes the future nights of blocks: blocks in progress end today, past ones remain. */
export async function removeFutureBlocks(
  ctx: Context,
  agencyUid: string,
  blocks: LeadRow[],
  today: number,
): Promise<void> {
  for (const block of blocks) {
    const { from, to } = leadNights(block)
    if (to <= today) continue
    if (from < today) await moveBlock(ctx, block, { from, to: today })
    else await removeBlocks(ctx, agencyUid, [block])
  }
}

export async function removeBlocks(
  ctx: Context,
  agencyUid: string,
  blocks: LeadRow[],
): Promise<void> {
  if (blocks.length === 0) return
  const uids = blocks.map(({ uid }) => uid)
  await deleteIcalBlocks(ctx, agencyUid, uids)
  for (const block of blocks) await deleteLead(ctx, block, importVersion)
}

/** Moves a block to other nights of its property or unit. */
export async function moveBlock(ctx: Context, block: LeadRow, { from, to }: Nights): Promise<void> {
  const stay = { checkIn: dateOf(from), checkOut: dateOf(to) }
  await alterLead(ctx, block, { ...noAlteration, stay, isReported: true }, importVersion)
}

/** Locked inventory and summaries for new blocks. */
interface BlockInputs {
  inventories: Map<string, LockedInventory>
  /** Summaries of events, if known. */
  summaries?: Map<string, string>
}

export async function addBlock(
  ctx: Context,
  { inventories, summaries }: BlockInputs,
  claim: NightClaim,
  { propertyUid, unitUid, from, to, isExported }: PlannedBlock,
): Promise<void> {
  const inventory = inventories.get(propertyUid)
  if (!inventory) return
  // Only a block on all nights of the event is exported under its UID.
  const isComplete = dateOf(from) === claim.check_in && dateOf(to) === claim.check_out
  const row = createLeadRow(
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
        ical_provider: toProvider(claim.source),
        notes: summaries?.get(claim.uid) || null,
        feed_uid: isComplete ? claim.feed_uid : null,
      },
      version: importVersion,
    },
    inventory,
    noTimers,
  )
  const lead = await storeLead(ctx, row, {
    ...noTerms,
    property: inventory,
    version: importVersion,
    isReported: true,
  })
  const { agency_uid, uid: event_uid } = claim
  await insertRows(ctx, 'ical_blocks', [
    { agency_uid, lead_uid: lead.uid, event_uid, is_exported: isExported },
  ])
}

/** Price terms of an imported stay, which has no price here. */
export const noTerms = { promoCode: null, overrides: null }

export function leadNights(lead: LeadRow): Nights {
  const { checkIn, checkOut } = datesOf(lead)
  return { from: dayOf(checkIn), to: dayOf(checkOut) }
}
