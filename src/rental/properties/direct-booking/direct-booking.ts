/** What of an agency and its properties is booked directly: contract/resources.md §7. */

import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { askReachable } from '../../../platform/db/citus/reachable-rows.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { ofCaller, rowOfAgency } from '../../access/agencies/tenant.sql.ts'
import { isReached } from '../../access/partners/reach.sql.ts'
import type {
  DirectBookingPagesTable,
  DirectBookingSitesTable,
  PropertiesTable,
} from '../../tables.ts'
import type { Property } from '../properties/property.ts'
import { propertyColumns } from '../properties/property-reads.sql.ts'
import { bookingPageOf } from './booking-page.sql.ts'
import type { BookingPage } from './page-url.ts'

type Db = Pick<Context, 'db'>
type Site = Selectable<DirectBookingSitesTable>
type Page = Selectable<DirectBookingPagesTable>

interface PropertyKey {
  agency_uid: string
  uid: string
}

/** The page of a property; null unless it is booked directly now. */
export async function findBookingPage(
  { db }: Db,
  property: PropertyKey,
): Promise<BookingPage | null> {
  const p = rowOfAgency('p', sql`${property.agency_uid}::uuid`)
  const { rows } = await sql<{ page: BookingPage | null }>`
    select ${bookingPageOf(p)} as page from properties p
    where p.agency_uid = ${property.agency_uid} and p.uid = ${property.uid}`.execute(db)
  return rows[0]?.page ?? null
}

const shownColumns = [
  ...(['agency_uid', 'uid', 'name', 'city', 'state', 'country_code', 'time_zone'] as const),
  ...(['bedrooms', 'beds', 'bathrooms', 'max_guests', 'minimum_stay'] as const),
  ...(['check_in_time_start', 'check_out_time'] as const),
]

/** A property that is booked directly now, with its page. */
export type PageProperty = Pick<Selectable<PropertiesTable>, (typeof shownColumns)[number]> & {
  agency_name: string
  agency_website: string | null
  page: BookingPage
}

/** The property of a page; undefined unless it is booked directly now. */
export async function findPagePropertyUnscoped(
  { db }: Pick<Context, 'db'>,
  uid: string,
): Promise<PageProperty | undefined> {
  const { rows: found, missing } = await askReachable(
    db as never,
    of => sql<{ agency_uid: string }>`/* every tenant */
      select d.agency_uid from direct_booking_pages d where ${of('d')} and d.property_uid = ${uid}`,
  )
  const [place] = found
  if (!place && missing) throw missing
  if (!place) return undefined
  const p = rowOfAgency('p', sql`${place.agency_uid}::uuid`)
  const { rows } = await sql<PageProperty>`
    select ${sql.join(shownColumns.map(column => sql.ref(`p.${column}`)))}, a.name as agency_name,
      a.website as agency_website, ${bookingPageOf(p)} as page
    from properties p join agencies a on a.agency_uid = p.agency_uid
    where p.agency_uid = ${place.agency_uid} and p.uid = ${uid}`.execute(db)
  const [property] = rows
  return property?.page ? property : undefined
}

/** What an agency says of direct booking; undefined: nothing yet. */
export async function findSite({ db }: Db, agencyUid: string): Promise<Site | undefined> {
  return db
    .selectFrom('direct_booking_sites')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .executeTakeFirst()
}

/** The featured properties within reach as clients see them, in their order. */
export async function listFeatured(ctx: Context, agencyUid: string): Promise<Property[]> {
  const p = rowOfAgency('p', sql`${agencyUid}::uuid`)
  const { rows } = await sql<Property>`select ${propertyColumns(p)} ${fromFeatured(ctx, agencyUid)}
    order by f.position`.execute(ctx.db)
  return rows
}

/** Their uids. */
export async function listFeaturedUids(ctx: Context, agencyUid: string): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`select p.uid ${fromFeatured(ctx, agencyUid)}
    order by f.position`.execute(ctx.db)
  return rows.map(({ uid }) => uid)
}

function fromFeatured({ caller }: Context, agencyUid: string): Sql {
  return sql`from featured_properties f
    join properties p on p.agency_uid = ${agencyUid} and p.uid = f.property_uid
      and p.deleted_at is null
    where f.agency_uid = ${agencyUid} and ${ofCaller(caller, 'f')} and ${isReached(caller, 'p')}`
}

/** What is stored of a property's page, with the property's name. */
export async function findPage(
  { db }: Db,
  property: PropertyKey,
): Promise<{ name: string } & Partial<Pick<Page, 'is_enabled' | 'slug'>>> {
  const { rows } = await sql<{ name: string } & Partial<Page>>`
    select p.name, d.is_enabled, d.slug from properties p
    left join direct_booking_pages d on d.agency_uid = ${property.agency_uid}
      and d.property_uid = p.uid
    where p.agency_uid = ${property.agency_uid} and p.uid = ${property.uid}`.execute(db)
  return rows[0]!
}

/** Who of an agency has one of some slugs, property by slug. */
export async function listSlugHolders(
  { db }: Db,
  agencyUid: string,
  slugs: string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('direct_booking_pages')
    .select(['slug', 'property_uid'])
    .where('agency_uid', '=', agencyUid)
    .where('slug', '=', sql<string>`any(${slugs}::text[])`)
    .execute()
  return new Map(rows.map(({ slug, property_uid }) => [slug, property_uid]))
}
