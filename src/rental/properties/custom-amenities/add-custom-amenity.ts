import type { Context } from '../../../context.ts'
import { insertRow } from '../../../platform/db/rows.ts'
import { newUid } from '../../../platform/uid.ts'
import { writeContent } from '../property-content/content.ts'
import type { ContentHolder } from '../property-content/reached-content-holder.ts'
import type { CustomAmenity } from './custom-amenities.ts'

/** Adds an amenity of the agency's own words to what a property or hotel shows. */
export async function addCustomAmenity(
  ctx: Context,
  holder: ContentHolder,
  name: string,
): Promise<CustomAmenity> {
  const now = ctx.clock.now()
  const row = { ...holder, uid: newUid(now.getTime()), name: name.trim(), created_at: now }
  return (await writeContent(ctx, holder, ctx => insertRow(ctx, 'custom_amenities', row)))!
}
