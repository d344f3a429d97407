import { sql } from 'kysely'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'

/**
 * Returns the booking page of a property as JSON: uid, slug and website. Null unless the page is
 * enabled, the property active and direct booking enabled for the agency.
 */
export function selectBookingPage(property: Row): Sql {
  return sql`(select json_build_object(
      'propertyUid', bp.property_uid, 'slug', bp.slug, 'website', bs.website)
    from direct_booking_pages bp
    join direct_booking_sites bs on bs.agency_uid = ${property('agency_uid')} and bs.is_enabled
    where bp.agency_uid = ${property('agency_uid')} and bp.property_uid = ${property('uid')}
      and bp.is_enabled and ${property('is_active')} and ${property('deleted_at')} is null)`
}
