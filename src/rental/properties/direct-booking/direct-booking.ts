/** Queries for direct booking: contract/resources.md §7. */

import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { queryTenants } from '../../../platform/db/cluster/topology.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { agencyRow, inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import { isPropertyAccessible } from '../../access/partners/access-scope.sql.ts'
import type {
  DirectBookingPagesTable,
  DirectBookingSitesTable,
  PropertiesTable,
} from '../../tables.ts'
import type { Property } from '../properties/property.ts'
import { propertyColumns } from '../properties/property-reads.sql.ts'
import { selectBookingPage } from './booking-page.sql.ts'
import type { BookingPage } from './page-url.ts'

type Db = Pick<Context, 'db'>
type Site = Selectable<DirectBookingSitesTable>
type Page = Selectable<DirectBookingPagesTable>

interface PropertyKey {
  agency_uid: string
  uid: string
}

/** Returns the booking page of a property; null unless direct booking is enabled for it. */
export async function findBookingPage(
  { db }: Db,
  property: PropertyKey,
): Promise<BookingPage | null> {
  const p = agencyRow('p', sql`${property.agency_uid}::uuid`)
  const { rows } = await sql<{ page: BookingPage | null }>`
    select ${selectBookingPage(p)} as page from properties p
    where p.agency_uid = ${property.agency_uid} and p.uid = ${property.uid}`.execute(db)
  return rows[0]?.page ?? null
}

const pageColumns = [
  ...(['agency_uid', 'uid', 'name', 'city', 'state', 'country_code', 'time_zone'] as const),
  ...(['bedrooms', 'beds', 'bathrooms', 'max_guests', 'minimum_stay'] as const),
  ...(['check_in_time_start', 'check_out_time'] as const),
]

/** Property with its enabled booking page, as anonymous visitors see it. */
export type PageProperty = Pick<Selectable<PropertiesTable>, (typeof pageColumns)[number]> & {
  agency_name: string
  agency_website: string | null
  page: BookingPage
}

/**
 * Finds the property of a booking page for anonymous visitors, among all agencies; undefined unless
 * direct booking is enabled for it.
 *
 * @throws if it is not found and a node of the cluster is unavailable
 */
export async function findPagePropertyUnscoped(
  { db }: Db,
  uid: string,
): Promise<PageProperty | undefined> {
  const { rows: tenants, missing: unavailable } = await queryTenants(
    db,
    inTenant => sql<{ agency_uid: string }>`/* every tenant */
      select d.agency_uid from direct_booking_pages d
      where ${inTenant('d')} and d.property_uid = ${uid}`,
  )
  const [tenant] = tenants
  if (!tenant && unavailable) throw unavailable
  if (!tenant) return undefined
  const p = agencyRow('p', sql`${tenant.agency_uid}::uuid`)
  const { rows } = await sql<PageProperty>`
    select ${sql.join(pageColumns.map(column => sql.ref(`p.${column}`)))}, a.name as agency_name,
      a.website as agency_website, ${selectBookingPage(p)} as page
    from properties p join agencies a on a.agency_uid = p.agency_uid
    where p.agency_uid = ${tenant.agency_uid} and p.uid = ${uid}
      and a.disabled_at is null`.execute(db)
  const [property] = rows
  return property?.page ? property : undefined
}

/** Finds the direct booking settings of an agency; undefined if it has none. */
export async function findSite({ db }: Db, agencyUid: string): Promise<Site | undefined> {
  return db
    .selectFrom('direct_booking_sites')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .executeTakeFirst()
}

/** Lists the featured properties in the caller's access scope, in display order. */
export async function listFeatured(ctx: Context, agencyUid: string): Promise<Property[]> {
  const p = agencyRow('p', sql`${agencyUid}::uuid`)
  const { rows } = await sql<Property>`select ${propertyColumns(p)} ${fromFeatured(ctx, agencyUid)}
    order by f.position`.execute(ctx.db)
  return rows
}

/** Lists the uids of the featured properties in the caller's access scope, in display order. */
export async function listFeaturedUids(ctx: Context, agencyUid: string): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`select p.uid ${fromFeatured(ctx, agencyUid)}
    order by f.position`.execute(ctx.db)
  return rows.map(({ uid }) => uid)
}

function fromFeatured({ caller }: Context, agencyUid: string): Sql {
  return sql`from featured_properties f
    join properties p on p.agency_uid = ${agencyUid} and p.uid = f.property_uid
      and p.deleted_at is null
    where f.agency_uid = ${agencyUid} and ${inCallerTenant(caller, 'f')}
      and ${isPropertyAccessible(caller, 'p')}`
}

/** Finds the name of an existing property with its page settings: null if none are stored. */
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

/** Returns a map from slug to the uid of the property that has it, for these slugs of an agency. */
export async function mapSlugsToProperties(
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
