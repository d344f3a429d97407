/** Replacement of all rooms of a property. Only rooms that differ are written. */
import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { lockProperty } from '../properties/properties.ts'
import { recordPropertyUpdate } from '../properties/record-property-update.ts'
import { insertRooms, listRooms, type Room, removeRooms, updateRooms } from './rooms.ts'

/** Input of a room; `uid` is that of an existing room. */
type RoomColumns = Omit<Room, 'agency_uid' | 'property_uid' | 'created_at' | 'updated_at'>
export type RoomInput = Omit<RoomColumns, 'uid'> & { uid?: string }

/**
 * Replaces the rooms of a property by the result of `next`, which receives the current rooms. Emits
 * no event if nothing changes.
 *
 * @returns all rooms by number
 */
export async function replaceRooms(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  next: (currentRooms: Room[]) => RoomInput[],
): Promise<Room[]> {
  return transaction(ctx, async (ctx: Context) => {
    await lockProperty(ctx, property)
    const currentByUid = new Map((await listRooms(ctx, property)).map(room => [room.uid, room]))
    const now = ctx.clock.now()
    const rooms = next([...currentByUid.values()]).map(room => {
      const { uid = newUid(now.getTime()) } = room
      const { created_at = now } = currentByUid.get(uid) ?? {}
      const key = { agency_uid: property.agency_uid, property_uid: property.uid, uid }
      return { ...room, ...key, created_at, updated_at: now }
    })
    const remaining = new Set(rooms.map(({ uid }) => uid))
    const removed = [...currentByUid.keys()].filter(uid => !remaining.has(uid))
    const added = rooms.filter(({ uid }) => !currentByUid.has(uid))
    const changed = rooms.filter(room => {
      const before = currentByUid.get(room.uid)
      return before && !isDeepStrictEqual({ ...before, updated_at: now }, room)
    })
    await removeRooms(ctx, property, removed)
    await updateRooms(ctx, property, changed)
    await insertRooms(ctx, added)
    if (removed.length + added.length + changed.length > 0)
      await recordPropertyUpdate(ctx, property)
    return listRooms(ctx, property)
  })
}
