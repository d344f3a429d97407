import type { SortOrder } from '../db/page.ts'
import type { ApiError } from '../errors.ts'
import type { Selected } from './collect.ts'
import type { Asked, Known, Row, Sql } from './fields.ts'

/** What a root field reads, decided from its arguments and the caller. */
export interface Source {
  /** Tells sources whose SQL differs; the same for all that differ in values only. */
  shape: string
  /** Values of the slots that the SQL names. */
  values: Record<string, unknown>
  /**
   * The rows, as a SELECT of the noun's columns under `alias`. For pages the SELECT holds `page`'s
   * condition, and its order and limit at every level where rows are cut.
   *
   * @param asked the columns that are needed
   */
  select(alias: string, page: PageSql, asked: Asked): Sql
  /** Whether the caller may see personal data of a row; null: of every row. */
  personal(alias: string): Sql | null
  /** What is known of every row, and of all that is found by it. */
  known: Known
  /** What is known of every row, but not of what is found by it. */
  own?: Known
  /**
   * The requested uids that the caller is authorized for, as JSON text; null: nothing to look up.
   */
  reachable?: Sql
  /**
   * When time alone changes something that the selection shows of a row, in milliseconds since
   * 1970; null: never. The row's fields tell the moment by the slot `now`.
   */
  changes?(row: Row, selection: Selected[]): Sql
  /** What it answers is of the moment, and another at the next. */
  isOfNow?: true
  /** The only tenant whose rows it reads; left out: any of the caller's. */
  tenant?: string
  /** A SELECT of the tenants, among the caller's, that have what was asked for. */
  tenants?: Sql
  /** Uids of what every row is in; left out: of all of the tenant. */
  scopes?: string[]
  /** Decides from what was reachable whether the field is answered. */
  check?(reachable: string[]): SourceCheck
}

export interface SourceCheck {
  refusal?: ApiError
  extensions?: Record<string, unknown>
}

/** The paging parts of a page's SELECT. */
export interface PageSql {
  /** `AND (…) < (…)` after a cursor's key, or nothing. */
  after(row: Row): Sql
  orderBy(row: Row): Sql
  /** `LIMIT …` of an inner level that the outer one cuts again. */
  innerLimit: Sql
  /** `OFFSET … LIMIT …` of the outermost level. */
  limit: Sql
}

/** Arguments as GraphQL coerced them. */
export type Args = Record<string, unknown>

/** A list of rows in pages. */
export interface ListRoot<Caller> {
  kind: 'list'
  type: string
  sort(args: Args): SortOrder
  /** Page size from the arguments; null: all rows. */
  limit(args: Args): number | null
  /** Page size that cost is reckoned with when all rows are asked for. */
  assumedLimit: number
  /** @throws ApiError a field error */
  source(args: Args, caller: Caller, now: Date): Source
}

/** One object by its uid, or null. */
export interface SingleRoot<Caller> {
  kind: 'single'
  type: string
  source(args: Args, caller: Caller, now: Date): Source
}

export type Root<Caller> = ListRoot<Caller> | SingleRoot<Caller>

export type Roots<Caller> = Record<string, Root<Caller>>
