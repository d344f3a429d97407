import type { Context } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { keepRooms } from './keep-rooms.ts'
import type { Room } from './rooms.ts'

/** @throws ApiError ROOM_NOT_FOUND when it has gone meanwhile */
export async function deleteRoom(
  ctx: Context,
  { agency_uid, property_uid, uid }: Room,
): Promise<void> {
  await keepRooms(ctx, { agency_uid, uid: property_uid }, present => {
    const others = present.filter(room => room.uid !== uid)
    if (others.length === present.length) throw notFound('ROOM_NOT_FOUND', uid)
    return others
  })
}
