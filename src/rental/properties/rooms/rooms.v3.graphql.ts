/** A room on `POST /api/v3.x/graphql`: contract/properties.md §6.6. */
import { sql } from 'kysely'
import { plain, sameRow, type Types, text, word } from '../../../platform/graphql/fields.ts'
import { bedKinds } from './room.ts'

export const roomQueryTypes: Types = {
  Room: {
    uid: word('uid'),
    propertyUid: word('property_uid'),
    roomNumber: plain('room_number'),
    roomType: text('room_type'),
    hasPrivateBathroom: plain('has_private_bathroom'),
    name: text('name'),
    airbnbRoomId: text('airbnb_room_id'),
    bedCounts: sameRow('BedCounts'),
  },
  BedCounts: Object.fromEntries(
    bedKinds.map(kind => [
      kind,
      plain(room => sql`coalesce(${room('bed_counts')} -> ${sql.lit(kind)}, '0')`),
    ]),
  ),
}
