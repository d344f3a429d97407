/** Room on `POST /api/v3.x/graphql`: contract/properties.md §6.6. */
import { sql } from 'kysely'
import {
  literal,
  nullableText,
  sameRow,
  type Types,
  unescaped,
} from '../../../platform/graphql/fields.ts'
import { bedKinds } from './room.ts'

export const roomQueryTypes: Types = {
  Room: {
    uid: unescaped('uid'),
    propertyUid: unescaped('property_uid'),
    roomNumber: literal('room_number'),
    roomType: nullableText('room_type'),
    hasPrivateBathroom: literal('has_private_bathroom'),
    name: nullableText('name'),
    airbnbRoomId: nullableText('airbnb_room_id'),
    bedCounts: sameRow('BedCounts'),
  },
  BedCounts: Object.fromEntries(
    bedKinds.map(kind => [
      kind,
      literal(room => sql`coalesce(${room('bed_counts')} -> ${sql.lit(kind)}, '0')`),
    ]),
  ),
}
