import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/later-than.ts'
import { after, orderBy, type PageRequest, type SortOrder } from '../../../platform/db/page.ts'
import { insertRow, updateRowOrThrow } from '../../../platform/db/rows.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { agencyOf, ofCaller } from '../../access/agencies/tenant.sql.ts'
import {
  isReached,
  propertyAccess,
  type Reached,
  reach,
  type Wanted,
} from '../../access/partners/reach.sql.ts'
import type { ReviewsTable } from '../../tables.ts'
import type { Review } from './review.ts'

export interface ReviewFilters {
  agencyUid?: string | undefined
  propertyUid?: string | undefined
  leadUid?: string | undefined
  source?: string | undefined
  updatedSince?: Date | undefined
}

/** A page of the reviews within reach that pass the filters, one more if another page follows. */
export async function listReviews(
  ctx: Context,
  filters: ReviewFilters,
  sort: SortOrder,
  { limit, cursor }: PageRequest,
): Promise<Review[]> {
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(sort, 'r', cursor.k)}`
  const { rows } = await sql<Review>`select r.* ${fromReached(ctx, filters)}
    and r.deleted_at is null ${afterKey} order by ${orderBy(sort, 'r')} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}`.execute(ctx.db)
  return rows
}

/** How many reviews within reach pass the filters. */
export async function countReviews(ctx: Context, filters: ReviewFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    ${fromReached(ctx, filters)} and r.deleted_at is null`.execute(ctx.db)
  return rows[0]!.count
}

/**
 * Uids of the reviews within reach that were deleted since an instant, alone or with their
 * property, newest first.
 */
export async function listDeletedReviews(
  ctx: Context,
  filters: ReviewFilters,
  since: Date,
  limit: number,
): Promise<string[]> {
  const from = fromAnyReached(ctx, { ...filters, updatedSince: undefined })
  const { rows } = await sql<{ uid: string }>`select uid from (
      select r.uid, r.deleted_at as gone_at ${from} and r.deleted_at >= ${since}
      union all
      select r.uid, p.deleted_at ${from} and r.deleted_at is null and p.deleted_at >= ${since}
    ) gone order by gone_at desc, uid desc limit ${limit}`.execute(ctx.db)
  return rows.map(({ uid }) => uid)
}

/** A review that a request named. */
export type ReachedReview = Review & Reached

/**
 * The review that the uid in a path names, within reach and not deleted.
 *
 * @throws ApiError REVIEW_NOT_FOUND, READ_ONLY_GRANT
 */
export async function reachedReview(
  ctx: Context,
  text: string,
  { access }: Pick<Wanted, 'access'> = {},
): Promise<ReachedReview> {
  const wanted = { parameter: 'reviewUid', inPath: true, ...(access ? { access } : {}) }
  return reach(text, wanted, 'REVIEW_NOT_FOUND', async uid => {
    const { rows } = await sql<ReachedReview>`select r.*, ${propertyAccess(ctx.caller, 'p')}
        as access ${fromReached(ctx, {})} and r.deleted_at is null and r.uid = ${uid}
    `.execute(ctx.db)
    return rows[0]
  })
}

/** Locks a review and gives it as it is; undefined when it was deleted meanwhile. */
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

/** Writes changed columns of a review and gives it as it is then. */
export async function updateReview(
  ctx: Pick<Context, 'db' | 'clock'>,
  key: Pick<Review, 'agency_uid' | 'uid'>,
  changes: Partial<Pick<Review, 'response' | 'responded_at' | 'deleted_at'>>,
): Promise<Review> {
  const changed = { ...changes, updated_at: laterThan(ctx) }
  return (await updateRowOrThrow(ctx, 'reviews', key, changed)) as unknown as Review
}

/** Inserts a review and returns it as it is stored. */
export async function insertReview(
  ctx: Pick<Context, 'db'>,
  review: Insertable<ReviewsTable>,
): Promise<Review> {
  return (await insertRow(ctx, 'reviews', review)) as unknown as Review
}

/** {@link fromAnyReached} without those of deleted properties. */
function fromReached(ctx: Context, filters: ReviewFilters): Sql {
  return sql`${fromAnyReached(ctx, filters)} and p.deleted_at is null`
}

/** `from reviews r … where`: those within reach that pass the filters, deleted ones among them. */
function fromAnyReached({ caller }: Context, filters: ReviewFilters): Sql {
  const { agencyUid, propertyUid, leadUid, source, updatedSince } = filters
  return sql`from reviews r
    join properties p on p.agency_uid = ${agencyOf(caller, 'r')} and p.uid = r.property_uid
    where ${ofCaller(caller, 'r')} and ${isReached(caller, 'p')}
    ${agencyUid === undefined ? sql`` : sql`and r.agency_uid = ${agencyUid}`}
    ${propertyUid === undefined ? sql`` : sql`and r.property_uid = ${propertyUid}`}
    ${leadUid === undefined ? sql`` : sql`and r.lead_uid = ${leadUid}`}
    ${source === undefined ? sql`` : sql`and r.source = ${source}`}
    ${updatedSince === undefined ? sql`` : sql`and r.updated_at >= ${updatedSince}`}`
}
