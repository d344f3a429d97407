import type { Context } from '../../../context.ts'
import { checkNumberFree } from './check-room-number.ts'
import type { Room } from './rooms.ts'
import { type RoomInput, replaceRooms } from './write-rooms.ts'

/** @throws ApiError ALREADY_EXISTS if the property has a room with this number */
export async function addRoom(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  input: RoomInput,
): Promise<Room> {
  const rooms = await replaceRooms(ctx, property, currentRooms => {
    checkNumberFree(currentRooms, input.room_number)
    return [...currentRooms, input]
  })
  return rooms.find(room => room.room_number === input.room_number)!
}
