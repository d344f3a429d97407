import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/monotonic-timestamp.ts'
import {
  after,
  orderBy,
  type PageRequest,
  type SortOrder,
} from '../../../platform/db/pagination.ts'
import { updateRow } from '../../../platform/db/rows.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import {
  type AccessibleRow,
  hotelAccess,
  isHotelAccessible,
  type RequiredAccess,
  requireAccess,
} from '../../access/partners/access-scope.sql.ts'
import type { Hotel, HotelColumns } from './hotel.ts'

/**
 * Returns the hotel with this uid if the caller may access it and it is not deleted.
 *
 * @throws ApiError ACCESS_DENIED, in a path HOTEL_NOT_FOUND; READ_ONLY_GRANT
 */
export async function requireHotel(
  ctx: Context,
  uidText: string,
  options: RequiredAccess = {},
): Promise<AccessibleRow> {
  return requireAccess(uidText, { parameter: 'hotelUid', ...options }, 'HOTEL_NOT_FOUND', uid =>
    ctx.db
      .selectFrom('hotels as h')
      .select(['h.agency_uid', 'h.uid'])
      .select(sql<AccessibleRow['access']>`${hotelAccess(ctx.caller, 'h')}`.as('access'))
      .where(sql<boolean>`${inCallerTenant(ctx.caller, 'h')}`)
      .where('h.uid', '=', uid)
      .where('h.deleted_at', 'is', null)
      .executeTakeFirst(),
  )
}

export interface HotelFilters {
  agencyUid: string
  updatedSince?: Date | undefined
}

/** Lists a page of hotels in the caller's access scope, plus one row if there is a next page. */
export async function listHotels(
  ctx: Context,
  filters: HotelFilters,
  sort: SortOrder,
  { limit, cursor }: PageRequest,
): Promise<Hotel[]> {
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(sort, 'h', cursor.k)}`
  const { rows } = await sql<Hotel>`select ${columns(filters.agencyUid)}
    ${fromAccessible(ctx, filters)} and h.deleted_at is null ${afterKey}
    order by ${orderBy(sort, 'h')} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}`.execute(ctx.db)
  return rows
}

export async function countHotels(ctx: Context, filters: HotelFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    ${fromAccessible(ctx, filters)} and h.deleted_at is null`.execute(ctx.db)
  return rows[0]!.count
}

/** Lists the uids of accessible hotels that were deleted since an instant, newest first. */
export async function listDeletedHotels(
  ctx: Context,
  { agencyUid }: HotelFilters,
  since: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`select h.uid ${fromAccessible(ctx, { agencyUid })}
    and h.deleted_at >= ${since} order by h.deleted_at desc, h.uid desc
    limit ${limit}`.execute(ctx.db)
  return rows.map(({ uid }) => uid)
}

/** Finds a hotel. The caller's access has been checked before. */
export async function findHotel(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: { agency_uid: string; uid: string },
): Promise<Hotel | undefined> {
  const { rows } = await sql<Hotel>`select ${columns(agency_uid)} from hotels h
    where h.agency_uid = ${agency_uid} and h.uid = ${uid} and h.deleted_at is null`.execute(db)
  return rows[0]
}

/** Locks a hotel against changes of it and of its unit types. Returns false if it is deleted. */
export async function lockHotel(
  { db }: Context,
  { agency_uid, uid }: { agency_uid: string; uid: string },
): Promise<boolean> {
  const locked = await db
    .selectFrom('hotels')
    .select('uid')
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .execute()
  return locked.length > 0
}

/** Updates columns of a hotel. `updated_at` becomes the current time, but later than before. */
export async function updateHotel(
  ctx: Context,
  hotel: { agency_uid: string; uid: string },
  changes: Partial<HotelColumns>,
): Promise<void> {
  await updateRow(ctx, 'hotels', hotel, { ...changes, updated_at: laterThan(ctx) })
}

function columns(agencyUid: string): Sql {
  const unitTypes = sql`from properties t where t.agency_uid = ${agencyUid}
    and t.hotel_uid = h.uid and t.deleted_at is null`
  return sql`h.*, exists (select 1 ${unitTypes} and t.is_active) as is_active,
    array(select t.uid ${unitTypes} order by t.created_at, t.uid) as unit_types_uids`
}

function fromAccessible({ caller }: Context, { agencyUid, updatedSince }: HotelFilters): Sql {
  const isUpdatedSince =
    updatedSince === undefined ? sql`` : sql`and h.updated_at >= ${updatedSince}`
  return sql`from hotels h where h.agency_uid = ${agencyUid} and ${isHotelAccessible(caller, 'h')}
    ${isUpdatedSince}`
}

/** Stores the link to the first photo. */
export async function setHotelPicture(
  ctx: Context,
  hotel: { agency_uid: string; uid: string },
  link: string | null,
): Promise<void> {
  await updateRow(ctx, 'hotels', hotel, { picture_link: link })
}
