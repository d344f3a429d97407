/** A custom amenity over the wire, in every version: contract/properties.md §6.4. */
import { Type, text, uid } from '../../../platform/rest/fields.ts'
import type { CustomAmenity } from './custom-amenities.ts'

export const customAmenity = Type.Object({ uid: uid(), name: text() })

export function presentCustomAmenity({ uid, name }: CustomAmenity) {
  return { uid, name }
}
