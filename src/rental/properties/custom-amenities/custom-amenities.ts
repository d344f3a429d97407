import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../../context.ts'
import type { CustomAmenitiesTable } from '../../tables.ts'

export type CustomAmenity = Selectable<CustomAmenitiesTable>

export async function insertCustomAmenity(
  { db }: Pick<Context, 'db'>,
  amenity: Insertable<CustomAmenitiesTable>,
): Promise<CustomAmenity> {
  return db.insertInto('custom_amenities').values(amenity).returningAll().executeTakeFirstOrThrow()
}

/** Stores custom amenities of many holders. */
export async function insertCustomAmenities(
  { db }: Pick<Context, 'db'>,
  amenities: Insertable<CustomAmenitiesTable>[],
): Promise<void> {
  if (amenities.length > 0) await db.insertInto('custom_amenities').values(amenities).execute()
}

/** Writes a custom amenity's changed columns; undefined when it has gone meanwhile. */
export async function updateCustomAmenity(
  { db }: Context,
  { agency_uid, uid }: CustomAmenity,
  changes: Partial<CustomAmenity>,
): Promise<CustomAmenity | undefined> {
  return db
    .updateTable('custom_amenities')
    .set(changes)
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes a custom amenity; undefined when it has gone already. */
export async function removeCustomAmenity(
  { db }: Context,
  { agency_uid, uid }: CustomAmenity,
): Promise<CustomAmenity | undefined> {
  return db
    .deleteFrom('custom_amenities')
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .returningAll()
    .executeTakeFirst()
}
