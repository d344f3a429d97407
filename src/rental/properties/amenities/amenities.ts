import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { AmenitiesTable } from '../../tables.ts'
import { isOfHolder } from '../property-content/content.ts'
import type { ContentHolder } from '../property-content/reached-content-holder.ts'

export type Amenity = Selectable<AmenitiesTable>

/** Stores amenities that their holder does not have yet, and gives those. */
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

/** Deletes the amenities of a holder that have one of these codes. @returns how many it had */
export async function removeAmenities(
  ctx: Context,
  holder: ContentHolder,
  codes: string[],
): Promise<number> {
  if (codes.length === 0) return 0
  const { numDeletedRows } = await ctx.db
    .deleteFrom('amenities as c')
    .where(sql<boolean>`${isOfHolder('c', holder)}`)
    .where('c.amenity', 'in', codes)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
