import type { SortOrder } from '../db/pagination.ts'
import type { ApiError } from '../errors.ts'
import type { SelectedField } from './collect-fields.ts'
import type { ColumnNames, KnownValues, Row, Sql } from './fields.ts'

/**
 * Rows of a root field, for its arguments and caller. Functions that build SQL are called once per
 * plan, not per request.
 */
export interface Source {
  /** Cache key of the plan: equal for sources with equal SQL, whatever their values. */
  planKey: string
  /** Values of the named slots in the SQL. */
  values: Record<string, unknown>
  /**
   * Selects the rows under `alias`. Applies the condition of `page`, and its order and limit at
   * each level of the SQL that limits rows.
   *
   * @param requested required columns
   */
  select(alias: string, page: PageSql, requested: ColumnNames): Sql
  /** Returns the SQL of whether the caller may see personal data of a row; null: always. */
  personal(alias: string): Sql | null
  /** Column values that all rows and the rows related to them have, such as the agency. */
  knownOfRelated: KnownValues
  /** Returns column values that all rows have, but not the rows related to them. */
  knownOfRow?(): KnownValues
  /** Returns the SQL of a JSON text: those of the requested uids that the caller may access. */
  accessible?(): Sql
  /**
   * Returns the SQL of the next time at which a selected field of a row changes without a write, in
   * Unix milliseconds; null: never. Required if fields depend on the slot `now`.
   */
  nextChangeAt?(row: Row, selection: SelectedField[]): Sql
  /** True: the result depends on the current time and cannot be cached. */
  isCurrent?: true
  /** Single tenant of the rows; undefined: all tenants of the caller. */
  tenant?: string
  /** Selects those of the caller's tenants that have requested rows. */
  tenants?(): Sql
  /** Cache tags: uids of the objects that contain the rows; undefined: the whole tenant. */
  cacheTags?: string[]
  /** Checks the accessible uids, and returns the error of the field, if any. */
  check?(accessible: string[]): SourceCheck
}

export interface SourceCheck {
  refusal?: ApiError
  extensions?: Record<string, unknown>
}

/** Pagination clauses of a SELECT. */
export interface PageSql {
  /** Returns `AND (…) < (…)`: rows after the key of a cursor. Empty without a cursor. */
  after(row: Row): Sql
  orderBy(row: Row): Sql
  /** `LIMIT …` of an inner level; the outermost level limits its rows again. */
  innerLimit: Sql
  /** `OFFSET … LIMIT …` of the outermost level. */
  limit: Sql
}

/** Arguments as coerced by graphql-js. */
export type Args = Record<string, unknown>

export interface ListRoot<Caller> {
  kind: 'list'
  type: string
  sort(args: Args): SortOrder
  /** Returns the page size; null: all rows. */
  limit(args: Args): number | null
  /** Number of rows that a list without a limit counts as in the cost of a query. */
  rowsForCost: number
  /** @throws ApiError error of the field, without which the other fields are returned */
  source(args: Args, caller: Caller, now: Date): Source
}

/** Object by its uid, or null. */
export interface SingleRoot<Caller> {
  kind: 'single'
  type: string
  source(args: Args, caller: Caller, now: Date): Source
}

export type Root<Caller> = ListRoot<Caller> | SingleRoot<Caller>

export type Roots<Caller> = Record<string, Root<Caller>>
