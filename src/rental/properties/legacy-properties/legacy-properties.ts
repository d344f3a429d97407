/** Queries for v2's properties. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { inCallerTenant, tenantRow } from '../../access/agencies/tenant.sql.ts'
import { isPropertyAccessible } from '../../access/partners/access-scope.sql.ts'
import { reviewsOfProperty } from '../../operations/reviews/reviews-of-property.sql.ts'
import { selectBookingPage } from '../direct-booking/booking-page.sql.ts'
import { effectiveCurrency } from '../properties/currency.sql.ts'
import { propertyColumns } from '../properties/property-reads.sql.ts'
import { selectListingUrls } from '../property-channel-links/property-channel-links.ts'
import { selectBedCounts } from '../rooms/rooms.ts'
import { type LegacyProperty, pricingRuleColumns } from './legacy-field.ts'

/** Finds an accessible property with the fields of v2, also if it is deleted. */
export async function findLegacyProperty(
  ctx: Context,
  uid: string,
): Promise<LegacyProperty | undefined> {
  const p = tenantRow(ctx.caller, 'p')
  const { rows } = await sql<LegacyProperty>`select ${propertyColumns(p)}, f.token as feed_token,
      ${effectiveCurrency(p)} as effective_currency, ${selectBedCounts(p)} as bed_counts,
      ${selectBookingPage(p)} as booking_page, ${selectListingUrls(p)} as listing_urls,
      ${pricingRules(p)} as pricing_rules, ${reviewsOfProperty(p)} as reviews
    from properties p
    left join calendar_feeds f on f.agency_uid = ${p('agency_uid')} and f.property_uid = p.uid
    where ${inCallerTenant(ctx.caller, 'p')} and p.uid = ${uid}
      and ${isPropertyAccessible(ctx.caller, 'p')}
  `.execute(ctx.db)
  return rows[0]
}

/** Lists the uids of an agency's accessible properties, newest created first. */
export async function listLegacyUids(
  ctx: Context,
  { agencyUid, minimumGuests }: { agencyUid: string; minimumGuests: number | null },
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const minimumCapacity: Sql =
    minimumGuests === null ? sql`` : sql`and p.max_guests >= ${minimumGuests}`
  const { rows } = await sql<{ uid: string }>`select p.uid from properties p
    where p.agency_uid = ${agencyUid} and ${inCallerTenant(ctx.caller, 'p')}
      and ${isPropertyAccessible(ctx.caller, 'p')} and p.deleted_at is null ${minimumCapacity}
    order by p.created_at desc, p.uid desc limit ${limit} offset ${offset}`.execute(ctx.db)
  return rows.map(({ uid }) => uid)
}

const pricingRules = (p: Row) => sql`(select to_json(x) from (
  select ${sql.join(pricingRuleColumns.map(column => sql.ref(`pr.${column}`)))}
  from property_pricing_rules pr
  where pr.agency_uid = ${p('agency_uid')} and pr.property_uid = p.uid) x)`
