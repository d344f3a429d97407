/** Unit on the wire: contract/properties.md §7.1. Times are UTC. */
import type { Static } from 'typebox'
import { utcText } from '../../../platform/dates/dates.ts'
import { bool, shape, text, uid, utcDateTime } from '../../../platform/rest/fields.ts'

export const unit = shape('Unit', {
  uid: uid(),
  unitTypeUid: uid(),
  hotelUid: uid(),
  name: text(),
  createdAt: utcDateTime(),
  updatedAt: utcDateTime(),
  active: bool(),
})

/** Unit and the hotel of its unit type. */
export interface UnitRow {
  agency_uid: string
  uid: string
  property_uid: string
  hotel_uid: string
  name: string
  is_active: boolean
  created_at: Date
  updated_at: Date
}

export function presentUnit(row: UnitRow): Static<typeof unit> {
  return {
    uid: row.uid,
    unitTypeUid: row.property_uid,
    hotelUid: row.hotel_uid,
    name: row.name,
    createdAt: utcText(row.created_at),
    updatedAt: utcText(row.updated_at),
    active: row.is_active,
  }
}
