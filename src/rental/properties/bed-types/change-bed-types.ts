import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { BedCounts } from '../rooms/room.ts'
import type { Room } from '../rooms/rooms.ts'
import { replaceRooms } from '../rooms/write-rooms.ts'

const implicitRoom = {
  room_number: 0,
  room_type: 'BEDROOM',
  has_private_bathroom: false,
  name: null,
  airbnb_room_id: null,
}

/**
 * Replaces the beds in the one implicit room of a property; null deletes the room
 * (contract/properties.md §5.3).
 *
 * @throws ApiError STATE_CONFLICT if the property has other rooms
 */
export async function changeBedTypes(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  beds: BedCounts | null,
): Promise<Room[]> {
  return replaceRooms(ctx, property, currentRooms => {
    if (!currentRooms.every(isImplicit)) {
      const text = 'The property has rooms; change the beds of its rooms instead'
      throw new ApiError('STATE_CONFLICT', text, { members: { state: 'HAS_ROOMS' } })
    }
    if (beds === null) return []
    return [{ ...implicitRoom, ...currentRooms[0], bed_counts: beds }]
  })
}

function isImplicit({ room_number, room_type }: Room): boolean {
  return room_number === implicitRoom.room_number && room_type === implicitRoom.room_type
}
