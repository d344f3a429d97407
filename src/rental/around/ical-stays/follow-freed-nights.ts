import type { Context } from '../../../context.ts'
import { dateIn, dayOf } from '../../../platform/dates.ts'
import { warn } from '../../../platform/rest/answers/warnings.ts'
import type { LeadChange } from '../../leads/lead-history/lead-events.ts'
import { blocks, datesOf, type LeadRow } from '../../leads/leads/lead.ts'
import { endExported } from '../../prices/calendar-feeds/exported-stays.sql.ts'
import { findTimeZone } from '../../properties/properties/properties.ts'
import {
  type IcalEvent,
  mayEcho,
  mayRepeatLead,
  type Nights,
  reasons,
} from '../ical-events/ical-event.ts'
import {
  type Claim,
  deleteIcalBlocks,
  findIcalEventOf,
  listBlocksOf,
  listClaims,
  updateIcalEvent,
} from '../ical-events/ical-events.ts'
import { readAnew } from '../icals/ical.ts'
import { recordEchoEnd, updateIcal } from '../icals/icals.ts'
import { coverEvents } from './covered-events.sql.ts'
import { removeBlocksToCome } from './event-blocks.sql.ts'
import { echoMs } from './ical-stay.ts'
import { lockClaimedRooms } from './lock-claimed-rooms.ts'

/**
 * Gives nights that a lead frees to the events of external calendars that claim them, as blocks, in
 * the transaction of the act: at no moment can they be sold. A task then stores what fits. Imports
 * cover at their end what they free themselves.
 */
export async function followFreedNights(ctx: Context, changes: LeadChange[]): Promise<void> {
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
  await endExported(ctx, lead, { checkIn, checkOut })
  const range = { from: dayOf(checkIn), to: dayOf(checkOut) }
  const family = [property_uid!, ...(ctx.pending.calendarsOf(property_uid!) ?? [])]
  const { kind, uid: importedUid } = ctx.caller.credential
  const isImport = kind === 'ICAL'
  if (after === null && lead.type === 'BLOCK' && !isImport) await release(ctx, lead)
  const all = await listClaims(ctx, agencyUid, [...new Set(family)], range)
  const claims = isImport ? all.filter(claim => claim.ical_uid !== importedUid) : all
  if (claims.length === 0) return
  const isGone = after === null || !blocks(after.status)
  for (const claim of isGone ? claims : []) {
    const isSame = claim.state === 'SAME_STAY'
    if (claim.lead_uid !== lead.uid || claim.state === 'ECHO' || (isImport && !isSame)) continue
    await updateIcalEvent(ctx, claim, withoutLead(claim, after === null))
  }
  const echoUntil = new Date(ctx.clock.now().getTime() + echoMs)
  const repeating = uidsOf(claims.filter(mayEcho))
  if (repeating.size > 0) await recordEchoEnd(ctx, agencyUid, repeating, echoUntil)
  if (!isImport && !(await cover(ctx, lead, range))) return
  for (const uid of uidsOf(claims.filter(isWaitingFor(lead, isImport)))) {
    await updateIcal(ctx, { agency_uid: agencyUid, uid }, readAnew)
    await ctx.tasks.send(ctx.db, 'settle-ical', { agencyUid, uid })
  }
}

/** Covers the nights that a lead has freed. @returns whether its property is still there */
async function cover(ctx: Context, lead: LeadRow, range: Nights): Promise<boolean> {
  const place = { agency_uid: lead.agency_uid, property_uid: lead.property_uid! }
  const rooms = await lockClaimedRooms(ctx, place)
  const room = rooms.get(place.property_uid)
  if (!room) return false
  const today = dayOf(dateIn(room.time_zone, ctx.clock.now()))
  const covering = { agencyUid: place.agency_uid, rooms, ranges: [range], icalUid: null, today }
  if ((await coverEvents(ctx, covering)) > 0) warn(ctx, 'NIGHTS_CLAIMED', claimedText)
  return true
}

const claimedText = 'released nights stay blocked by an external calendar'

/** The calendars of events. */
function uidsOf(claims: Claim[]): Set<string> {
  return new Set(claims.map(claim => claim.ical_uid))
}

function isWaitingFor(lead: LeadRow, isImport: boolean) {
  return ({ may_have_guest, lead_uid, state }: Claim) => {
    if (isImport) return lead_uid === lead.uid && state === 'SAME_STAY'
    return may_have_guest && state !== 'ECHO' && (state !== 'STORED' || lead_uid === lead.uid)
  }
}

/** Returns the changes of an event whose lead was cancelled or deleted. */
function withoutLead(event: IcalEvent, isDeleted: boolean): Partial<IcalEvent> {
  const anew = { state: 'BLOCKS', lead_uid: null, reason: null }
  if (event.state === 'SAME_STAY') {
    return mayRepeatLead(event) ? { ...anew, reason: reasons.leadGone, is_clash: true } : anew
  }
  if (isDeleted && event.status === 'BLOCKED') return ignored
  return { ...anew, reason: reasons.cancelledHere, is_clash: false }
}

const ignored = { state: 'IGNORED', lead_uid: null, reason: reasons.released, is_clash: false }

/** A block of an event that a person deletes releases the nights of the event. */
async function release(ctx: Context, { agency_uid, uid }: LeadRow): Promise<void> {
  const [eventUid] = await deleteIcalBlocks(ctx, agency_uid, [uid])
  if (eventUid === undefined) return
  const event = await findIcalEventOf(ctx, agency_uid, eventUid)
  if (!event) return
  const isWhole = event.lead_uid === null
  const outcome = isWhole ? ignored : { reason: reasons.released, is_clash: false }
  await updateIcalEvent(ctx, event, outcome)
  if (!isWhole) return
  const today = dayOf(dateIn(await findTimeZone(ctx, event), ctx.clock.now()))
  const left = await listBlocksOf(ctx, agency_uid, [eventUid])
  await removeBlocksToCome(ctx, agency_uid, left, today)
}
