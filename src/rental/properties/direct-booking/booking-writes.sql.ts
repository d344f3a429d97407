/** Writes to the direct booking tables: contract/resources.md §7. */
import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { deleteRows, insertRows } from '../../../platform/db/rows.ts'
import type { DirectBookingPagesTable, DirectBookingSitesTable } from '../../tables.ts'

type Db = Pick<Context, 'db'>

export async function upsertSites(
  { db }: Db,
  rows: Insertable<DirectBookingSitesTable>[],
): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('direct_booking_sites')
    .values(rows)
    .onConflict(on =>
      on.column('agency_uid').doUpdateSet({
        is_enabled: sql`excluded.is_enabled`,
        website: sql`excluded.website`,
        updated_at: sql`excluded.updated_at`,
      }),
    )
    .execute()
}

export async function upsertPages(
  { db }: Db,
  rows: Insertable<DirectBookingPagesTable>[],
): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('direct_booking_pages')
    .values(rows)
    .onConflict(on =>
      on.columns(['agency_uid', 'property_uid']).doUpdateSet({
        is_enabled: sql`excluded.is_enabled`,
        slug: sql`excluded.slug`,
        updated_at: sql`excluded.updated_at`,
      }),
    )
    .execute()
}

/**
 * Deletes pages of deleted properties that use one of these slugs, so the slugs can be used again.
 */
export async function releaseSlugs({ db }: Db, agencyUid: string, slugs: string[]): Promise<void> {
  await sql`delete from direct_booking_pages d
    where d.agency_uid = ${agencyUid} and d.slug = any(${slugs}::text[]) and exists (
      select 1 from properties p where p.agency_uid = ${agencyUid} and p.uid = d.property_uid
        and p.deleted_at is not null)`.execute(db)
}

/** Replaces an agency's featured properties, in this order. */
export async function replaceFeatured(
  { db }: Db,
  agencyUid: string,
  propertyUids: string[],
): Promise<void> {
  await deleteRows({ db }, 'featured_properties', { agency_uid: agencyUid })
  const rows = propertyUids.map((property_uid, position) => ({
    agency_uid: agencyUid,
    property_uid,
    position,
  }))
  await insertRows({ db }, 'featured_properties', rows)
}
