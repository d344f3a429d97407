/** Custom amenity on the wire, in every version: contract/properties.md §6.4. */
import type { Selectable } from 'kysely'
import { shape, text, uid } from '../../../platform/rest/fields.ts'
import type { CustomAmenitiesTable } from '../../tables.ts'

export type CustomAmenity = Selectable<CustomAmenitiesTable>

export const customAmenity = shape('CustomAmenity', { uid: uid(), name: text() })

export function presentCustomAmenity({ uid, name }: CustomAmenity) {
  return { uid, name }
}
