import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { keepRooms } from '../rooms/keep-rooms.ts'
import type { BedCounts } from '../rooms/room.ts'
import type { Room } from '../rooms/rooms.ts'

const implicitRoom = {
  room_number: 0,
  room_type: 'BEDROOM',
  has_private_bathroom: false,
  name: null,
  airbnb_room_id: null,
}

/**
 * Puts beds into the one room that a property has for the legacy interface; null takes that room
 * away (contract/properties.md §5.3).
 *
 * @throws ApiError STATE_CONFLICT when the property has other rooms
 */
export async function changeBedTypes(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  beds: BedCounts | null,
): Promise<Room[]> {
  return keepRooms(ctx, property, present => {
    if (!present.every(isImplicit)) {
      const text = 'The property has rooms; change the beds of its rooms instead'
      throw new ApiError('STATE_CONFLICT', text, { members: { state: 'HAS_ROOMS' } })
    }
    if (beds === null) return []
    return [{ ...implicitRoom, ...present[0], bed_counts: beds }]
  })
}

function isImplicit({ room_number, room_type }: Room): boolean {
  return room_number === implicitRoom.room_number && room_type === implicitRoom.room_type
}
