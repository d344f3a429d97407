import { sql } from 'kysely'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'

/**
 * The page of a property as JSON, its uid, slug and website; null unless it is switched on, the
 * property active, and its agency booked directly.
 */
export function bookingPageOf(property: Row): Sql {
  return sql`(select json_build_object(
      'propertyUid', bp.property_uid, 'slug', bp.slug, 'website', bs.website)
    from direct_booking_pages bp
    join direct_booking_sites bs on bs.agency_uid = ${property('agency_uid')} and bs.is_enabled
    where bp.agency_uid = ${property('agency_uid')} and bp.property_uid = ${property('uid')}
      and bp.is_enabled and ${property('is_active')} and ${property('deleted_at')} is null)`
}
