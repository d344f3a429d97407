import type { Context } from '../../../context.ts'
import { dateIn, dayOf } from '../../../platform/dates.ts'
import type { LeadChange } from '../../leads/lead-history/lead-events.ts'
import { blocks, datesOf, type LeadRow } from '../../leads/leads/lead.ts'
import { type IcalEvent, reasons } from '../ical-events/ical-event.ts'
import {
  type Claim,
  deleteIcalBlocks,
  findIcalEventOf,
  listBlocksOf,
  listClaims,
  updateIcalEvent,
} from '../ical-events/ical-events.ts'
import { updateIcal } from '../icals/icals.ts'
import { coverEvents, removeBlocks } from './covered-events.sql.ts'
import { lockClaimedRooms } from './lock-claimed-rooms.ts'

/**
 * Gives nights that a lead frees to the events of external calendars that claim them, as blocks, in
 * the transaction of the act: at no moment can they be sold. A task then stores what fits. Imports
 * cover at their end what they free themselves.
 */
export async function followFreedNights(ctx: Context, changes: LeadChange[]): Promise<void> {
  if (ctx.caller.credential.kind === 'ICAL') return
  for (const change of changes) if (frees(change)) await follow(ctx, change)
}

function frees({ before, after, act }: LeadChange): boolean {
  if (before === null || act === 'delete-property' || before.property_uid === null) return false
  if (!blocks(before.status)) return false
  if (after === null || !blocks(after.status)) return true
  const [from, to] = [datesOf(before), datesOf(after)]
  return (
    before.property_uid !== after.property_uid ||
    before.unit_uid !== after.unit_uid ||
    from.checkIn < to.checkIn ||
    to.checkOut < from.checkOut
  )
}

async function follow(ctx: Context, { before, after }: LeadChange): Promise<void> {
  const lead = before!
  const { agency_uid: agencyUid, property_uid } = lead
  const { checkIn, checkOut } = datesOf(lead)
  const range = { from: dayOf(checkIn), to: dayOf(checkOut) }
  const family = [property_uid!, ...(ctx.pending.calendarsOf(property_uid!) ?? [])]
  if (after === null && lead.type === 'BLOCK') await release(ctx, lead)
  const claims = await listClaims(ctx, agencyUid, [...new Set(family)], range)
  if (claims.length === 0) return
  const isGone = after === null || !blocks(after.status)
  for (const claim of claims) {
    if (isGone && claim.lead_uid === lead.uid && claim.state !== 'ECHO') {
      await updateIcalEvent(ctx, claim, withoutLead(claim, after === null))
    }
  }
  const rooms = await lockClaimedRooms(ctx, { agency_uid: agencyUid, property_uid: property_uid! })
  const room = rooms.get(property_uid!)
  if (!room) return
  const today = dayOf(dateIn(room.time_zone, ctx.clock.now()))
  await coverEvents(ctx, { agencyUid, rooms, range, icalUid: null, today })
  for (const uid of new Set(claims.filter(isWaitingFor(lead)).map(claim => claim.ical_uid))) {
    await updateIcal(ctx, { agency_uid: agencyUid, uid }, readAnew)
    await ctx.tasks.send(ctx.db, 'settle-ical', { agencyUid, uid })
  }
}

/** The next answer is read although it may be the same. */
const readAnew = { etag: null, last_modified: null, body_digest: null }

function isWaitingFor(lead: LeadRow) {
  return ({ may_have_guest, lead_uid, state }: Claim) =>
    may_have_guest && state !== 'ECHO' && (state !== 'STORED' || lead_uid === lead.uid)
}

/** What becomes of an event whose lead a person has cancelled or deleted. */
function withoutLead({ state, status }: IcalEvent, isDeleted: boolean): Partial<IcalEvent> {
  if (state === 'SAME_STAY') return { state: 'BLOCKS', lead_uid: null }
  if (isDeleted && status === 'BLOCKED') return ignored
  const reason = reasons.cancelledHere
  return { state: 'BLOCKS', lead_uid: null, reason, is_clash: false }
}

const ignored = { state: 'IGNORED', lead_uid: null, reason: reasons.released, is_clash: false }

/** A block of an event that a person deletes releases the nights of the event. */
async function release(ctx: Context, { agency_uid, uid }: LeadRow): Promise<void> {
  const [eventUid] = await deleteIcalBlocks(ctx, agency_uid, [uid])
  if (eventUid === undefined) return
  const event = await findIcalEventOf(ctx, agency_uid, eventUid)
  if (!event) return
  const left = event.lead_uid === null ? ignored : { reason: reasons.released, is_clash: false }
  await updateIcalEvent(ctx, event, left)
  if (event.lead_uid !== null) return
  await removeBlocks(ctx, agency_uid, await listBlocksOf(ctx, agency_uid, [eventUid]))
}
