import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { queryTenants } from '../../../platform/db/cluster/topology.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import {
  type ColumnNames,
  type Row,
  type Sql,
  selectColumns,
} from '../../../platform/graphql/fields.ts'
import type { PhotosTable } from '../../tables.ts'
import { photosFolder } from '../photo-storage/photo-file.ts'
import { isOwnedBy } from '../property-content/content.ts'
import type { ContentOwner } from '../property-content/require-content-owner.ts'
import { filesPath, type ScaledSide } from './photo.ts'

export type Photo = Selectable<PhotosTable>

/**
 * Selects the first photo of a property for GraphQL: at most one row. {@link originalUrl} and
 * {@link scaledUrl} return the URLs of that row.
 */
export function selectFirstPhoto(property: Row, requested: ColumnNames): Sql {
  return sql`select ${selectColumns('ph', requested)} from photos ph
    where ph.agency_uid = ${property('agency_uid')}
    and coalesce(ph.property_uid, ph.hotel_uid) = ${property('uid')}
    order by ph.display_order, ph.uid limit 1`
}

/** Returns the URL of the original image, as SQL. */
export function originalUrl(photo: Row, publicUrl: string): Sql {
  const files = sql.lit(`${publicUrl}${filesPath}`)
  return sql`coalesce(${photo('original_image_url')}, ${files} || ${photo('uid')}::text)`
}

/** Returns the URL of the image scaled to `side` pixels on the longest side, as SQL. */
export function scaledUrl(photo: Row, publicUrl: string, side: ScaledSide): Sql {
  const scaled = sql.lit(`?w=${side}`)
  return sql`${originalUrl(photo, publicUrl)}
    || case when ${photo('original_image_url')} is null then ${scaled} else '' end`
}

/**
 * Returns the number of photos of a content owner, and the greatest `display_order`, −1 if there
 * are none.
 */
export async function countPhotos(
  ctx: Context,
  owner: ContentOwner,
): Promise<{ count: number; lastOrder: number }> {
  return ctx.db
    .selectFrom('photos as c')
    .select(sql<number>`count(*)::integer`.as('count'))
    .select(sql<number>`coalesce(max(c.display_order), -1)`.as('lastOrder'))
    .where(sql<boolean>`${isOwnedBy('c', owner)}`)
    .executeTakeFirstOrThrow()
}

/** Finds the first photo of a content owner in display order. */
export async function findFirstPhoto(
  ctx: Context,
  owner: ContentOwner,
): Promise<Photo | undefined> {
  return ctx.db
    .selectFrom('photos as c')
    .selectAll()
    .where(sql<boolean>`${isOwnedBy('c', owner)}`)
    .orderBy('c.display_order')
    .orderBy('c.uid')
    .executeTakeFirst()
}

/** Numbers photos from 0 in the order of `uids`. Writes only rows whose number changes. */
export async function numberPhotos(
  ctx: Context,
  agencyUid: string,
  uids: readonly string[],
): Promise<void> {
  const numbered = sql`unnest(${uids}::uuid[]) with ordinality as v (uid, ordinal)`
  await sql`update photos p set display_order = v.ordinal - 1, updated_at = ${ctx.clock.now()}
    from ${numbered}
    where p.agency_uid = ${agencyUid} and p.uid = v.uid
      and p.display_order <> v.ordinal - 1`.execute(ctx.db)
}

/** Clears the size of a deleted file. Returns the previous size in bytes. */
export async function clearFileSize(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Photo,
): Promise<number> {
  const { rows } = await sql<{ file_size: number | null }>`select file_size from photos
    where agency_uid = ${agency_uid} and uid = ${uid} for update`.execute(db)
  await sql`update photos set file_size = null
    where agency_uid = ${agency_uid} and uid = ${uid}`.execute(db)
  return rows[0]?.file_size ?? 0
}

/**
 * Stores the size of a photo's file. Returns false if it is known already or the file was replaced.
 */
export async function setFileSize(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<Photo, 'agency_uid' | 'uid'>,
  size: number,
): Promise<boolean> {
  const where = { agency_uid, uid, original_image_url: null, file_size: null }
  return (await updateRows({ db }, 'photos', where, { file_size: size })) > 0
}

/** Lists uploaded photos of all tenants whose file size is unknown. */
export async function listUnmeasuredUnscoped(
  { db }: Pick<Context, 'db'>,
  limit: number,
): Promise<Pick<Photo, 'agency_uid' | 'uid'>[]> {
  const { rows } = await queryTenants(
    db,
    inTenant => sql<Pick<Photo, 'agency_uid' | 'uid'>>`
    /* every tenant */ select agency_uid, uid from photos p
    where ${inTenant('p')} and original_image_url is null and file_size is null
    order by agency_uid, uid limit ${limit}`,
  )
  return rows
}

/** Returns those of the uids that are photos of any tenant. */
export async function listExistingPhotosUnscoped(
  { db }: Pick<Context, 'db'>,
  uids: string[],
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    /* every tenant */ select uid from photos where uid = any(${uids}::uuid[])`.execute(db)
  return rows.map(({ uid }) => uid)
}

/** Query for the blob keys of all uploaded photos of all tenants. */
export const photoFileKeysUnscoped = `/* every tenant */
  select '${photosFolder}/' || uid || '/original' from photos where original_image_url is null`
