import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { type ContentHolder, touchHolder } from '../property-content/reached-content-holder.ts'
import { insertPropertyRules, removePropertyRules } from '../property-rules/property-rules.ts'
import { insertAmenities, removeAmenities } from './amenities.ts'

/** Codes that a property is to have, and codes that it is not. */
export interface LegacyAmenities {
  amenities: { have: string[]; lack: string[] }
  rules: { have: string[]; lack: string[] }
}

/**
 * Gives a property amenities and rules, and takes others away; those that are not named stay, and
 * so does what is said of them (contract/properties.md §5.3).
 */
export async function changeLegacyAmenities(
  ctx: Context,
  holder: ContentHolder,
  { amenities, rules }: LegacyAmenities,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const now = ctx.clock.now()
    const row = () => ({ ...holder, uid: newUid(now.getTime()), created_at: now })
    const given = await insertAmenities(
      ctx,
      amenities.have.map(amenity => ({ ...row(), amenity })),
    )
    const ruled = await insertPropertyRules(
      ctx,
      rules.have.map(rule => ({ ...row(), rule })),
    )
    const taken =
      (await removeAmenities(ctx, holder, amenities.lack)) +
      (await removePropertyRules(ctx, holder, rules.lack))
    if (given.length + ruled.length + taken > 0) await touchHolder(ctx, holder)
  })
}
