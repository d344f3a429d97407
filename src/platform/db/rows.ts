/** Statements on rows of one table that are named by their columns, the agency among them. */
import {
  type Insertable,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely'

/** Primary key of a row of an agency. A row is a key of itself: other columns are ignored. */
export interface RowKey {
  agency_uid: string
  uid: string
}

/** Tables of a schema whose rows belong to an agency. */
type OfAgency<Schema> = TablesWith<Schema, 'agency_uid'>

/** Tables of a schema whose primary key is {@link RowKey}. */
type Keyed<Schema> = TablesWith<Schema, keyof RowKey>

type TablesWith<Schema, Column extends keyof RowKey> = {
  [Table in keyof Schema]: Schema[Table] extends Pick<RowKey, Column> ? Table : never
}[keyof Schema] &
  string

/** Values of columns, or lists of which they have one. All rows are of one agency. */
type Where<Row> = { agency_uid: string } & {
  [Column in keyof Row]?: Row[Column] | readonly Row[Column][]
}

/** Values of columns, or SQL of them. */
type Changes<Row> = { [Column in keyof Row]: Row[Column] | RawBuilder<Row[Column]> }

/** Database, or the transaction that is open. */
interface Db<Schema> {
  db: Kysely<Schema>
}

/** Locks a row for update and returns it; undefined if there is none. */
export async function lockRow<Schema, Table extends Keyed<Schema>>(
  { db }: Db<Schema>,
  table: Table,
  key: RowKey,
): Promise<Selectable<Schema[Table]> | undefined> {
  const query = untyped(db).selectFrom(nameOf(table)).selectAll().where(isKey(key)).forUpdate()
  return (await query.executeTakeFirst()) as Selectable<Schema[Table]> | undefined
}

/** Inserts a row and returns it as it is stored. */
export async function insertRow<Schema, Table extends keyof Schema & string>(
  { db }: Db<Schema>,
  table: Table,
  row: Insertable<Schema[Table]>,
): Promise<Selectable<Schema[Table]>> {
  const query = untyped(db)
    .insertInto(nameOf(table))
    .values(row as never)
    .returningAll()
  return (await query.executeTakeFirstOrThrow()) as Selectable<Schema[Table]>
}

/** Maximum number of values of one statement. */
const valuesMax = 65_535
/** Maximum number of rows of one statement. */
const rowsMax = 2_000

/** Inserts rows, of which there may be none. */
export async function insertRows<Schema, Table extends keyof Schema & string>(
  { db }: Db<Schema>,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  const columns = new Set(rows.flatMap(row => Object.keys(row)))
  const atOnce = Math.min(rowsMax, Math.floor(valuesMax / columns.size))
  for (let i = 0; i < rows.length; i += atOnce) {
    const values = rows.slice(i, i + atOnce) as never
    await untyped(db).insertInto(nameOf(table)).values(values).execute()
  }
}

/** Updates columns of a row and returns it; undefined if there is none. */
export async function updateRow<Schema, Table extends Keyed<Schema>>(
  { db }: Db<Schema>,
  table: Table,
  key: RowKey,
  changes: Changes<Updateable<Schema[Table]>>,
): Promise<Selectable<Schema[Table]> | undefined> {
  const query = untyped(db)
    .updateTable(nameOf(table))
    .set(changes as never)
    .where(isKey(key))
  const row = await query.returningAll().executeTakeFirst()
  return row as Selectable<Schema[Table]> | undefined
}

/**
 * Updates columns of a row that the transaction has locked or just read, and returns it.
 *
 * @throws Error if there is none
 */
export async function updateRowOrThrow<Schema, Table extends Keyed<Schema>>(
  ctx: Db<Schema>,
  table: Table,
  key: RowKey,
  changes: Changes<Updateable<Schema[Table]>>,
): Promise<Selectable<Schema[Table]>> {
  const row = await updateRow(ctx, table, key, changes)
  if (row === undefined) throw new Error(`There is no row ${key.uid} in ${table}`)
  return row
}

/** Updates columns of all rows that have these values, and returns their number. */
export async function updateRows<Schema, Table extends OfAgency<Schema>>(
  { db }: Db<Schema>,
  table: Table,
  where: Where<Selectable<Schema[Table]>>,
  changes: Changes<Updateable<Schema[Table]>>,
): Promise<number> {
  const query = untyped(db)
    .updateTable(nameOf(table))
    .set(changes as never)
    .where(isEach(where))
  return Number((await query.executeTakeFirst()).numUpdatedRows)
}

/** Deletes a row and returns it as it was; undefined if there is none. */
export async function deleteRow<Schema, Table extends Keyed<Schema>>(
  { db }: Db<Schema>,
  table: Table,
  key: RowKey,
): Promise<Selectable<Schema[Table]> | undefined> {
  const query = untyped(db).deleteFrom(nameOf(table)).where(isKey(key)).returningAll()
  return (await query.executeTakeFirst()) as Selectable<Schema[Table]> | undefined
}

/** Deletes all rows that have these values, and returns their number. */
export async function deleteRows<Schema, Table extends OfAgency<Schema>>(
  { db }: Db<Schema>,
  table: Table,
  where: Where<Selectable<Schema[Table]>>,
): Promise<number> {
  if (isNone(where)) return 0
  const query = untyped(db).deleteFrom(nameOf(table)).where(isEach(where))
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

// The signatures above check tables, columns and values. Kysely's own types are lost where the
// table is a parameter, so the queries are built as if there were one table.
type OneTable = { table: RowKey }

function untyped<Schema>(db: Kysely<Schema>): Kysely<OneTable> {
  return db as unknown as Kysely<OneTable>
}

function nameOf(table: string): keyof OneTable {
  return table as keyof OneTable
}

function isKey({ agency_uid, uid }: RowKey): RawBuilder<SqlBool> {
  return isEach({ agency_uid, uid })
}

/** Returns whether no row can have these values, since one of a list without any is asked for. */
function isNone(where: object): boolean {
  return Object.values(where).some(value => Array.isArray(value) && value.length === 0)
}

/** @throws Error if a value is undefined: without its condition it would name more rows */
function isEach(where: object): RawBuilder<SqlBool> {
  const conditions = Object.entries(where).map(([name, value]: [string, unknown]) => {
    const column = sql.ref(name)
    if (value === undefined) throw new Error(`No value of ${name} is given`)
    if (value === null) return sql`${column} is null`
    return Array.isArray(value) ? sql`${column} = any(${value})` : sql`${column} = ${value}`
  })
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}
