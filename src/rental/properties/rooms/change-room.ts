import type { Context } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { checkNumberFree } from './check-room-number.ts'
import type { Room } from './rooms.ts'
import { type RoomInput, replaceRooms } from './write-rooms.ts'

/**
 * @throws ApiError ALREADY_EXISTS if another room has the number, ROOM_NOT_FOUND if this one was
 *   deleted concurrently
 */
export async function changeRoom(
  ctx: Context,
  { agency_uid, property_uid, uid }: Room,
  input: RoomInput,
): Promise<Room> {
  const rooms = await replaceRooms(ctx, { agency_uid, uid: property_uid }, currentRooms => {
    checkNumberFree(currentRooms, input.room_number, uid)
    if (!currentRooms.some(room => room.uid === uid)) throw notFound('ROOM_NOT_FOUND', uid)
    return currentRooms.map(room => (room.uid === uid ? { ...input, uid } : room))
  })
  return rooms.find(room => room.uid === uid)!
}
