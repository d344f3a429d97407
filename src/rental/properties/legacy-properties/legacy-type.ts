/** v2's words for types of properties: contract/properties.md §5.2. */
import { propertyTypes } from '../properties/property.ts'

const known = propertyTypes.slice(0, 29)

const spellings: Record<string, string> = {
  BEDANDBREAKFAST: 'BED_AND_BREAKFAST',
  GUESTHOUSE: 'GUEST_HOUSE',
  MOTELROOM: 'MOTEL_ROOM',
  COUNTRYHOUSE: 'COUNTRY_HOUSE',
}

const wordOf = new Map<string, string>(known.map(type => [type, spellings[type] ?? type]))
const typeOf = new Map([...wordOf].map(([type, word]) => [word, type]))

export const legacyTypes: readonly string[] = [...typeOf.keys(), 'OTHER']

/** The type in v2's words; all that are younger than v2 are OTHER. */
export function typeWord(type: string | null): string | null {
  return type === null ? null : (wordOf.get(type) ?? 'OTHER')
}

/** The type that one of v2's words means. */
export function propertyTypeOf(word: string | null): string | null {
  return word === null ? null : (typeOf.get(word) ?? 'OTHER')
}
