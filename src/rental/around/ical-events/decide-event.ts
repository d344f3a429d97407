import type { Context } from '../../../context.ts'
import { dateIn, dayOf } from '../../../platform/dates.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { icalCaller } from '../../access/agencies/caller.ts'
import { coverEvents } from '../ical-stays/covered-events.sql.ts'
import { removeBlocksToCome } from '../ical-stays/event-blocks.sql.ts'
import { findEvidence } from '../ical-stays/evidence.sql.ts'
import { lockClaimedRooms } from '../ical-stays/lock-claimed-rooms.ts'
import { type Outcome, placeStay } from '../ical-stays/placed-stays.sql.ts'
import { type Ical, readAnew } from '../icals/ical.ts'
import { lockIcal, updateIcal } from '../icals/icals.ts'
import { type IcalEvent, nightsOf, reasons } from './ical-event.ts'
import { findIcalEvent, listBlocksOf, lockIcalEvents, updateIcalEvent } from './ical-events.ts'

/** The decisions that a person may make about an event. */
export const decisions = ['SAME_STAY', 'IGNORE', 'STORE'] as const
export type Decision = (typeof decisions)[number]

/**
 * Decides what an event is. SAME_STAY: the lead with just its nights is its stay. IGNORE: its
 * nights are released. STORE: it is stored as a stay, or its free nights are blocked.
 *
 * @throws ApiError STATE_CONFLICT for an event whose lead is stored, and for SAME_STAY where no
 *   other lead has just its nights
 */
export async function decideEvent(
  ctx: Context,
  found: Pick<Ical, 'agency_uid' | 'uid'>,
  { uid }: IcalEvent,
  decision: Decision,
): Promise<IcalEvent> {
  return transaction(ctx, async (ctx: Context) => {
    const ical = await lockIcal(ctx, found)
    if (!ical) throw notFound('ICAL_NOT_FOUND', found.uid)
    const rooms = await lockClaimedRooms(ctx, ical)
    const room = rooms.get(ical.property_uid)
    const [event] = await lockIcalEvents(ctx, ical.agency_uid, [uid])
    if (!event || !room) throw notFound('ICAL_NOT_FOUND', uid)
    if (event.state === 'STORED' || event.state === 'PARTIAL') throw stored(event)
    const today = dayOf(dateIn(room.time_zone, ctx.clock.now()))
    const acting = { ...ctx, caller: icalCaller(ical.agency_uid, ical.uid) }
    const applying = { ical, room, rooms, today }
    if (decision === 'STORE') {
      const anew = { ...event, state: 'BLOCKS', reason: null }
      const outcome: Outcome = event.may_have_guest
        ? await placeStay(acting, applying, anew, null)
        : { state: 'BLOCKS', lead_uid: null, is_clash: false }
      const { state, lead_uid, is_clash } = outcome
      const reason = outcome.reason ?? (is_clash ? reasons.taken : reasons.decided)
      await updateIcalEvent(ctx, event, { state, lead_uid, is_clash, reason })
      await updateIcal(ctx, ical, readAnew)
    } else {
      await updateIcalEvent(ctx, event, await decided(ctx, ical, event, decision))
      const blocks = await listBlocksOf(ctx, ical.agency_uid, [uid])
      await removeBlocksToCome(acting, ical.agency_uid, blocks, today)
    }
    const range = nightsOf(event)
    const { agency_uid: agencyUid } = ical
    await coverEvents(acting, { agencyUid, rooms, ranges: [range], icalUid: ical.uid, today })
    return (await findIcalEvent(ctx, ical, uid))!
  })
}

async function decided(
  ctx: Context,
  ical: Ical,
  event: IcalEvent,
  decision: 'SAME_STAY' | 'IGNORE',
): Promise<Partial<IcalEvent>> {
  if (decision === 'IGNORE') {
    return { state: 'IGNORED', lead_uid: null, is_clash: false, reason: reasons.released }
  }
  const same = await findEvidence(ctx, { ...ical, repeats_others: true }, event)
  if (same === undefined) {
    const text = 'No other lead of the property has exactly the nights of the event'
    throw new ApiError('STATE_CONFLICT', text, { members: { state: event.state } })
  }
  const reason = reasons.decided
  return { state: 'SAME_STAY', lead_uid: same.uid, is_clash: false, reason }
}

function stored({ lead_uid, state }: IcalEvent): ApiError {
  const text = `The event is stored as lead ${lead_uid}, so cancel or alter that lead instead`
  return new ApiError('STATE_CONFLICT', text, { members: { state, leadUid: lead_uid } })
}
