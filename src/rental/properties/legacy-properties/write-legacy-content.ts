import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import type { Context } from '../../../context.ts'
import { nullable, Type, url } from '../../../platform/rest/fields.ts'
import {
  changeLegacyRules,
  legacyRulesInput,
} from '../../prices/pricing-rules/change-legacy-rules.ts'
import { changeBedTypes } from '../bed-types/change-bed-types.ts'
import { toContentOwner } from '../property-content/require-content-owner.ts'
import { allBeds, normalizeBeds } from '../rooms/room.ts'
import { bedCountsInput } from '../rooms/room-shape.ts'
import { changeFirstPhoto } from './change-first-photo.ts'

/** Keys of v2's flat property that also have routes of their own. */
export const legacyContent = {
  bedTypes: Type.Optional(nullable(bedCountsInput)),
  pricingRules: Type.Optional(nullable(legacyRulesInput)),
  picture: Type.Optional(nullable(url({ orEmpty: true }))),
}

/**
 * Writes the beds, pricing rules and first photo in a v2 body (contract/properties.md §5.2). Skips
 * values that equal the response in `current`: beds of several rooms are returned as one sum.
 *
 * @throws ApiError STATE_CONFLICT for beds of a property with rooms of its own,
 *   PAYLOAD_RULE_VIOLATION if it has the maximum number of photos
 */
export async function writeLegacyContent(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  body: Static<ReturnType<typeof Type.Object<typeof legacyContent>>>,
  current: Record<string, unknown>,
): Promise<void> {
  const { bedTypes, pricingRules, picture } = body
  if (bedTypes !== undefined && !isDeepStrictEqual(allBeds(bedTypes ?? {}), current.bedTypes)) {
    await changeBedTypes(ctx, property, bedTypes && normalizeBeds(bedTypes))
  }
  if (pricingRules !== undefined) await changeLegacyRules(ctx, property, pricingRules ?? {})
  if (picture && picture !== current.picture) {
    await changeFirstPhoto(ctx, toContentOwner(property), picture)
  }
}
