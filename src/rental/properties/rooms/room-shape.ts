/** Room on the wire: contract/properties.md §6.6. */
import type { Static } from 'typebox'
import {
  bool,
  integer,
  named,
  nullable,
  oneOf,
  shape,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import { allBeds, type BedKind, bedKinds, normalizeBeds, roomTypes } from './room.ts'
import type { Room } from './rooms.ts'

const int32Max = 2_147_483_647

const roomNumber = integer(-int32Max - 1, int32Max)

/** Maximum number of beds of one kind in a room. */
const bedsMax = 999

function bedFields<F>(field: F): Record<BedKind, F> {
  return Object.fromEntries(bedKinds.map(kind => [kind, field])) as Record<BedKind, F>
}

/** Bed counts in responses, all kinds. */
export const bedCountsResponse = shape('BedCounts', bedFields(integer(0, bedsMax)))

/** Bed counts in requests. Omitted kinds are 0. */
export const bedCountsInput = shape('BedCountsInput', bedFields(Type.Optional(integer(0, bedsMax))))

export const room = shape('Room', {
  uid: uid(),
  propertyUid: uid(),
  roomNumber,
  roomType: named('RoomType', oneOf(roomTypes)),
  hasPrivateBathroom: bool(),
  name: nullable(text()),
  airbnbRoomId: nullable(text()),
  bedCounts: bedCountsResponse,
})

export const roomReplacement = shape('RoomReplacement', {
  roomNumber,
  roomType: named('RoomType', oneOf(roomTypes)),
  hasPrivateBathroom: bool(),
  name: Type.Optional(nullable(text())),
  airbnbRoomId: Type.Optional(nullable(text())),
  bedCounts: Type.Optional(nullable(bedCountsInput)),
})

export type RoomReplacement = Static<typeof roomReplacement>

/** Reads the columns of a body. Omitted fields are null. */
export function readRoomColumns(room: RoomReplacement) {
  return {
    room_number: room.roomNumber,
    room_type: room.roomType,
    has_private_bathroom: room.hasPrivateBathroom,
    name: room.name ?? null,
    airbnb_room_id: room.airbnbRoomId ?? null,
    bed_counts: normalizeBeds(room.bedCounts ?? {}),
  }
}

export function presentRoom(row: Omit<Room, 'created_at' | 'updated_at'>) {
  return {
    uid: row.uid,
    propertyUid: row.property_uid,
    roomNumber: row.room_number,
    roomType: row.room_type,
    hasPrivateBathroom: row.has_private_bathroom,
    name: row.name,
    airbnbRoomId: row.airbnb_room_id,
    bedCounts: allBeds(row.bed_counts),
  }
}
