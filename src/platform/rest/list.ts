/** Lists on the wire: envelopes, pages and delta reading (contract/general.md §4, §5). */
import { type TSchema, Type } from 'typebox'
import type { Clock } from '../clock.ts'
import { utcText } from '../dates.ts'
import {
  type PageRequest,
  readCursor,
  readLimit,
  type SortOrder,
  updatedLast,
  writeCursor,
} from '../db/page.ts'
import { invalidParameter } from '../errors.ts'
import { bool, count, listOf, nullable, text, uid, utcDateTime } from './fields.ts'

/** The parameters of every paged list. */
export const pageQuery = {
  _limit: Type.Optional(text()),
  _cursor: Type.Optional(text({ max: 2_048 })),
  _total: Type.Optional(bool()),
}

const deltaMetadata = {
  asOfUtcDateTime: Type.Optional(utcDateTime()),
  deletedUids: Type.Optional(listOf(uid(), 1_000)),
  deletedTruncated: Type.Optional(bool()),
}

/** `{"<key>":[…],"_metadata","_paging"}`; with `delta`, of a list that has `updatedSince`. */
export function pagedAnswer<K extends string, T extends TSchema>(
  key: K,
  item: T,
  { delta = false } = {},
) {
  const metadata = { count: count(), totalCount: nullable(count()) }
  return Type.Object({
    [key]: listOf(item, 1_000),
    _metadata: Type.Object(delta ? { ...metadata, ...deltaMetadata } : metadata),
    _paging: Type.Object({
      _limit: Type.Optional(count()),
      _nextCursor: Type.Optional(nullable(text({ max: 2_048 }))),
    }),
  })
}

/** `{"<key>":[…],"_metadata"}` of a list without pages. */
export function unpagedAnswer<K extends string, T extends TSchema>(key: K, item: T) {
  return Type.Object({
    [key]: listOf(item),
    _metadata: Type.Object({ count: count(), totalCount: count() }),
  })
}

/** The body of a list without pages. */
export function unpaged<K extends string, T>(key: K, items: T[]) {
  return { [key]: items, _metadata: { count: items.length, totalCount: items.length } }
}

/**
 * The page that a query asks for, 20 rows unless it says otherwise, 1,000 at most.
 *
 * @throws ApiError INVALID_PARAMETER, INVALID_CURSOR
 */
export function readPage(
  query: { _limit?: string | undefined; _cursor?: string | undefined },
  sort: SortOrder,
): PageRequest {
  return { limit: readLimit(query._limit, 20, 1_000), cursor: readCursor(query._cursor, sort) }
}

/**
 * The page that a query of v2 asks for, 20 rows unless it says otherwise.
 *
 * @throws ApiError INVALID_PARAMETER
 */
export function readOffsetPage(
  query: { limit?: string | undefined; offset?: string | undefined },
  most: number,
): { limit: number; offset: number } {
  return {
    limit: Math.min(wholeNumber(query.limit, 'limit', 20, 1), most),
    offset: wholeNumber(query.offset, 'offset', 0, 0),
  }
}

function wholeNumber(text: string | undefined, name: string, standard: number, min: number) {
  if (text === undefined) return standard
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw invalidParameter(name, 'must be an integer')
  if (value < min) throw invalidParameter(name, `must be greater than or equal to ${min}`)
  return value
}

/** A row of a table whose lists are in the usual orders. */
interface ListedRow {
  uid: string
  created_at: Date
  updated_at: Date
}

/** `_paging` of a page; `rows` has one more than the page if another page follows. */
export function pagingOf(rows: ListedRow[], { limit, cursor }: PageRequest, sort: SortOrder) {
  if (rows.length === 0) return {}
  const last = rows[limit - 1]
  if (rows.length <= limit || !last) return { _limit: limit, _nextCursor: null }
  const instant = sort.name === updatedLast.name ? last.updated_at : last.created_at
  const k = [instant.toISOString(), last.uid]
  return { _limit: limit, _nextCursor: writeCursor(cursor.offset + limit, k, sort) }
}

const deletedUidsMax = 1_000
const deletedKeptDays = 90

/**
 * What `_metadata` also says when `updatedSince` was sent: the value to send next time, and on the
 * first page what is gone. `listDeleted` gives uids deleted since an instant, newest first.
 */
export async function deltaOf(
  clock: Clock,
  since: Date | undefined,
  { cursor }: PageRequest,
  listDeleted: (since: Date, limit: number) => Promise<string[]>,
) {
  if (since === undefined) return {}
  const now = clock.now().getTime()
  const asOf = { asOfUtcDateTime: utcText(new Date(now - 2_000)) }
  if (cursor.k !== null || cursor.offset > 0) return asOf
  const oldest = new Date(Math.max(since.getTime(), now - deletedKeptDays * 86_400_000))
  const uids = await listDeleted(oldest, deletedUidsMax + 1)
  const truncated = uids.length > deletedUidsMax ? { deletedTruncated: true } : {}
  return { ...asOf, deletedUids: uids.slice(0, deletedUidsMax), ...truncated }
}
