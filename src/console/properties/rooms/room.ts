/** Room in the form. */
import type { BodyOf } from '../../api/response-types.ts'

export type Room = BodyOf<'PUT /rooms-bulk'>['rooms'][number]

/** Room with an identity in the form. */
export interface KeyedRoom extends Room {
  key: string
}
