import { type Insertable, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { ofCaller } from '../agencies/tenant.ts'
import { hotelAccess, type Reached, reach, type Wanted } from '../partners/reach.ts'
import type { HotelsTable } from '../tables.ts'

/**
 * The hotel that a uid of a request names, within reach and not deleted.
 *
 * @throws ApiError ACCESS_DENIED, in a path HOTEL_NOT_FOUND; READ_ONLY_GRANT
 */
export async function reachedHotel(
  ctx: Context,
  text: string,
  wanted: Wanted = {},
): Promise<Reached> {
  return reach(text, { parameter: 'hotelUid', ...wanted }, 'HOTEL_NOT_FOUND', uid =>
    ctx.db
      .selectFrom('hotels as h')
      .select(['h.agency_uid', 'h.uid'])
      .select(sql<Reached['access']>`${hotelAccess(ctx.caller, 'h')}`.as('access'))
      .where(sql<boolean>`${ofCaller(ctx.caller, 'h')}`)
      .where('h.uid', '=', uid)
      .where('h.deleted_at', 'is', null)
      .executeTakeFirst(),
  )
}

/** Stores hotels. */
export async function insertHotels(
  { db }: Pick<Context, 'db'>,
  hotels: Insertable<HotelsTable>[],
): Promise<void> {
  if (hotels.length > 0) await db.insertInto('hotels').values(hotels).execute()
}

/** Says that a hotel changed: `updated_at` becomes the present time, strictly later than it was. */
export async function touchHotel(
  ctx: Context,
  { agency_uid, uid }: { agency_uid: string; uid: string },
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .updateTable('hotels')
    .set({ updated_at: sql`greatest(${now}::timestamptz, updated_at + interval '1 ms')` })
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .execute()
}

/** Keeps the link to the first photo. */
export async function setHotelPicture(
  ctx: Context,
  { agency_uid, uid }: { agency_uid: string; uid: string },
  link: string | null,
): Promise<void> {
  await ctx.db
    .updateTable('hotels')
    .set({ picture_link: link })
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .execute()
}
