import type { Context } from '../../../context.ts'
import { insertRow } from '../../../platform/db/rows.ts'
import { newUid } from '../../../platform/uid.ts'
import { writeContent } from '../property-content/content.ts'
import type { ContentOwner } from '../property-content/require-content-owner.ts'
import type { CustomAmenity } from './custom-amenity-shape.ts'

export async function addCustomAmenity(
  ctx: Context,
  owner: ContentOwner,
  name: string,
): Promise<CustomAmenity> {
  const now = ctx.clock.now()
  const row = { ...owner, uid: newUid(now.getTime()), name: name.trim(), created_at: now }
  return (await writeContent(ctx, owner, ctx => insertRow(ctx, 'custom_amenities', row)))!
}
