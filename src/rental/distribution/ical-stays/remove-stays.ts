import type { Context } from '../../../context.ts'
import { dateIn, dayOf } from '../../../platform/dates/dates.ts'
import { icalCaller } from '../../access/agencies/caller.ts'
import { boundingRange, type Nights, nightsOf, storedKind } from '../ical-events/ical-event.ts'
import { listIcalEvents, updateIcalEvent } from '../ical-events/ical-events.ts'
import type { Ical } from '../icals/ical.ts'
import { coverEvents } from './covered-events.sql.ts'
import { removeStay } from './lead-of-event.sql.ts'
import { lockClaimedInventory } from './lock-claimed-inventory.ts'

/**
 * Removes the future stays of a deleted calendar: its blocks, and its bookings unless they are
 * kept. Other calendars then get the nights that they claim.
 */
export async function removeFutureStays(
  ctx: Context,
  ical: Ical,
  { keepsBookings }: { keepsBookings: boolean },
): Promise<void> {
  const inventories = await lockClaimedInventory(ctx, ical)
  const inventory = inventories.get(ical.property_uid)
  if (!inventory) return
  const today = dayOf(dateIn(inventory.time_zone, ctx.clock.now()))
  const freed: Nights[] = []
  for (const event of await listIcalEvents(ctx, ical)) {
    const keepsLead = keepsBookings && storedKind(event) === 'BOOKING'
    const { from, to } = nightsOf(event)
    // The guest has arrived or left.
    if (to <= today || (event.may_have_guest && from <= today)) continue
    // Without its lead, `removeStay` removes only its blocks.
    const removed = keepsLead ? { ...event, lead_uid: null } : event
    // With the calendar as the caller, subscribers leave its nights to `coverEvents` below.
    const icalCtx = { ...ctx, caller: icalCaller(ical.agency_uid, ical.uid) }
    freed.push(await removeStay(icalCtx, { ical, inventory, inventories, today }, removed))
    const isApplied = event.state !== 'IGNORED' && event.state !== 'ECHO'
    if (!keepsLead && isApplied)
      await updateIcalEvent(ctx, event, { state: 'BLOCKS', lead_uid: null })
  }
  if (freed.length === 0) return
  await coverEvents(ctx, {
    agencyUid: ical.agency_uid,
    inventories,
    ranges: [boundingRange(freed)],
    icalUid: null,
    today,
  })
}
