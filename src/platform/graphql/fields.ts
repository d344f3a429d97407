/**
 * Vocabulary of `*.graphql.ts`: definitions of fields as SQL expressions over a row, which the
 * compiler turns into JSON text.
 */
import { type RawBuilder, sql } from 'kysely'

export { slot } from '../db/compiled-query.ts'

export type Sql = RawBuilder<unknown>

/** Row under its alias. `row('uid')` is the SQL of a column. */
export interface Row {
  (column: string): Sql
  alias: string
  /** SQL of whether the caller may see personal data of this row; null: always. */
  personal: Sql | null
  /** Column values of this row that its related rows have as well, such as the agency. */
  known: KnownValues
  /** Columns that `row(…)` was called with so far, except for known ones. */
  requested: ColumnNames
}

export type ColumnNames = ReadonlySet<string>

export type KnownValues = Readonly<Record<string, Sql>>

/** Creates the {@link Row} of an alias. `row(…)` returns the values of known columns. */
export function rowAs(alias: string, personal: Sql | null = null, known: KnownValues = {}): Row {
  const requested = new Set<string>()
  const row = (column: string) => {
    if (known[column]) return known[column]
    requested.add(column)
    return sql`${sql.ref(`${alias}.${column}`)}`
  }
  return Object.assign(row, { alias, personal, known, requested })
}

/**
 * Returns the requested columns of a table as a select list. Replaces `*`, which a cluster expands
 * at each level and parses again on the worker: for wide tables that takes most of the query time.
 *
 * @param computed SQL of columns that the table does not have
 */
export function selectColumns(
  table: string,
  requested: ColumnNames,
  computed: Readonly<Record<string, Sql>> = {},
): Sql {
  const columns = Array.from(requested, name => {
    if (!computed[name]) return sql`${sql.ref(`${table}.${name}`)}`
    return sql`${computed[name]} as ${sql.ref(name)}`
  })
  return columns.length > 0 ? sql.join(columns) : sql`null`
}

/** Returns a row whose computed columns have the given SQL. Its related rows do not have them. */
export function withColumns(row: Row, computed: Readonly<Record<string, Sql>>): Row {
  const { alias, personal, known, requested } = row
  return Object.assign((column: string) => computed[column] ?? row(column), {
    ...{ alias, personal, known, requested },
  })
}

type Expression = (row: Row) => Sql
/** Returns a SELECT of related rows with at least the requested columns. */
type RowSelect = (row: Row, requested: ColumnNames) => Sql

export interface ScalarField {
  kind: 'text' | 'unescaped' | 'literal'
  nullable: boolean
  sql: Expression
}

/** Encrypted text (`encrypted-fields.ts`), or plain text if stored before encryption. */
export interface EncryptedField {
  kind: 'encrypted'
  plaintext: Expression
  encrypted: Expression
  keyId: Expression
  /** Encryption context as text, without control characters. */
  context: Expression
}

/** Field with an object or a list of objects. */
export interface ObjectField {
  kind: 'sameRow' | 'joined' | 'list'
  type: string
  /** True: returns the object as a list. */
  inList: boolean
  /** Selects the rows of `joined` and `list`; unused for `sameRow`. */
  from: RowSelect
  orderBy: (row: Row) => Sql | null
}

export type Field = ScalarField | EncryptedField | ObjectField

/** Fields by object type. */
export type Types = Record<string, Record<string, Field>>

/** Nullable text, escaped as JSON. */
export function nullableText(expression: string | Expression): ScalarField {
  return { kind: 'text', nullable: true, sql: asExpression(expression) }
}

/** Text that needs no escaping as JSON and is never null: a uid, an enum value, a timestamp. */
export function unescaped(expression: string | Expression): ScalarField {
  return { kind: 'unescaped', nullable: false, sql: asExpression(expression) }
}

/** JSON literal, never null: number, boolean, or text that the SQL has quoted already. */
export function literal(expression: string | Expression): ScalarField {
  return { kind: 'literal', nullable: false, sql: asExpression(expression) }
}

export function orNull(field: ScalarField): ScalarField {
  return { ...field, nullable: true }
}

/** Object with columns of the row that contains it, so it always exists. */
export function sameRow(type: string): ObjectField {
  return { kind: 'sameRow', type, inList: false, from: () => sql``, orderBy: () => null }
}

/** Object selected by `select`, at most one row. */
export function joined(type: string, select: RowSelect): ObjectField {
  return { kind: 'joined', type, inList: false, from: select, orderBy: () => null }
}

/** List of objects selected by `select`. */
export function listOf(type: string, select: RowSelect, orderBy: Expression): ObjectField {
  return { kind: 'list', type, inList: true, from: select, orderBy }
}

/** Object as a list with at most one item, never null. */
export function inList(field: ObjectField): ObjectField {
  return { ...field, inList: true }
}

/** Local time without a zone, `2026-06-05T16:00:00`. */
export function localTime(expression: string | Expression): ScalarField {
  const timestamp = asExpression(expression)
  return literal(row => sql`to_json(${timestamp(row)})`)
}

/** UTC time without zone and fraction. */
export function utcTime(expression: string | Expression): ScalarField {
  const instant = asExpression(expression)
  return literal(row => sql`to_json(date_trunc('second', ${instant(row)} at time zone 'UTC'))`)
}

function asExpression(expression: string | Expression): Expression {
  return typeof expression === 'string' ? row => row(expression) : expression
}
