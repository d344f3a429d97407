import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { reachableRows } from '../../../platform/db/citus/reachable-rows.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import { type Asked, columnsOf, type Row, type Sql } from '../../../platform/graphql/fields.ts'
import type { PhotosTable } from '../../tables.ts'
import { isOfHolder } from '../property-content/content.ts'
import type { ContentHolder } from '../property-content/reached-content-holder.ts'
import { filesPath, type ScaledSide } from './photo.ts'
import { photosFolder } from './photo-file.ts'

export type Photo = Selectable<PhotosTable>

/**
 * The first photo of a property for GraphQL, none or one row. Its addresses are
 * {@link originalUrl} and {@link scaledUrl} of that row.
 */
export function firstPhotoOfProperty(property: Row, asked: Asked): Sql {
  return sql`select ${columnsOf('ph', asked)} from photos ph
    where ph.agency_uid = ${property('agency_uid')}
    and coalesce(ph.property_uid, ph.hotel_uid) = ${property('uid')}
    order by ph.display_order, ph.uid limit 1`
}

/** The address of a photo in full, as SQL. */
export function originalUrl(photo: Row, publicUrl: string): Sql {
  const files = sql.lit(`${publicUrl}${filesPath}`)
  return sql`coalesce(${photo('original_image_url')}, ${files} || ${photo('uid')}::text)`
}

/** The address of a photo whose longest side is `side` pixels, as SQL. */
export function scaledUrl(photo: Row, publicUrl: string, side: ScaledSide): Sql {
  const scaled = sql.lit(`?w=${side}`)
  return sql`${originalUrl(photo, publicUrl)}
    || case when ${photo('original_image_url')} is null then ${scaled} else '' end`
}

/** How many photos a holder has, and its last `display_order`, −1 if it has none. */
export async function countPhotos(
  ctx: Context,
  holder: ContentHolder,
): Promise<{ count: number; last: number }> {
  return ctx.db
    .selectFrom('photos as c')
    .select(sql<number>`count(*)::integer`.as('count'))
    .select(sql<number>`coalesce(max(c.display_order), -1)`.as('last'))
    .where(sql<boolean>`${isOfHolder('c', holder)}`)
    .executeTakeFirstOrThrow()
}

/** The first photo of a holder by order. */
export async function findFirstPhoto(
  ctx: Context,
  holder: ContentHolder,
): Promise<Photo | undefined> {
  return ctx.db
    .selectFrom('photos as c')
    .selectAll()
    .where(sql<boolean>`${isOfHolder('c', holder)}`)
    .orderBy('c.display_order')
    .orderBy('c.uid')
    .executeTakeFirst()
}

/** Numbers photos from 0 on in the order of their uids; what has its number is not written. */
export async function numberPhotos(
  ctx: Context,
  agencyUid: string,
  uids: readonly string[],
): Promise<void> {
  const places = sql`unnest(${uids}::uuid[]) with ordinality as v (uid, place)`
  await sql`update photos p set display_order = v.place - 1, updated_at = ${ctx.clock.now()}
    from ${places}
    where p.agency_uid = ${agencyUid} and p.uid = v.uid
      and p.display_order <> v.place - 1`.execute(ctx.db)
}

/** Forgets how large the file of a photo is that is deleted; gives how large it was. */
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

/** Notes how large the file of a photo is; false when that is known, or the file has gone. */
export async function setFileSize(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<Photo, 'agency_uid' | 'uid'>,
  size: number,
): Promise<boolean> {
  const where = { agency_uid, uid, original_image_url: null, file_size: null }
  return (await updateRows({ db }, 'photos', where, { file_size: size })) > 0
}

/** Uploaded photos, of whichever agency, of which it is not known how large they are. */
export async function listUnmeasuredUnscoped(
  { db }: Pick<Context, 'db'>,
  limit: number,
): Promise<Pick<Photo, 'agency_uid' | 'uid'>[]> {
  return reachableRows(
    db as never,
    of => sql<Pick<Photo, 'agency_uid' | 'uid'>>`
    /* every tenant */ select agency_uid, uid from photos p
    where ${of('p')} and original_image_url is null and file_size is null
    order by agency_uid, uid limit ${limit}`,
  )
}

/** Which of some uids are those of photos, of whichever agency. */
export async function listKnownPhotosUnscoped(
  { db }: Pick<Context, 'db'>,
  uids: string[],
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    /* every tenant */ select uid from photos where uid = any(${uids}::uuid[])`.execute(db)
  return rows.map(({ uid }) => uid)
}

/** A query for the keys of the files of all uploaded photos, of whichever agency. */
export const photoFileKeysUnscoped = `/* every tenant */
  select '${photosFolder}/' || uid || '/original' from photos where original_image_url is null`
