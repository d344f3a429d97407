import { ApiError } from '../../../platform/errors.ts'
import type { Room } from './rooms.ts'

/** @throws ApiError ALREADY_EXISTS if a room other than `uid` has the number */
export function checkNumberFree(currentRooms: Room[], roomNumber: number, uid?: string): void {
  const other = currentRooms.find(room => room.room_number === roomNumber && room.uid !== uid)
  if (!other) return
  throw new ApiError('ALREADY_EXISTS', `The property already has a room number ${roomNumber}`, {
    members: { existingUid: other.uid },
  })
}
