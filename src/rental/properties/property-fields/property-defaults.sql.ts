import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { findAgency } from '../../access/agencies/agencies.ts'
import type { PropertyRow } from '../properties/property.ts'
import { defaultColumns } from '../properties/property-shape.ts'

/**
 * Returns the default columns of a property: those of contract/properties.md §2.2, of its agency
 * and, for a unit type, of its hotel (§7.2).
 */
export async function findPropertyDefaults(
  ctx: Context,
  { agency_uid, hotel_uid }: { agency_uid: string; hotel_uid: string | null },
): Promise<Partial<PropertyRow>> {
  const agency = (await findAgency(ctx, agency_uid))!
  const defaults = defaultColumns(agency)
  return hotel_uid === null
    ? defaults
    : { ...defaults, ...(await findHotelDefaults(ctx, agency_uid, hotel_uid)) }
}

async function findHotelDefaults(
  ctx: Context,
  agencyUid: string,
  hotelUid: string,
): Promise<Partial<PropertyRow>> {
  const { rows } = await sql<Partial<PropertyRow>>`
    select h.address, h.address2, h.city, h.state, h.zip_code, h.country_code, h.latitude,
      h.longitude, h.time_zone, h.currency, coalesce(h.property_type, 'HOUSE') as property_type
    from hotels h where h.agency_uid = ${agencyUid} and h.uid = ${hotelUid}`.execute(ctx.db)
  return rows[0]!
}
