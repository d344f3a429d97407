/** Property types of v2: contract/properties.md §5.2. */
import { propertyTypes } from '../properties/property.ts'

const typesOfV2 = propertyTypes.slice(0, 29)

const spellings: Record<string, string> = {
  BEDANDBREAKFAST: 'BED_AND_BREAKFAST',
  GUESTHOUSE: 'GUEST_HOUSE',
  MOTELROOM: 'MOTEL_ROOM',
  COUNTRYHOUSE: 'COUNTRY_HOUSE',
}

const legacyTypeByType = new Map<string, string>(
  typesOfV2.map(type => [type, spellings[type] ?? type]),
)
const typeByLegacyType = new Map(
  [...legacyTypeByType].map(([type, legacyType]) => [legacyType, type]),
)

export const legacyTypes: readonly string[] = [...typeByLegacyType.keys(), 'OTHER']

/** Returns the v2 name of a type. Types that v2 does not know are OTHER. */
export function toLegacyType(type: string | null): string | null {
  return type === null ? null : (legacyTypeByType.get(type) ?? 'OTHER')
}

/** Returns the type for a v2 name. */
export function fromLegacyType(legacyType: string | null): string | null {
  return legacyType === null ? null : (typeByLegacyType.get(legacyType) ?? 'OTHER')
}
