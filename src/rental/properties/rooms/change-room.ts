import type { Context } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { checkNumberFree } from './check-room-number.ts'
import { keepRooms, type WantedRoom } from './keep-rooms.ts'
import type { Room } from './rooms.ts'

/**
 * Replaces what is told of a room.
 *
 * @throws ApiError ALREADY_EXISTS when another room has the number, ROOM_NOT_FOUND when this one
 *   has gone meanwhile
 */
export async function changeRoom(
  ctx: Context,
  { agency_uid, property_uid, uid }: Room,
  wanted: WantedRoom,
): Promise<Room> {
  const rooms = await keepRooms(ctx, { agency_uid, uid: property_uid }, present => {
    checkNumberFree(present, wanted.room_number, uid)
    if (!present.some(room => room.uid === uid)) throw notFound('ROOM_NOT_FOUND', uid)
    return present.map(room => (room.uid === uid ? { ...wanted, uid } : room))
  })
  return rooms.find(room => room.uid === uid)!
}
