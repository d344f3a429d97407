import { ApiError } from '../../../platform/errors.ts'
import type { Room } from './rooms.ts'

/** @throws ApiError ALREADY_EXISTS when another room than that of `uid` has the number */
export function checkNumberFree(present: Room[], roomNumber: number, uid?: string): void {
  const other = present.find(room => room.room_number === roomNumber && room.uid !== uid)
  if (!other) return
  throw new ApiError('ALREADY_EXISTS', `The property already has a room number ${roomNumber}`, {
    members: { existingUid: other.uid },
  })
}
