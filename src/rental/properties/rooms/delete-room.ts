import type { Context } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Room } from './rooms.ts'
import { replaceRooms } from './write-rooms.ts'

/** @throws ApiError ROOM_NOT_FOUND if it was deleted concurrently */
export async function deleteRoom(
  ctx: Context,
  { agency_uid, property_uid, uid }: Room,
): Promise<void> {
  await replaceRooms(ctx, { agency_uid, uid: property_uid }, currentRooms => {
    const remaining = currentRooms.filter(room => room.uid !== uid)
    if (remaining.length === currentRooms.length) throw notFound('ROOM_NOT_FOUND', uid)
    return remaining
  })
}
