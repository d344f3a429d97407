/**
 * The words in which a noun's `*.graphql.ts` says how its fields come out of the database. Every
 * field is a SQL expression over the row it belongs to; the compiler makes JSON text of it.
 */
import { type RawBuilder, sql } from 'kysely'

export { slot } from '../db/prepare.ts'

export type Sql = RawBuilder<unknown>

/** A row under its alias. `row('uid')` is a column of it. */
export interface Row {
  (column: string): Sql
  alias: string
  /** Whether the caller may see guests' personal data of this row; null: of every row. */
  personal: Sql | null
  /** What is known of the row, and of every row that is found by it. */
  known: Known
  /** The columns that were asked of it so far, but for those that are known. */
  asked: Asked
}

/** Names of columns. */
export type Asked = ReadonlySet<string>

/** The values of columns, by their names. */
export type Known = Readonly<Record<string, Sql>>

/** Makes the {@link Row} of an alias; columns that are known are given as their values. */
export function rowAs(alias: string, personal: Sql | null = null, known: Known = {}): Row {
  const asked = new Set<string>()
  const row = (column: string) => {
    if (known[column]) return known[column]
    asked.add(column)
    return sql`${sql.ref(`${alias}.${column}`)}`
  }
  return Object.assign(row, { alias, personal, known, asked })
}

/**
 * The columns that are asked of the rows of a select, of a table under an alias. A cluster writes
 * out what `*` stands for, at each level, and reads it again on the worker: for wide tables that
 * is most of what a query takes.
 *
 * @param made columns that are none of the table
 */
export function columnsOf(
  table: string,
  asked: Asked,
  made: Readonly<Record<string, Sql>> = {},
): Sql {
  const columns = Array.from(asked, name => {
    if (!made[name]) return sql`${sql.ref(`${table}.${name}`)}`
    return sql`${made[name]} as ${sql.ref(name)}`
  })
  return columns.length > 0 ? sql.join(columns) : sql`null`
}

/** A row with some columns that are made otherwise. */
export function withColumns(row: Row, columns: Readonly<Record<string, Sql>>): Row {
  const { alias, personal, known, asked } = row
  return Object.assign((column: string) => columns[column] ?? row(column), {
    ...{ alias, personal, known, asked },
  })
}

type Expression = (row: Row) => Sql
/** Rows that are found by a row, as a SELECT of at least the columns that are asked of them. */
type Finding = (row: Row, asked: Asked) => Sql

/** A field with a value of its own. */
export interface ScalarField {
  kind: 'text' | 'word' | 'plain'
  nullable: boolean
  sql: Expression
}

/** A text that is stored sealed, see `sealed.ts`; in clear where it was before it was sealed. */
export interface SealedField {
  kind: 'sealed'
  clear: Expression
  sealed: Expression
  keyId: Expression
  /** What the text was sealed for, as text; control characters cannot be in it. */
  place: Expression
}

/** A field that holds one object or several. */
export interface ObjectField {
  kind: 'same' | 'joined' | 'many'
  type: string
  /** The object stands in a list of its own. */
  inList: boolean
  /** `joined` and `many`: the rows, as a SELECT; `same`: not needed. */
  from: Finding
  orderBy: (row: Row) => Sql | null
}

export type Field = ScalarField | SealedField | ObjectField

/** How each object type of a schema reads its fields. */
export type Types = Record<string, Record<string, Field>>

/** Any text; it is escaped. Null when unknown. */
export function text(expression: string | Expression): ScalarField {
  return { kind: 'text', nullable: true, sql: asExpression(expression) }
}

/** A text that needs no escaping and is never null: a uid, a word of an enumeration, a time. */
export function word(expression: string | Expression): ScalarField {
  return { kind: 'word', nullable: false, sql: asExpression(expression) }
}

/** A number or a boolean, never null. */
export function plain(expression: string | Expression): ScalarField {
  return { kind: 'plain', nullable: false, sql: asExpression(expression) }
}

/** Makes a field nullable. */
export function orNull(field: ScalarField): ScalarField {
  return { ...field, nullable: true }
}

/** An object made of the same row's columns, so it always exists. */
export function sameRow(type: string): ObjectField {
  return { kind: 'same', type, inList: false, from: () => sql``, orderBy: () => null }
}

/** An object found by `select`, at most one. */
export function joined(type: string, select: Finding): ObjectField {
  return { kind: 'joined', type, inList: false, from: select, orderBy: () => null }
}

/** A list of objects found by `select`, in the given order. */
export function many(type: string, select: Finding, orderBy: Expression): ObjectField {
  return { kind: 'many', type, inList: true, from: select, orderBy }
}

/** The object of a field as a list of none or one, never null. */
export function inList(field: ObjectField): ObjectField {
  return { ...field, inList: true }
}

/** A local time as text without a zone, `2026-06-05T16:00:00`. */
export function localTime(expression: string | Expression): ScalarField {
  const timestamp = asExpression(expression)
  return plain(row => sql`to_json(${timestamp(row)})`)
}

/** An instant as UTC text without zone letter and fraction. */
export function utcTime(expression: string | Expression): ScalarField {
  const instant = asExpression(expression)
  return plain(row => sql`to_json(date_trunc('second', ${instant(row)} at time zone 'UTC'))`)
}

function asExpression(expression: string | Expression): Expression {
  return typeof expression === 'string' ? row => row(expression) : expression
}
