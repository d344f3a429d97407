import type { Context } from '../../../context.ts'
import { dateIn, dayOf } from '../../../platform/dates.ts'
import { isWaiting } from '../ical-events/ical-event.ts'
import { listClaims } from '../ical-events/ical-events.ts'
import { updateIcal } from '../icals/icals.ts'
import { coverEvents } from './covered-events.sql.ts'
import { lockClaimedRooms } from './lock-claimed-rooms.ts'

/** Maximum number of days that events may lie ahead. */
const daysAhead = 100 * 366

/**
 * Gives nights of a unit that was added to a unit type, or is in service again, to the events of
 * external calendars that claim them: at no moment can they be sold. A task then stores what fits.
 */
export async function followFreedUnit(
  ctx: Context,
  { agency_uid: agencyUid, uid: property_uid }: { agency_uid: string; uid: string },
): Promise<void> {
  const now = dayOf(dateIn('UTC', ctx.clock.now()))
  const range = { from: now - 1, to: now + daysAhead }
  const claims = await listClaims(ctx, agencyUid, [property_uid], range)
  const waiting = new Set(claims.filter(isWaiting).map(claim => claim.ical_uid))
  if (claims.length === 0) return
  const rooms = await lockClaimedRooms(ctx, { agency_uid: agencyUid, property_uid })
  const room = rooms.get(property_uid)
  if (!room) return
  const today = dayOf(dateIn(room.time_zone, ctx.clock.now()))
  await coverEvents(ctx, { agencyUid, rooms, ranges: [range], icalUid: null, today })
  for (const uid of waiting) {
    const unread = { etag: null, last_modified: null, body_digest: null }
    await updateIcal(ctx, { agency_uid: agencyUid, uid }, unread)
    await ctx.tasks.send(ctx.db, 'settle-ical', { agencyUid, uid })
  }
}
