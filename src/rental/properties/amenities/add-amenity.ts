import type { Context } from '../../../context.ts'
import { newUid } from '../../../platform/uid.ts'
import { addContentOnce } from '../property-content/content.ts'
import type { ContentHolder } from '../property-content/reached-content-holder.ts'
import { type Amenity, insertAmenities } from './amenities.ts'

export interface NewAmenity {
  amenity: string
  description?: string | null
  price?: number | null
}

/**
 * Adds an amenity to what a property or hotel shows.
 *
 * @throws ApiError ALREADY_EXISTS when it has one of that code
 */
export async function addAmenity(
  ctx: Context,
  holder: ContentHolder,
  { amenity, description = null, price = null }: NewAmenity,
): Promise<Amenity> {
  const row = {
    ...holder,
    uid: newUid(ctx.clock.now().getTime()),
    amenity,
    description,
    price: price === null ? null : String(price),
    created_at: ctx.clock.now(),
  }
  const insert = (ctx: Context) => insertAmenities(ctx, [row])
  return addContentOnce(
    ctx,
    { table: 'amenities', holder },
    insert,
    other => other.amenity === amenity,
  )
}
