/** What v2 reads of properties beyond their rows. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { ofCaller, rowOf } from '../../access/agencies/tenant.sql.ts'
import { isReached } from '../../access/partners/reach.sql.ts'
import { reviewsOfProperty } from '../../around/reviews/reviews-of-property.sql.ts'
import { bookingPageOf } from '../direct-booking/booking-page.sql.ts'
import { effectiveCurrency } from '../properties/currency.sql.ts'
import { propertyColumns } from '../properties/property-reads.sql.ts'
import { listingUrlsOf } from '../property-channel-links/property-channel-links.ts'
import { bedCountsOfRooms } from '../rooms/rooms.ts'
import { type LegacyProperty, pricingRuleColumns } from './legacy-field.ts'

/** A property within reach as v2 shows it, also a deleted one. */
export async function findLegacyProperty(
  ctx: Context,
  uid: string,
): Promise<LegacyProperty | undefined> {
  const p = rowOf(ctx.caller, 'p')
  const { rows } = await sql<LegacyProperty>`select ${propertyColumns(p)}, f.token as feed_token,
      ${effectiveCurrency(p)} as effective_currency, ${bedCountsOfRooms(p)} as bed_counts,
      ${bookingPageOf(p)} as booking_page, ${listingUrlsOf(p)} as listing_urls,
      ${pricingRules(p)} as pricing_rules, ${reviewsOfProperty(p)} as reviews
    from properties p
    left join calendar_feeds f on f.agency_uid = ${p('agency_uid')} and f.property_uid = p.uid
    where ${ofCaller(ctx.caller, 'p')} and p.uid = ${uid} and ${isReached(ctx.caller, 'p')}
  `.execute(ctx.db)
  return rows[0]
}

/** Uids of an agency's properties within reach, newest created first. */
export async function listLegacyUids(
  ctx: Context,
  { agencyUid, minimumGuests }: { agencyUid: string; minimumGuests: number | null },
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const roomy: Sql = minimumGuests === null ? sql`` : sql`and p.max_guests >= ${minimumGuests}`
  const { rows } = await sql<{ uid: string }>`select p.uid from properties p
    where p.agency_uid = ${agencyUid} and ${ofCaller(ctx.caller, 'p')}
      and ${isReached(ctx.caller, 'p')} and p.deleted_at is null ${roomy}
    order by p.created_at desc, p.uid desc limit ${limit} offset ${offset}`.execute(ctx.db)
  return rows.map(({ uid }) => uid)
}

const pricingRules = (p: Row) => sql`(select to_json(x) from (
  select ${sql.join(pricingRuleColumns.map(column => sql.ref(`pr.${column}`)))}
  from property_pricing_rules pr
  where pr.agency_uid = ${p('agency_uid')} and pr.property_uid = p.uid) x)`
