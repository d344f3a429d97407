import type { Context } from '../../../context.ts'
import { checkNumberFree } from './check-room-number.ts'
import { keepRooms, type WantedRoom } from './keep-rooms.ts'
import type { Room } from './rooms.ts'

/** @throws ApiError ALREADY_EXISTS when the property has a room of that number */
export async function addRoom(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  wanted: WantedRoom,
): Promise<Room> {
  const rooms = await keepRooms(ctx, property, present => {
    checkNumberFree(present, wanted.room_number)
    return [...present, wanted]
  })
  return rooms.find(room => room.room_number === wanted.room_number)!
}
