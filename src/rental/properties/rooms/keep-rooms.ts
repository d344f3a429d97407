/** The rooms of a property are written as a whole: told from what they are, only what differs. */
import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { lockProperty } from '../properties/properties.ts'
import { touchProperty } from '../properties/touch-property.ts'
import { insertRooms, listRooms, type Room, removeRooms, updateRooms } from './rooms.ts'

/** What is told of a room; `uid` when it is one that the property has. */
type RoomColumns = Omit<Room, 'agency_uid' | 'property_uid' | 'created_at' | 'updated_at'>
export type WantedRoom = Omit<RoomColumns, 'uid'> & { uid?: string }

/**
 * Makes a property have exactly the rooms that `want` gives, told which ones it has. Where nothing
 * differs nothing is touched.
 *
 * @returns all rooms by their numbers
 */
export async function keepRooms(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  want: (present: Room[]) => WantedRoom[],
): Promise<Room[]> {
  return transaction(ctx, async (ctx: Context) => {
    await lockProperty(ctx, property)
    const present = new Map((await listRooms(ctx, property)).map(room => [room.uid, room]))
    const now = ctx.clock.now()
    const wanted = want([...present.values()]).map(room => {
      const { uid = newUid(now.getTime()) } = room
      const { created_at = now } = present.get(uid) ?? {}
      const key = { agency_uid: property.agency_uid, property_uid: property.uid, uid }
      return { ...room, ...key, created_at, updated_at: now }
    })
    const kept = new Set(wanted.map(({ uid }) => uid))
    const gone = [...present.keys()].filter(uid => !kept.has(uid))
    const added = wanted.filter(({ uid }) => !present.has(uid))
    const changed = wanted.filter(room => {
      const before = present.get(room.uid)
      return before && !isDeepStrictEqual({ ...before, updated_at: now }, room)
    })
    await removeRooms(ctx, property, gone)
    await updateRooms(ctx, property, changed)
    await insertRooms(ctx, added)
    if (gone.length + added.length + changed.length > 0) await touchProperty(ctx, property)
    return listRooms(ctx, property)
  })
}
