import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { type ApiError, fixedError, invalidParameter } from '../errors.ts'

/** Total order of rows. Its last column is the uid. */
export interface SortOrder {
  name: string
  direction: 'asc' | 'desc'
  /** Column, and the SQL type that its cursor value is cast to. */
  columns: { column: string; type: string }[]
}

/** Start of a page: after the row with the sort key `k`, or at the row number `offset`. */
export interface Cursor {
  offset: number
  k: (string | null)[] | null
}

export interface PageRequest {
  limit: number
  cursor: Cursor
}

/** Default order of a list: newest first (contract/general.md §5). */
export const newestFirst: SortOrder = {
  name: 'created',
  direction: 'desc',
  columns: [
    { column: 'created_at', type: 'timestamptz' },
    { column: 'uid', type: 'uuid' },
  ],
}

/** Order of delta reads: a row that changes moves to the end and is read again. */
export const updatedLast: SortOrder = {
  name: 'updated',
  direction: 'asc',
  columns: [
    { column: 'updated_at', type: 'timestamptz' },
    { column: 'uid', type: 'uuid' },
  ],
}

/** Last changed first. */
export const updatedFirst: SortOrder = { ...updatedLast, name: 'latest', direction: 'desc' }

const offsetMax = 100_000

/** Parses a page size: returns `defaultLimit` if absent, and `max` at most. */
export function readLimit(value: unknown, defaultLimit: number, max: number): number {
  if (value === undefined || value === null || value === '') return defaultLimit
  const limit = Number(value)
  if (!Number.isInteger(limit)) throw invalidParameter('_limit', 'must be an integer')
  if (limit < 1) throw invalidParameter('_limit', 'must be greater than or equal to 1')
  return Math.min(limit, max)
}

/**
 * Parses a cursor (contract/general.md §5): base64 of `{"offset":n,"k":[…],"s":"…"}` in either
 * alphabet, padded or not, percent-encoded or not. Clients may forge `{"offset":n}`.
 *
 * @throws ApiError INVALID_CURSOR, or INVALID_PARAMETER when the offset is too large
 */
export function readCursor(text: string | null | undefined, sort: SortOrder): Cursor {
  if (!text) return { offset: 0, k: null }
  const { offset, k, s } = decode(text)
  if (k === undefined && offset === undefined) throw invalidCursor()
  if (offset !== undefined && !(Number.isInteger(offset) && (offset as number) >= 0)) {
    throw invalidCursor()
  }
  if (k === undefined) {
    // Only an offset without a key makes the database skip rows.
    if ((offset as number) > offsetMax) {
      throw invalidParameter('_cursor', `must not have an offset above ${offsetMax}`)
    }
    return { offset: offset as number, k: null }
  }
  if (s !== sort.name || !isSortKey(k, sort)) throw invalidCursor()
  return { offset: (offset as number) ?? 0, k: k as (string | null)[] }
}

/** Builds the cursor of the next page, after `offset` rows, of which the last has this sort key. */
export function writeCursor(offset: number, sortKey: (string | null)[], sort: SortOrder): string {
  return Buffer.from(JSON.stringify({ offset, k: sortKey, s: sort.name })).toString('base64url')
}

/** Returns the `ORDER BY` list of a sort order, with columns of `table`. */
export function orderBy(sort: SortOrder, table: string): RawBuilder<unknown> {
  const columns = sort.columns.map(({ column }) => sql`${sql.ref(`${table}.${column}`)}`)
  return sql.join(columns.map(column => sql`${column} ${sql.raw(sort.direction)}`))
}

/** Returns the condition that a row sorts strictly after the cursor's key. */
export function after(
  sort: SortOrder,
  table: string,
  sortKey: (string | null)[],
): RawBuilder<boolean> {
  const columns = sql.join(sort.columns.map(({ column }) => sql.ref(`${table}.${column}`)))
  const values = sql.join(sort.columns.map(({ type }, i) => sql`${sortKey[i]}::${sql.raw(type)}`))
  return sql`(${columns}) ${sql.raw(sort.direction === 'asc' ? '>' : '<')} (${values})`
}

function decode(text: string): Record<string, unknown> {
  try {
    const raw = text.includes('%') ? decodeURIComponent(text) : text
    const base64 = raw.replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/')
    if (!/^[A-Za-z0-9+/]+=*$/.test(base64)) throw invalidCursor()
    const value: unknown = JSON.parse(Buffer.from(base64, 'base64').toString('utf8'))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidCursor()
    return value as Record<string, unknown>
  } catch {
    throw invalidCursor()
  }
}

function isSortKey(k: unknown, sort: SortOrder): boolean {
  if (!Array.isArray(k) || k.length !== sort.columns.length) return false
  return sort.columns.every(({ type }, i) => {
    const value: unknown = k[i]
    if (typeof value !== 'string') return false
    if (type === 'uuid') return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
    if (type === 'timestamptz') return isInstant(value)
    if (type === 'timestamp') return isInstant(`${value}.000Z`)
    if (type === 'integer') return isInteger(value)
    if (type === 'date') return isInstant(`${value}T00:00:00.000Z`)
    return !value.includes('\0')
  })
}

/** Returns true if a text is an integer in the range of an SQL integer. */
function isInteger(text: string): boolean {
  return /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) <= 2_147_483_647
}

/**
 * Returns true if a text is an instant in the format of cursors, within the range of the database.
 */
function isInstant(text: string): boolean {
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime()) || text.startsWith('0000')) return false
  return instant.toISOString() === text
}

function invalidCursor(): ApiError {
  return fixedError('INVALID_CURSOR', { members: { parameter: '_cursor' } })
}
