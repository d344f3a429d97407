import type { Context } from '../../../context.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import type { Room } from './rooms.ts'
import { type RoomInput, replaceRooms } from './write-rooms.ts'

/**
 * Replaces all rooms of a property. Rooms are matched by `uid`, then by number; others are new
 * (contract/properties.md §6.6).
 *
 * @throws ApiError INVALID_PARAMETER if two have the same number or uid
 */
export async function changeRooms(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  rooms: RoomInput[],
): Promise<Room[]> {
  checkDistinct(
    'roomNumber',
    rooms.map(room => room.room_number),
  )
  const inputs = rooms.map(({ uid, ...room }) => ({ ...room, uid: asUid(uid ?? '') }))
  checkDistinct(
    'uid',
    inputs.flatMap(({ uid }) => uid ?? []),
  )
  return replaceRooms(ctx, property, currentRooms => matchRooms(inputs, currentRooms))
}

function matchRooms(
  inputs: (Omit<RoomInput, 'uid'> & { uid: string | null })[],
  currentRooms: Room[],
): RoomInput[] {
  const inputUids = new Set(inputs.map(({ uid }) => uid))
  const unmatchedRooms = currentRooms.filter(({ uid }) => !inputUids.has(uid))
  const uidByNumber = new Map(unmatchedRooms.map(room => [room.room_number, room.uid]))
  const existingUids = new Set(currentRooms.map(({ uid }) => uid))
  return inputs.map(({ uid, ...room }) => {
    if (uid !== null && existingUids.has(uid)) return { ...room, uid }
    const existingUid = uidByNumber.get(room.room_number)
    return existingUid === undefined ? room : { ...room, uid: existingUid }
  })
}

function checkDistinct(fieldName: string, values: unknown[]): void {
  const i = values.findIndex((value, i) => values.indexOf(value) < i)
  if (i < 0) return
  throw invalidParameter(`rooms[${i}].${fieldName}`, `must be unique among the rooms: ${values[i]}`)
}
