import type { Selectable } from 'kysely'
import type { Context } from '../../../context.ts'
import { deleteRow, updateRow } from '../../../platform/db/rows.ts'
import type { CustomAmenitiesTable } from '../../tables.ts'

export type CustomAmenity = Selectable<CustomAmenitiesTable>

/** Writes a custom amenity's changed columns; undefined when it has gone meanwhile. */
export async function updateCustomAmenity(
  ctx: Context,
  amenity: CustomAmenity,
  changes: Partial<CustomAmenity>,
): Promise<CustomAmenity | undefined> {
  return updateRow(ctx, 'custom_amenities', amenity, changes)
}

/** Deletes a custom amenity; undefined when it has gone already. */
export async function deleteCustomAmenityRow(
  ctx: Context,
  amenity: CustomAmenity,
): Promise<CustomAmenity | undefined> {
  return deleteRow(ctx, 'custom_amenities', amenity)
}
