import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/monotonic-timestamp.ts'
import {
  after,
  orderBy,
  type PageRequest,
  type SortOrder,
} from '../../../platform/db/pagination.ts'
import { insertRow, updateRowOrThrow } from '../../../platform/db/rows.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { agencyOf, inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import {
  type AccessibleRow,
  isPropertyAccessible,
  propertyAccess,
  type RequiredAccess,
  requireAccess,
} from '../../access/partners/access-scope.sql.ts'
import type { ReviewsTable } from '../../tables.ts'
import type { Review } from './review.ts'

export interface ReviewFilters {
  agencyUid?: string | undefined
  propertyUid?: string | undefined
  leadUid?: string | undefined
  source?: string | undefined
  isAnswered?: boolean | undefined
  updatedSince?: Date | undefined
}

/**
 * Lists accessible reviews that match the filters: one page, and one row more if another follows.
 */
export async function listReviews(
  ctx: Context,
  filters: ReviewFilters,
  sort: SortOrder,
  { limit, cursor }: PageRequest,
): Promise<Review[]> {
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(sort, 'r', cursor.k)}`
  const { rows } = await sql<Review>`select r.* ${fromAccessible(ctx, filters)}
    and r.deleted_at is null ${afterKey} order by ${orderBy(sort, 'r')} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}`.execute(ctx.db)
  return rows
}

/** Counts the accessible reviews that match the filters. */
export async function countReviews(ctx: Context, filters: ReviewFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    ${fromAccessible(ctx, filters)} and r.deleted_at is null`.execute(ctx.db)
  return rows[0]!.count
}

/**
 * Lists uids of accessible reviews that were deleted since an instant, alone or with their
 * property, newest first.
 */
export async function listDeletedReviews(
  ctx: Context,
  filters: ReviewFilters,
  since: Date,
  limit: number,
): Promise<string[]> {
  // Deleted reviews are selected by the time of deletion instead.
  const from = fromAccessibleOrDeleted(ctx, { ...filters, updatedSince: undefined })
  const { rows } = await sql<{ uid: string }>`select uid from (
      select r.uid, r.deleted_at as effective_deleted_at ${from} and r.deleted_at >= ${since}
      union all
      select r.uid, p.deleted_at ${from} and r.deleted_at is null and p.deleted_at >= ${since}
    ) deleted order by effective_deleted_at desc, uid desc limit ${limit}`.execute(ctx.db)
  return rows.map(({ uid }) => uid)
}

/** Review with the caller's access. */
export type AccessibleReview = Review & AccessibleRow

/**
 * Returns the review of a uid in a path, if it is accessible and not deleted.
 *
 * @throws ApiError REVIEW_NOT_FOUND, READ_ONLY_GRANT
 */
export async function requireReview(
  ctx: Context,
  reviewUid: string,
  { access }: Pick<RequiredAccess, 'access'> = {},
): Promise<AccessibleReview> {
  const options = { parameter: 'reviewUid', inPath: true, ...(access ? { access } : {}) }
  return requireAccess(reviewUid, options, 'REVIEW_NOT_FOUND', async uid => {
    const { rows } = await sql<AccessibleReview>`select r.*, ${propertyAccess(ctx.caller, 'p')}
        as access ${fromAccessible(ctx, {})} and r.deleted_at is null and r.uid = ${uid}
    `.execute(ctx.db)
    return rows[0]
  })
}

/** Locks a review; undefined if it is deleted. */
export async function lockReview(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<Review, 'agency_uid' | 'uid'>,
): Promise<Review | undefined> {
  const row = await db
    .selectFrom('reviews')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row as Review | undefined
}

/** Updates a review and returns its new row. */
export async function updateReview(
  ctx: Pick<Context, 'db' | 'clock'>,
  key: Pick<Review, 'agency_uid' | 'uid'>,
  changes: Partial<Pick<Review, 'response' | 'responded_at' | 'deleted_at'>>,
): Promise<Review> {
  const columns = { ...changes, updated_at: laterThan(ctx) }
  return (await updateRowOrThrow(ctx, 'reviews', key, columns)) as unknown as Review
}

export async function insertReview(
  ctx: Pick<Context, 'db'>,
  review: Insertable<ReviewsTable>,
): Promise<Review> {
  return (await insertRow(ctx, 'reviews', review)) as unknown as Review
}

/** Returns {@link fromAccessibleOrDeleted} limited to properties that are not deleted. */
function fromAccessible(ctx: Context, filters: ReviewFilters): Sql {
  return sql`${fromAccessibleOrDeleted(ctx, filters)} and p.deleted_at is null`
}

/**
 * Returns `from reviews r … where` of the accessible reviews that match the filters, including
 * deleted ones.
 */
function fromAccessibleOrDeleted({ caller }: Context, filters: ReviewFilters): Sql {
  const { agencyUid, propertyUid, leadUid, source, isAnswered, updatedSince } = filters
  return sql`from reviews r
    join properties p on p.agency_uid = ${agencyOf(caller, 'r')} and p.uid = r.property_uid
    where ${inCallerTenant(caller, 'r')} and ${isPropertyAccessible(caller, 'p')}
    ${agencyUid === undefined ? sql`` : sql`and r.agency_uid = ${agencyUid}`}
    ${propertyUid === undefined ? sql`` : sql`and r.property_uid = ${propertyUid}`}
    ${leadUid === undefined ? sql`` : sql`and r.lead_uid = ${leadUid}`}
    ${source === undefined ? sql`` : sql`and r.source = ${source}`}
    ${isAnswered === undefined ? sql`` : sql`and (r.response is not null) = ${isAnswered}`}
    ${updatedSince === undefined ? sql`` : sql`and r.updated_at >= ${updatedSince}`}`
}
