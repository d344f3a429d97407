import type { Context } from '../../../context.ts'
import { lockRooms, type Room } from '../../properties/units/lock-rooms.ts'
import { lapseLeads } from './lapse-leads.ts'

/**
 * Locks the rooms of properties for an act that may need their nights, and closes the leads that
 * have lapsed there. Nulls among the uids are passed over, as are deleted properties.
 */
export async function prepareRooms(
  ctx: Context,
  agencyUid: string,
  propertyUids: (string | null)[],
): Promise<Map<string, Room>> {
  const uids = [...new Set(propertyUids)].filter(uid => uid !== null)
  if (uids.length === 0) return new Map()
  const rooms = await lockRooms(ctx, agencyUid, uids)
  const lapsed = [...rooms.values()].flatMap(({ units }) => units.filter(unit => unit.has_lapsed))
  if (lapsed.length > 0) {
    await lapseLeads(
      ctx,
      agencyUid,
      lapsed.map(({ uid }) => uid),
    )
  }
  return rooms
}
