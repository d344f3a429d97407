import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { AmenitiesTable } from '../../tables.ts'
import { isOwnedBy } from '../property-content/content.ts'
import type { ContentOwner } from '../property-content/require-content-owner.ts'

export type Amenity = Selectable<AmenitiesTable>

/**
 * Inserts amenities and returns the inserted rows. Skips those that the content owner already has.
 */
export async function insertAmenities(
  ctx: Pick<Context, 'db'>,
  amenities: Insertable<AmenitiesTable>[],
): Promise<Amenity[]> {
  if (amenities.length === 0) return []
  return ctx.db
    .insertInto('amenities')
    .values(amenities)
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .execute()
}

/**
 * Deletes the content owner's amenities with one of these codes.
 *
 * @returns number of deleted rows
 */
export async function removeAmenities(
  ctx: Context,
  owner: ContentOwner,
  codes: string[],
): Promise<number> {
  if (codes.length === 0) return 0
  const { numDeletedRows } = await ctx.db
    .deleteFrom('amenities as c')
    .where(sql<boolean>`${isOwnedBy('c', owner)}`)
    .where('c.amenity', 'in', codes)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
