/** A custom amenity over the wire, in every version: contract/properties.md §6.4. */
import { shape, text, uid } from '../../../platform/rest/fields.ts'
import type { CustomAmenity } from './custom-amenities.ts'

export const customAmenity = shape('CustomAmenity', { uid: uid(), name: text() })

export function presentCustomAmenity({ uid, name }: CustomAmenity) {
  return { uid, name }
}
