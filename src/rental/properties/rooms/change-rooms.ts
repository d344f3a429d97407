import type { Context } from '../../../context.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { keepRooms, type WantedRoom } from './keep-rooms.ts'
import type { Room } from './rooms.ts'

/**
 * Replaces all rooms of a property. A room is the one of its `uid`, else the one of its number,
 * else a new one (contract/properties.md §6.6).
 *
 * @throws ApiError INVALID_PARAMETER when two have one number or one uid
 */
export async function changeRooms(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  rooms: WantedRoom[],
): Promise<Room[]> {
  checkDistinct(
    'roomNumber',
    rooms.map(room => room.room_number),
  )
  const wanted = rooms.map(({ uid, ...room }) => ({ ...room, uid: asUid(uid ?? '') }))
  checkDistinct(
    'uid',
    wanted.flatMap(({ uid }) => uid ?? []),
  )
  return keepRooms(ctx, property, present => matched(wanted, present))
}

function matched(
  wanted: (Omit<WantedRoom, 'uid'> & { uid: string | null })[],
  present: Room[],
): WantedRoom[] {
  const named = new Set(wanted.map(({ uid }) => uid))
  const numbered = present.filter(({ uid }) => !named.has(uid))
  const uidByNumber = new Map(numbered.map(room => [room.room_number, room.uid]))
  const known = new Set(present.map(({ uid }) => uid))
  return wanted.map(({ uid, ...room }) => {
    if (uid !== null && known.has(uid)) return { ...room, uid }
    const same = uidByNumber.get(room.room_number)
    return same === undefined ? room : { ...room, uid: same }
  })
}

function checkDistinct(field: string, values: unknown[]): void {
  const i = values.findIndex((value, i) => values.indexOf(value) < i)
  if (i < 0) return
  throw invalidParameter(`rooms[${i}].${field}`, `must be unique among the rooms: ${values[i]}`)
}
