/** The rooms that a calendar's property shares units with, locked, and what leads hold there. */
import type { Context } from '../../../context.ts'
import { prepareRooms } from '../../leads/lead-actions/prepare-rooms.ts'
import type { Room } from '../../properties/units/lock-rooms.ts'
import type { Ical } from '../icals/ical.ts'
import type { ClaimedPlace } from './ical-stay.ts'

/** The calendar and rooms of a group of changes. */
export interface Applying {
  ical: Ical
  room: Room
  rooms: Map<string, Room>
  /** The civil date at the property, as a number. */
  today: number
}

/**
 * Locks the rooms of a property, its master and that one's subs.
 *
 * @returns none where the property is deleted
 */
export async function lockClaimedRooms(
  ctx: Context,
  { agency_uid, property_uid }: { agency_uid: string; property_uid: string },
): Promise<Map<string, Room>> {
  const family = await listFamily(ctx, agency_uid, property_uid)
  const rooms = await prepareRooms(ctx, agency_uid, family)
  return rooms.has(property_uid) ? rooms : new Map()
}

/** The uids of a property, its master and all subs of these. */
async function listFamily(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  propertyUid: string,
): Promise<string[]> {
  const own = await db
    .selectFrom('properties')
    .select('parent_uid')
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', propertyUid)
    .executeTakeFirst()
  const root = own?.parent_uid ?? propertyUid
  const subs = await db
    .selectFrom('properties')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where('parent_uid', '=', root)
    .where('parent_uid', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  return [root, ...subs.map(({ uid }) => uid)]
}

/** A room as nights of it are claimed. */
export function placeOf(room: Room): ClaimedPlace {
  return {
    propertyUid: room.uid,
    isUnitType: room.hotel_uid !== null,
    isMaster: room.isMaster,
    units: room.units.map(({ uid, property_uid, is_active }) => {
      return { uid, propertyUid: property_uid, isActive: is_active }
    }),
  }
}

/** The units of rooms, each once. */
export function unitUidsOf(rooms: Iterable<Room>): string[] {
  return [...new Set([...rooms].flatMap(({ units }) => units.map(({ uid }) => uid)))]
}
