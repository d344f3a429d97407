import type { Context } from '../../../context.ts'
import { dateIn, dayOf } from '../../../platform/dates/dates.ts'
import { isWaiting } from '../ical-events/ical-event.ts'
import { listClaims } from '../ical-events/ical-events.ts'
import { clearedValidators } from '../icals/ical.ts'
import { updateIcal } from '../icals/icals.ts'
import { coverEvents } from './covered-events.sql.ts'
import { lockClaimedInventory } from './lock-claimed-inventory.ts'

/** Number of days ahead in which events are considered: practically all. */
const daysMax = 100 * 366

/**
 * Gives nights of an added or reactivated unit of a unit type to the events of external calendars
 * that claim them, in the same transaction, so that they are never for sale in between. A task then
 * stores the stays that fit.
 */
export async function claimFreedUnit(
  ctx: Context,
  { agency_uid: agencyUid, uid: property_uid }: { agency_uid: string; uid: string },
): Promise<void> {
  const utcDay = dayOf(dateIn('UTC', ctx.clock.now()))
  // The day before, because it may still be that day at the property.
  const range = { from: utcDay - 1, to: utcDay + daysMax }
  const claims = await listClaims(ctx, agencyUid, [property_uid], range)
  const waitingIcals = new Set(claims.filter(isWaiting).map(claim => claim.ical_uid))
  if (claims.length === 0) return
  const inventories = await lockClaimedInventory(ctx, { agency_uid: agencyUid, property_uid })
  const inventory = inventories.get(property_uid)
  if (!inventory) return
  const today = dayOf(dateIn(inventory.time_zone, ctx.clock.now()))
  await coverEvents(ctx, { agencyUid, inventories, ranges: [range], icalUid: null, today })
  for (const uid of waitingIcals) {
    await updateIcal(ctx, { agency_uid: agencyUid, uid }, clearedValidators)
    await ctx.tasks.send(ctx.db, 'settle-ical', { agencyUid, uid })
  }
}
