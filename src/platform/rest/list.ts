/** Lists on the wire: envelopes, pages and delta reading (contract/general.md §4, §5). */
import { type TSchema, Type } from 'typebox'
import type { Clock } from '../clock.ts'
import { utcText } from '../dates.ts'
import {
  newestFirst,
  type PageRequest,
  readCursor,
  readLimit,
  type SortOrder,
  updatedLast,
  writeCursor,
} from '../db/page.ts'
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

/** A number of rows; more than a list gives at once are as many as it gives. */
export const pageSize = () => Type.Integer({ minimum: 1 })

/** The parameters of lists of v2. */
export const offsetQuery = {
  limit: Type.Optional(pageSize()),
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
}

/** The parameters of every paged list. */
export const pageQuery = {
  _limit: Type.Optional(pageSize()),
  _cursor: Type.Optional(text({ max: 2_048 })),
  _total: Type.Optional(bool()),
}

/** The parameter of a delta, by either of its names (contract/general.md §5). */
export const updatedSince = () => withAlias('modifiedSince', utcInstant())

/** {@link updatedSince} of the list of jobs, which has the other name first. */
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

/** What stands beside a list without pages. */
export const listMetadata = shape('ListMetadata', { count: count(), totalCount: count() })

/** `{"<key>":[…],"_metadata","_paging"}`; with `delta`, of a list that has `updatedSince`. */
export function pagedAnswer<K extends string, T extends TSchema>(
  key: K,
  item: T,
  { delta = false } = {},
) {
  return Type.Object({
    [key]: listOf(item, 1_000),
    _metadata: delta ? deltaMetadata : pageMetadata,
    _paging: paging,
  })
}

/** {@link pagedAnswer} of a list that has no `_paging` when it comes whole. */
export function wholeOrPagedAnswer<K extends string, T extends TSchema>(
  key: K,
  item: T,
  { delta = false } = {},
) {
  const { _paging, ...rest } = pagedAnswer(key, item, { delta }).properties
  return Type.Object({ ...rest, _paging: Type.Optional(_paging) })
}

/** `{"<key>":[…],"_metadata"}` of a list without pages, which has `max` items at most. */
export function unpagedAnswer<K extends string, T extends TSchema>(
  key: K,
  item: T,
  { max = 500 } = {},
) {
  return Type.Object({
    [key]: listOf(item, max),
    _metadata: listMetadata,
  })
}

/** The body of a list without pages. */
export function unpaged<K extends string, T>(key: K, items: T[]) {
  return { [key]: items, _metadata: { count: items.length, totalCount: items.length } }
}

/** Returns the page that a query of v2 asks for, 20 rows unless it says otherwise. */
export function readOffsetPage(
  { limit = 20, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
  most: number,
): { limit: number; offset: number } {
  if (!Number.isSafeInteger(offset)) throw invalidParameter('offset', 'must be an integer')
  return { limit: Math.min(limit, most), offset }
}

/** A row of a table whose lists are in the usual orders. */
interface ListedRow {
  uid: string
  created_at: Date
  updated_at: Date
}

/** The parameters of a paged list, `updatedSince` where the list has it. */
interface ListQuery {
  updatedSince?: Date | undefined
  _limit?: number | undefined
  _cursor?: string | undefined
  _total?: boolean | undefined
}

/** Where the rows of a paged list come from. */
interface ListSource<Row> {
  /** The rows of a page, one more if another page follows. */
  list(sort: SortOrder, page: PageRequest): Promise<Row[]>
  count(): Promise<number>
  /** Uids that were deleted since an instant, newest first; of a list that has `updatedSince`. */
  listDeleted?(since: Date, limit: number): Promise<string[]>
}

/**
 * Reads the page that a query asks for: newest first, or with `updatedSince` last changed last
 * (contract/general.md §5).
 *
 * @returns the rows, and what stands beside them in the answer
 * @throws ApiError INVALID_PARAMETER, INVALID_CURSOR
 */
export async function readList<Row extends ListedRow>(
  { clock }: { clock: Clock },
  query: ListQuery,
  source: ListSource<Row>,
) {
  const sort = query.updatedSince ? updatedLast : newestFirst
  const page = readPage(query, sort)
  return readRows(query, sort, page, timesOf(sort), source, clock)
}

/**
 * {@link readList} in an order of the list's own; `keyOf` gives the values of its columns.
 *
 * @param standardLimit how many rows a page has that asks for no size
 * @param clock of a list that has `updatedSince`
 */
export async function readSortedList<Row>(
  query: ListQuery,
  sort: SortOrder,
  keyOf: (row: Row) => string[],
  source: ListSource<Row>,
  { standardLimit = 20, clock }: { standardLimit?: number; clock?: Clock } = {},
) {
  return readRows(query, sort, readPage(query, sort, standardLimit), keyOf, source, clock)
}

async function readRows<Row>(
  query: ListQuery,
  sort: SortOrder,
  page: PageRequest,
  keyOf: (row: Row) => string[],
  { list, count, listDeleted }: ListSource<Row>,
  clock?: Clock,
) {
  const rows = await list(sort, page)
  const given = rows.slice(0, page.limit)
  const totalCount = query._total ? await count() : null
  const delta =
    query.updatedSince && listDeleted && clock
      ? await deltaOf(clock, query.updatedSince, page, listDeleted)
      : {}
  return {
    rows: given,
    beside: {
      _metadata: { count: given.length, totalCount, ...delta },
      _paging: pagingOf(rows, page, sort, keyOf),
    },
  }
}

/** How many rows a list may have and still come whole. */
const wholeMax = 1_000

/**
 * {@link readList} of a list that comes whole, without `_paging`, unless `_limit` or `_cursor` is
 * sent or more than 1,000 rows match; these come in pages of 1,000 if no `_limit` is sent.
 */
export async function readWholeOrPaged<Row extends ListedRow>(
  ctx: { clock: Clock },
  query: ListQuery,
  source: ListSource<Row>,
) {
  const { _limit, _cursor } = query
  if (_limit !== undefined) return readList(ctx, query, source)
  const isLong = _cursor === undefined || (await source.count()) > wholeMax
  const sized = isLong ? { ...query, _limit: wholeMax } : query
  const { rows, beside } = await readList(ctx, sized, source)
  const { _metadata, _paging } = beside
  if (_cursor !== undefined || _paging._nextCursor) return { rows, beside }
  return { rows, beside: { _metadata: { ..._metadata, totalCount: rows.length } } }
}

function readPage({ _limit, _cursor }: ListQuery, sort: SortOrder, standard = 20): PageRequest {
  return { limit: readLimit(_limit, standard, 1_000), cursor: readCursor(_cursor, sort) }
}

/** The key of a row in one of the usual orders. */
function timesOf(sort: SortOrder): (row: ListedRow) => string[] {
  return ({ updated_at, created_at, uid }) => {
    return [(sort === updatedLast ? updated_at : created_at).toISOString(), uid]
  }
}

function pagingOf<Row>(
  rows: Row[],
  { limit, cursor }: PageRequest,
  sort: SortOrder,
  keyOf: (row: Row) => string[],
) {
  if (rows.length === 0) return {}
  const last = rows[limit - 1]
  if (rows.length <= limit || !last) return { _limit: limit, _nextCursor: null }
  return { _limit: limit, _nextCursor: writeCursor(cursor.offset + limit, keyOf(last), sort) }
}

const deletedUidsMax = 1_000
const deletedKeptDays = 90

/** The value to send next time, and on the first page what is gone. */
async function deltaOf(
  clock: Clock,
  since: Date,
  { cursor }: PageRequest,
  listDeleted: (since: Date, limit: number) => Promise<string[]>,
) {
  const now = clock.now().getTime()
  const asOf = { asOfUtcDateTime: utcText(new Date(now - 2_000)) }
  if (cursor.k !== null || cursor.offset > 0) return asOf
  const oldest = new Date(Math.max(since.getTime(), now - deletedKeptDays * 86_400_000))
  const uids = await listDeleted(oldest, deletedUidsMax + 1)
  const truncated = uids.length > deletedUidsMax ? { deletedTruncated: true } : {}
  return { ...asOf, deletedUids: uids.slice(0, deletedUidsMax), ...truncated }
}
