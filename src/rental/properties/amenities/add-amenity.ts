import type { Context } from '../../../context.ts'
import { newUid } from '../../../platform/uid.ts'
import { addContentOnce } from '../property-content/content.ts'
import type { ContentOwner } from '../property-content/require-content-owner.ts'
import { type Amenity, insertAmenities } from './amenities.ts'

export interface NewAmenity {
  amenity: string
  description?: string | null
  price?: number | null
}

/**
 * Adds an amenity to a property or hotel.
 *
 * @throws ApiError ALREADY_EXISTS if the content owner has an amenity with this code
 */
export async function addAmenity(
  ctx: Context,
  owner: ContentOwner,
  { amenity, description = null, price = null }: NewAmenity,
): Promise<Amenity> {
  const row = {
    ...owner,
    uid: newUid(ctx.clock.now().getTime()),
    amenity,
    description,
    price: price === null ? null : String(price),
    created_at: ctx.clock.now(),
  }
  const insert = (ctx: Context) => insertAmenities(ctx, [row])
  return addContentOnce(
    ctx,
    { table: 'amenities', owner },
    insert,
    other => other.amenity === amenity,
  )
}
