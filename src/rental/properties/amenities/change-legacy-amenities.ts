import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import {
  type ContentOwner,
  recordContentUpdate,
} from '../property-content/require-content-owner.ts'
import { insertPropertyRules, removePropertyRules } from '../property-rules/property-rules.ts'
import { insertAmenities, removeAmenities } from './amenities.ts'

/** Codes to add (`have`) and codes to remove (`lack`). */
export interface LegacyAmenities {
  amenities: { have: string[]; lack: string[] }
  rules: { have: string[]; lack: string[] }
}

/**
 * Adds and removes amenities and rules of a property. Other codes and existing descriptions do not
 * change (contract/properties.md §5.3).
 */
export async function changeLegacyAmenities(
  ctx: Context,
  owner: ContentOwner,
  { amenities, rules }: LegacyAmenities,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const now = ctx.clock.now()
    const row = () => ({ ...owner, uid: newUid(now.getTime()), created_at: now })
    const addedAmenities = await insertAmenities(
      ctx,
      amenities.have.map(amenity => ({ ...row(), amenity })),
    )
    const addedRules = await insertPropertyRules(
      ctx,
      rules.have.map(rule => ({ ...row(), rule })),
    )
    const removedCount =
      (await removeAmenities(ctx, owner, amenities.lack)) +
      (await removePropertyRules(ctx, owner, rules.lack))
    if (addedAmenities.length + addedRules.length + removedCount > 0)
      await recordContentUpdate(ctx, owner)
  })
}
