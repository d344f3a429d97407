import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import type { Context } from '../../../context.ts'
import { nullable, Type, url } from '../../../platform/rest/fields.ts'
import {
  changeLegacyRules,
  writtenLegacyRules,
} from '../../prices/pricing-rules/change-legacy-rules.ts'
import { changeBedTypes } from '../bed-types/change-bed-types.ts'
import { holderOf } from '../property-content/reached-content-holder.ts'
import { allBeds, keptBeds } from '../rooms/room.ts'
import { writtenBeds } from '../rooms/room-shape.ts'
import { changeFirstPhoto } from './change-first-photo.ts'

/** The keys of v2's flat property that have routes of their own, too. */
export const legacyContent = {
  bedTypes: Type.Optional(nullable(writtenBeds)),
  pricingRules: Type.Optional(nullable(writtenLegacyRules)),
  picture: Type.Optional(nullable(url({ orEmpty: true }))),
}

/**
 * Writes beds, pricing rules and the first photo of a property as v2's flat object tells them
 * (contract/properties.md §5.2). What says what v2 shows already, `seen`, is left alone: beds in
 * several rooms come back as one sum.
 *
 * @throws ApiError STATE_CONFLICT for beds of a property with rooms of its own,
 *   PAYLOAD_RULE_VIOLATION when it has all the photos it may have
 */
export async function writeLegacyContent(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  body: Static<ReturnType<typeof Type.Object<typeof legacyContent>>>,
  seen: Record<string, unknown>,
): Promise<void> {
  const { bedTypes, pricingRules, picture } = body
  if (bedTypes !== undefined && !isDeepStrictEqual(allBeds(bedTypes ?? {}), seen.bedTypes)) {
    await changeBedTypes(ctx, property, bedTypes && keptBeds(bedTypes))
  }
  if (pricingRules !== undefined) await changeLegacyRules(ctx, property, pricingRules ?? {})
  if (picture && picture !== seen.picture) {
    await changeFirstPhoto(ctx, holderOf(property), picture)
  }
}
