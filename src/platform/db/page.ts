import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { type ApiError, fixedError, invalidParameter } from '../errors.ts'

/** A total order of rows: its last column is the uid. */
export interface SortOrder {
  name: string
  direction: 'asc' | 'desc'
  /** Column, and the SQL type its cursor value is cast to. */
  columns: { column: string; type: string }[]
}

/** Where a page starts: after the row with the sort key `k`, or at the row number `offset`. */
export interface Cursor {
  offset: number
  k: (string | null)[] | null
}

export interface PageRequest {
  limit: number
  cursor: Cursor
}

/** The usual order of a list: newest created first (contract/general.md §5). */
export const newestFirst: SortOrder = {
  name: 'created',
  direction: 'desc',
  columns: [
    { column: 'created_at', type: 'timestamptz' },
    { column: 'uid', type: 'uuid' },
  ],
}

/** The order of delta reading: a row that changes moves to the end and is seen again. */
export const updatedLast: SortOrder = {
  name: 'updated',
  direction: 'asc',
  columns: [
    { column: 'updated_at', type: 'timestamptz' },
    { column: 'uid', type: 'uuid' },
  ],
}

/** What changed last comes first. */
export const updatedFirst: SortOrder = { ...updatedLast, name: 'latest', direction: 'desc' }

const offsetMax = 100_000

/** Page size from the wire: absent → `standard`, larger than `most` → `most`. */
export function readLimit(value: unknown, standard: number, most: number): number {
  if (value === undefined || value === null || value === '') return standard
  const limit = Number(value)
  if (!Number.isInteger(limit)) throw invalidParameter('_limit', 'must be an integer')
  if (limit < 1) throw invalidParameter('_limit', 'must be greater than or equal to 1')
  return Math.min(limit, most)
}

/**
 * Reads a cursor (contract/general.md §5): base64 of `{"offset":n,"k":[…],"s":"…"}` in either
 * alphabet, padded or not, percent-encoded or not. Clients may forge `{"offset":n}`.
 *
 * @throws ApiError INVALID_CURSOR, or INVALID_PARAMETER when the offset is too large
 */
export function readCursor(text: string | null | undefined, sort: SortOrder): Cursor {
  if (!text) return { offset: 0, k: null }
  const value = decode(text)
  const { offset, k, s } = value
  if (k === undefined && offset === undefined) throw invalidCursor()
  if (offset !== undefined && !(Number.isInteger(offset) && (offset as number) >= 0)) {
    throw invalidCursor()
  }
  if (k === undefined) {
    if ((offset as number) > offsetMax) {
      throw invalidParameter('_cursor', `must not have an offset above ${offsetMax}`)
    }
    return { offset: offset as number, k: null }
  }
  if (s !== sort.name || !fits(k, sort)) throw invalidCursor()
  return { offset: (offset as number) ?? 0, k: k as (string | null)[] }
}

/** The cursor of the page that follows: `given` rows so far, the last of them with the key `k`. */
export function writeCursor(given: number, k: (string | null)[], sort: SortOrder): string {
  return Buffer.from(JSON.stringify({ offset: given, k, s: sort.name })).toString('base64url')
}

/** `ORDER BY` of a sort order, columns qualified with `table`. */
export function orderBy(sort: SortOrder, table: string): RawBuilder<unknown> {
  const columns = sort.columns.map(({ column }) => sql`${sql.ref(`${table}.${column}`)}`)
  return sql.join(columns.map(column => sql`${column} ${sql.raw(sort.direction)}`))
}

/** The condition that a row lies strictly after the cursor's key. */
export function after(sort: SortOrder, table: string, k: (string | null)[]): RawBuilder<boolean> {
  const columns = sql.join(sort.columns.map(({ column }) => sql.ref(`${table}.${column}`)))
  const values = sql.join(sort.columns.map(({ type }, i) => sql`${k[i]}::${sql.raw(type)}`))
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

function fits(k: unknown, sort: SortOrder): boolean {
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

/** Whether a text is a whole number that a column of integers holds. */
function isInteger(text: string): boolean {
  return /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) <= 2_147_483_647
}

/** Whether a text is an instant as cursors hold it, and one that the database knows. */
function isInstant(text: string): boolean {
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime()) || text.startsWith('0000')) return false
  return instant.toISOString() === text
}

function invalidCursor(): ApiError {
  return fixedError('INVALID_CURSOR', { members: { parameter: '_cursor' } })
}
