import type { Context } from '../../../context.ts'
import { dateIn, dayOf } from '../../../platform/dates.ts'
import { icalCaller } from '../../access/agencies/caller.ts'
import { kindOfEvent, type Nights, nightsOf } from '../ical-events/ical-event.ts'
import { listIcalEvents, updateIcalEvent } from '../ical-events/ical-events.ts'
import type { Ical } from '../icals/ical.ts'
import { coverEvents } from './covered-events.sql.ts'
import { removeStay } from './lead-of-event.sql.ts'
import { lockClaimedRooms } from './lock-claimed-rooms.ts'

/**
 * Removes the stays to come of a calendar that is deleted: its blocks, and its bookings unless they
 * are kept. Other calendars get the nights that they claim.
 */
export async function removeStaysToCome(
  ctx: Context,
  ical: Ical,
  { keepsBookings }: { keepsBookings: boolean },
): Promise<void> {
  const rooms = await lockClaimedRooms(ctx, ical)
  const room = rooms.get(ical.property_uid)
  if (!room) return
  const today = dayOf(dateIn(room.time_zone, ctx.clock.now()))
  const freed: Nights[] = []
  for (const event of await listIcalEvents(ctx, ical)) {
    const keepsLead = keepsBookings && kindOfEvent(event) === 'BOOKING'
    const { from, to } = nightsOf(event)
    // A guest is in the house, or has been.
    if (to <= today || (event.may_have_guest && from <= today)) continue
    const seen = keepsLead ? { ...event, lead_uid: null } : event
    // Nights that a calendar frees are covered below, all at once.
    const acting = { ...ctx, caller: icalCaller(ical.agency_uid, ical.uid) }
    freed.push(await removeStay(acting, { ical, room, rooms, today }, seen))
    const isOwn = event.state !== 'IGNORED' && event.state !== 'ECHO'
    if (!keepsLead && isOwn) await updateIcalEvent(ctx, event, { state: 'BLOCKS', lead_uid: null })
  }
  if (freed.length === 0) return
  const range = {
    from: Math.min(...freed.map(({ from }) => from)),
    to: Math.max(...freed.map(({ to }) => to)),
  }
  await coverEvents(ctx, {
    agencyUid: ical.agency_uid,
    rooms,
    ranges: [range],
    icalUid: null,
    today,
  })
}
