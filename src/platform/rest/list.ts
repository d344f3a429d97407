/** List responses: envelopes, pagination and delta queries (contract/general.md §4, §5). */
import { type TSchema, Type } from 'typebox'
import type { Clock } from '../clock.ts'
import { utcText } from '../dates/dates.ts'
import {
  newestFirst,
  type PageRequest,
  readCursor,
  readLimit,
  type SortOrder,
  updatedLast,
  writeCursor,
} from '../db/pagination.ts'
import { invalidParameter } from '../errors.ts'
import {
  bool,
  count,
  listOf,
  nullable,
  shape,
  text,
  uid,
  utcDateTime,
  utcInstant,
  withAlias,
} from './fields.ts'

const defaultLimit = 20
/** Maximum page size of lists with a cursor. */
const limitMax = 1_000

/** Page size. Values above the maximum of the list are reduced to it. */
export const pageSize = () => Type.Integer({ minimum: 1 })

/** Query parameters of lists in v2. */
export const offsetQuery = {
  limit: Type.Optional(pageSize()),
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
}

/** Query parameters of every paginated list. */
export const pageQuery = {
  _limit: Type.Optional(pageSize()),
  _cursor: Type.Optional(text({ max: 2_048 })),
  _total: Type.Optional(bool()),
}

/** Query parameter of a delta, with its alias (contract/general.md §5). */
export const updatedSince = () => withAlias('modifiedSince', utcInstant())

/**
 * {@link updatedSince} of the list of jobs, where `modifiedSince` is the name and not the alias.
 */
export const modifiedSince = () => withAlias('updatedSince', utcInstant())

const pageFields = { count: count(), totalCount: nullable(count()) }

const pageMetadata = shape('PageMetadata', pageFields)

const deltaMetadata = shape('DeltaMetadata', {
  ...pageFields,
  asOfUtcDateTime: Type.Optional(utcDateTime()),
  deletedUids: Type.Optional(listOf(uid(), 1_000)),
  deletedTruncated: Type.Optional(bool()),
})

const paging = shape('Paging', {
  _limit: Type.Optional(count()),
  _nextCursor: Type.Optional(nullable(text({ max: 2_048 }))),
})

/** Metadata of a list without pagination. */
export const listMetadata = shape('ListMetadata', { count: count(), totalCount: count() })

/** Schema `{"<key>":[…],"_metadata","_paging"}`; `delta` for lists that support `updatedSince`. */
export function pagedResponse<K extends string, T extends TSchema>(
  key: K,
  item: T,
  { delta = false } = {},
) {
  return Type.Object({
    [key]: listOf(item, limitMax),
    _metadata: delta ? deltaMetadata : pageMetadata,
    _paging: paging,
  })
}

/** {@link pagedResponse} for lists that omit `_paging` when the response is complete. */
export function completeOrPagedResponse<K extends string, T extends TSchema>(
  key: K,
  item: T,
  { delta = false } = {},
) {
  const { _paging, ...required } = pagedResponse(key, item, { delta }).properties
  return Type.Object({ ...required, _paging: Type.Optional(_paging) })
}

/** Schema `{"<key>":[…],"_metadata"}` of a list without pagination, with up to `max` items. */
export function unpagedResponse<K extends string, T extends TSchema>(
  key: K,
  item: T,
  { max = 500 } = {},
) {
  return Type.Object({
    [key]: listOf(item, max),
    _metadata: listMetadata,
  })
}

export function unpaged<K extends string, T>(key: K, items: T[]) {
  return { [key]: items, _metadata: { count: items.length, totalCount: items.length } }
}

/** Returns the page that a v2 query requests: 20 rows by default, at most `max`. */
export function readOffsetPage(
  { limit = defaultLimit, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
  max = limitMax,
): { limit: number; offset: number } {
  if (!Number.isSafeInteger(offset)) throw invalidParameter('offset', 'must be an integer')
  return { limit: Math.min(limit, max), offset }
}

/** Row with the columns of both standard sort orders. */
interface ListedRow {
  uid: string
  created_at: Date
  updated_at: Date
}

/** Query parameters of a paginated list. */
interface ListQuery {
  updatedSince?: Date | undefined
  _limit?: number | undefined
  _cursor?: string | undefined
  _total?: boolean | undefined
}

/** Queries of a paginated list. */
interface ListSource<Row> {
  /** Returns up to `limit + 1` rows; the extra one means that there is a next page. */
  list(sort: SortOrder, page: PageRequest): Promise<Row[]>
  count(): Promise<number>
  /** Returns uids deleted since an instant, newest first; only for lists with `updatedSince`. */
  listDeleted?(since: Date, limit: number): Promise<string[]>
}

/**
 * Reads the requested page: newest first, or with `updatedSince` in the order of changes
 * (contract/general.md §5).
 *
 * @returns the rows, and the metadata of the response
 * @throws ApiError INVALID_PARAMETER, INVALID_CURSOR
 */
export async function readList<Row extends ListedRow>(
  { clock }: { clock: Clock },
  query: ListQuery,
  source: ListSource<Row>,
) {
  const sort = query.updatedSince ? updatedLast : newestFirst
  const order = { sort, keyOf: standardSortKey(sort) }
  return readRows(query, source, order, { page: readPage(query, sort), clock })
}

interface ListOrder<Row> {
  sort: SortOrder
  keyOf: (row: Row) => string[]
}

/**
 * Reads a list like {@link readList}, in its own sort order.
 *
 * @param standardLimit default page size
 * @param clock required for lists with `updatedSince`
 */
export async function readSortedList<Row>(
  query: ListQuery,
  order: ListOrder<Row>,
  source: ListSource<Row>,
  { standardLimit = defaultLimit, clock }: { standardLimit?: number; clock?: Clock } = {},
) {
  const page = readPage(query, order.sort, standardLimit)
  return readRows(query, source, order, { page, clock })
}

async function readRows<Row>(
  query: ListQuery,
  { list, count, listDeleted }: ListSource<Row>,
  { sort, keyOf }: ListOrder<Row>,
  { page, clock }: { page: PageRequest; clock: Clock | undefined },
) {
  const rows = await list(sort, page)
  const pageRows = rows.slice(0, page.limit)
  const totalCount = query._total ? await count() : null
  const delta =
    query.updatedSince && listDeleted && clock
      ? await buildDelta(clock, query.updatedSince, page, listDeleted)
      : {}
  return {
    rows: pageRows,
    envelope: {
      _metadata: { count: pageRows.length, totalCount, ...delta },
      _paging: buildPaging(rows, page, sort, keyOf),
    },
  }
}

/** Maximum number of rows of a list returned without pagination. */
const unpagedMax = 1_000

/**
 * Reads a list like {@link readList}, but without `_paging` unless `_limit` or `_cursor` is sent or
 * more than 1,000 rows match. The default page size is then 1,000.
 */
export async function readCompleteOrPaged<Row extends ListedRow>(
  ctx: { clock: Clock },
  query: ListQuery,
  source: ListSource<Row>,
) {
  const { _limit, _cursor } = query
  if (_limit !== undefined) return readList(ctx, query, source)
  const isLong = _cursor === undefined || (await source.count()) > unpagedMax
  const sizedQuery = isLong ? { ...query, _limit: unpagedMax } : query
  const { rows, envelope } = await readList(ctx, sizedQuery, source)
  const { _metadata, _paging } = envelope
  if (_cursor !== undefined || _paging._nextCursor) return { rows, envelope }
  return { rows, envelope: { _metadata: { ..._metadata, totalCount: rows.length } } }
}

function readPage(
  { _limit, _cursor }: ListQuery,
  sort: SortOrder,
  standardLimit = defaultLimit,
): PageRequest {
  return { limit: readLimit(_limit, standardLimit, limitMax), cursor: readCursor(_cursor, sort) }
}

function standardSortKey(sort: SortOrder): (row: ListedRow) => string[] {
  return ({ updated_at, created_at, uid }) => {
    return [(sort === updatedLast ? updated_at : created_at).toISOString(), uid]
  }
}

function buildPaging<Row>(
  rows: Row[],
  { limit, cursor }: PageRequest,
  sort: SortOrder,
  keyOf: (row: Row) => string[],
) {
  if (rows.length === 0) return {}
  const lastRow = rows[limit - 1]
  if (rows.length <= limit || !lastRow) return { _limit: limit, _nextCursor: null }
  return { _limit: limit, _nextCursor: writeCursor(cursor.offset + limit, keyOf(lastRow), sort) }
}

const deletedUidsMax = 1_000
const deletedRetentionDays = 90
/** Margin for changes that are not committed yet (contract/general.md §5). */
const commitMarginMs = 2_000

/** Returns the next value of `updatedSince`, and on the first page the deleted uids. */
async function buildDelta(
  clock: Clock,
  since: Date,
  { cursor }: PageRequest,
  listDeleted: (since: Date, limit: number) => Promise<string[]>,
) {
  const now = clock.now().getTime()
  const asOf = { asOfUtcDateTime: utcText(new Date(now - commitMarginMs)) }
  if (cursor.k !== null || cursor.offset > 0) return asOf
  const deletedSince = new Date(Math.max(since.getTime(), now - deletedRetentionDays * 86_400_000))
  const uids = await listDeleted(deletedSince, deletedUidsMax + 1)
  const truncated = uids.length > deletedUidsMax ? { deletedTruncated: true } : {}
  return { ...asOf, deletedUids: uids.slice(0, deletedUidsMax), ...truncated }
}
