/** Statements on rows of one table, selected by column values including the agency. */
import {
  type Insertable,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely'

/**
 * Primary key of an agency's row. A complete row may be passed as well: other columns are ignored.
 */
export interface RowKey {
  agency_uid: string
  uid: string
}

/** Tables of a schema whose rows belong to an agency. */
type AgencyTable<Schema> = TablesWith<Schema, 'agency_uid'>

/** Tables of a schema whose primary key is {@link RowKey}. */
type KeyedTable<Schema> = TablesWith<Schema, keyof RowKey>

type TablesWith<Schema, Column extends keyof RowKey> = {
  [Table in keyof Schema]: Schema[Table] extends Pick<RowKey, Column> ? Table : never
}[keyof Schema] &
  string

/** Condition on columns: a value, or a list of allowed values. All rows belong to one agency. */
type Where<Row> = { agency_uid: string } & {
  [Column in keyof Row]?: Row[Column] | readonly Row[Column][]
}

/** New values of columns, or SQL for them. */
type Changes<Row> = { [Column in keyof Row]: Row[Column] | RawBuilder<Row[Column]> }

/** Database or open transaction. */
interface Db<Schema> {
  db: Kysely<Schema>
}

/** Locks a row for update and returns it; undefined if there is none. */
export async function lockRow<Schema, Table extends KeyedTable<Schema>>(
  { db }: Db<Schema>,
  table: Table,
  key: RowKey,
): Promise<Selectable<Schema[Table]> | undefined> {
  const query = untyped(db)
    .selectFrom(untypedName(table))
    .selectAll()
    .where(matchesKey(key))
    .forUpdate()
  return (await query.executeTakeFirst()) as Selectable<Schema[Table]> | undefined
}

export async function insertRow<Schema, Table extends keyof Schema & string>(
  { db }: Db<Schema>,
  table: Table,
  row: Insertable<Schema[Table]>,
): Promise<Selectable<Schema[Table]>> {
  const query = untyped(db)
    .insertInto(untypedName(table))
    .values(row as never)
    .returningAll()
  return (await query.executeTakeFirstOrThrow()) as Selectable<Schema[Table]>
}

/** Maximum number of values of one statement: the protocol counts them with 16 bits. */
const valuesMax = 65_535
/** Maximum number of rows of one statement. */
const rowsMax = 2_000

/** Inserts rows, by several statements if there are many. */
export async function insertRows<Schema, Table extends keyof Schema & string>(
  { db }: Db<Schema>,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
): Promise<void> {
  const columns = new Set(rows.flatMap(row => Object.keys(row)))
  const batchSize = Math.min(rowsMax, Math.floor(valuesMax / columns.size))
  for (let i = 0; i < rows.length; i += batchSize) {
    const values = rows.slice(i, i + batchSize) as never
    await untyped(db).insertInto(untypedName(table)).values(values).execute()
  }
}

/** Updates columns of a row and returns it; undefined if there is none. */
export async function updateRow<Schema, Table extends KeyedTable<Schema>>(
  { db }: Db<Schema>,
  table: Table,
  key: RowKey,
  changes: Changes<Updateable<Schema[Table]>>,
): Promise<Selectable<Schema[Table]> | undefined> {
  const query = untyped(db)
    .updateTable(untypedName(table))
    .set(changes as never)
    .where(matchesKey(key))
  const row = await query.returningAll().executeTakeFirst()
  return row as Selectable<Schema[Table]> | undefined
}

/**
 * Updates columns of a row that the transaction has locked or just read, and returns it.
 *
 * @throws Error if there is none
 */
export async function updateRowOrThrow<Schema, Table extends KeyedTable<Schema>>(
  ctx: Db<Schema>,
  table: Table,
  key: RowKey,
  changes: Changes<Updateable<Schema[Table]>>,
): Promise<Selectable<Schema[Table]>> {
  const row = await updateRow(ctx, table, key, changes)
  if (row === undefined) throw new Error(`There is no row ${key.uid} in ${table}`)
  return row
}

/** Updates columns of all matching rows and returns their number. */
export async function updateRows<Schema, Table extends AgencyTable<Schema>>(
  { db }: Db<Schema>,
  table: Table,
  where: Where<Selectable<Schema[Table]>>,
  changes: Changes<Updateable<Schema[Table]>>,
): Promise<number> {
  const query = untyped(db)
    .updateTable(untypedName(table))
    .set(changes as never)
    .where(matchesAll(where))
  return Number((await query.executeTakeFirst()).numUpdatedRows)
}

/** Deletes a row and returns it; undefined if there is none. */
export async function deleteRow<Schema, Table extends KeyedTable<Schema>>(
  { db }: Db<Schema>,
  table: Table,
  key: RowKey,
): Promise<Selectable<Schema[Table]> | undefined> {
  const query = untyped(db).deleteFrom(untypedName(table)).where(matchesKey(key)).returningAll()
  return (await query.executeTakeFirst()) as Selectable<Schema[Table]> | undefined
}

/** Deletes all matching rows and returns their number. */
export async function deleteRows<Schema, Table extends AgencyTable<Schema>>(
  { db }: Db<Schema>,
  table: Table,
  where: Where<Selectable<Schema[Table]>>,
): Promise<number> {
  if (matchesNothing(where)) return 0
  const query = untyped(db).deleteFrom(untypedName(table)).where(matchesAll(where))
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

// The signatures above check tables, columns and values. Kysely loses its own types if the table is
// a parameter, so the queries are built as if there were only one table.
type OneTable = { table: RowKey }

function untyped<Schema>(db: Kysely<Schema>): Kysely<OneTable> {
  return db as unknown as Kysely<OneTable>
}

function untypedName(table: string): keyof OneTable {
  return table as keyof OneTable
}

function matchesKey({ agency_uid, uid }: RowKey): RawBuilder<SqlBool> {
  return matchesAll({ agency_uid, uid })
}

/** Returns whether no row can match, because a list of allowed values is empty. */
function matchesNothing(where: object): boolean {
  return Object.values(where).some(value => Array.isArray(value) && value.length === 0)
}

/** @throws Error if a value is undefined: without the condition, more rows would match */
function matchesAll(where: object): RawBuilder<SqlBool> {
  const conditions = Object.entries(where).map(([name, value]: [string, unknown]) => {
    const column = sql.ref(name)
    if (value === undefined) throw new Error(`No value of ${name} is given`)
    if (value === null) return sql`${column} is null`
    return Array.isArray(value) ? sql`${column} = any(${value})` : sql`${column} = ${value}`
  })
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}
