/** A room over the wire: contract/properties.md §6.6. */
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
import { allBeds, type BedKind, bedKinds, keptBeds, roomTypes } from './room.ts'
import type { Room } from './rooms.ts'

const int32Max = 2_147_483_647

const roomNumber = integer(-int32Max - 1, int32Max)

/** How many beds of one kind a room may have. */
const bedsMax = 999

function bedFields<F>(field: F): Record<BedKind, F> {
  return Object.fromEntries(bedKinds.map(kind => [kind, field])) as Record<BedKind, F>
}

/** All kinds of beds with their counts, as they are shown. */
export const shownBeds = shape('BedCounts', bedFields(integer(0, bedsMax)))

/** Counts as they are written; a kind that is left out is none. */
export const writtenBeds = shape('BedCountsInput', bedFields(Type.Optional(integer(0, bedsMax))))

export const room = shape('Room', {
  uid: uid(),
  propertyUid: uid(),
  roomNumber,
  roomType: named('RoomType', oneOf(roomTypes)),
  hasPrivateBathroom: bool(),
  name: nullable(text()),
  airbnbRoomId: nullable(text()),
  bedCounts: shownBeds,
})

/** What a room is told to be. */
export const writtenRoom = shape('RoomReplacement', {
  roomNumber,
  roomType: named('RoomType', oneOf(roomTypes)),
  hasPrivateBathroom: bool(),
  name: Type.Optional(nullable(text())),
  airbnbRoomId: Type.Optional(nullable(text())),
  bedCounts: Type.Optional(nullable(writtenBeds)),
})

export type WrittenRoom = Static<typeof writtenRoom>

/** The columns that are told; what is left out is nothing. */
export function columnsOf(room: WrittenRoom) {
  return {
    room_number: room.roomNumber,
    room_type: room.roomType,
    has_private_bathroom: room.hasPrivateBathroom,
    name: room.name ?? null,
    airbnb_room_id: room.airbnbRoomId ?? null,
    bed_counts: keptBeds(room.bedCounts ?? {}),
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
