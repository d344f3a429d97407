/** Keys of v2's amenities object: contract/amenities.md §2. */
import { propertyRuleCodes } from '../property-rules/property-rule.ts'
import { amenityCodes, formerCodes } from './amenity.ts'

/**
 * Keys that are not the camel case of their codes. `hasShardedDryer` is misspelt in the contract,
 * too.
 */
const unusualKeys: Readonly<Record<string, string>> = {
  HAS_TV: 'hasTV',
  HAS_CABLE_TV: 'hasCableTV',
  HAS_CDDVD_PLAYER: 'hasCDDVDPlayer',
  IS_LAKEFRONT: 'isLakeFront',
  HAS_SHARED_DRYER: 'hasShardedDryer',
}

/** Key of each amenity and rule, by code. */
export const legacyKeys: ReadonlyMap<string, string> = new Map(
  [...amenityCodes, ...propertyRuleCodes].map(code => [code, legacyKey(code)]),
)

const keysInUse = new Set([...legacyKeys.values()].map(key => key.toLowerCase()))

/** Deprecated input keys of earlier releases, with their codes. */
export const formerKeys: ReadonlyMap<string, string> = new Map(
  [...Object.entries(formerCodes), ...[...legacyKeys.keys()].map(code => [code, code] as const)]
    .map(([former, code]) => [camelCase(former), code] as const)
    .filter(([key]) => !keysInUse.has(key.toLowerCase())),
)

function legacyKey(code: string): string {
  return unusualKeys[code] ?? camelCase(code)
}

/** Converts a code: HAS_SMART_TV → hasSmartTv. */
function camelCase(code: string): string {
  return code.toLowerCase().replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase())
}
