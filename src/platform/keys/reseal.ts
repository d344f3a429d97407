/** Re-encrypts values of an older `SECRET_KEY`: docs/decisions/0026-api-keys.md. */
import { type QueryExecutorProvider, sql } from 'kysely'
import { opened, type Sealed, type Sealer } from '../seal.ts'

/** Columns of a table that keep something sealed. */
export interface SealedColumns {
  table: string
  /** The primary key. */
  key: string[]
  /** Null in rows that have nothing to seal. */
  sealed: string
  keyId: string
  /** Where it belongs, by the columns of the key and those of `with`. */
  placeOf(of: Of): string
  with?: string[]
  /** Further columns that follow from the secret and the operator's keys. */
  besides?(sealer: Sealer, of: Of, secret: string): Record<string, unknown>
}

/** What a row has in a column, as text. */
type Of = (column: string) => string

interface Row {
  sealed: Uint8Array
  key_id: string
  [column: string]: unknown
}

/** What became of the values of a table. */
export interface Resealed {
  table: string
  /** How many are sealed with the first key now that were not before. */
  resealed: number
  /** How many none of the operator's keys opens. */
  lost: number
}

export const rowsAtOnce = 100

export type InTransaction = <T>(work: (db: QueryExecutorProvider) => Promise<T>) => Promise<T>

/**
 * Seals with the first key what the columns keep under older ones, a hundred rows per transaction.
 * What somebody changes meanwhile is left as he wrote it.
 */
export async function reseal(
  inTransaction: InTransaction,
  sealer: Sealer,
  columns: SealedColumns,
): Promise<Resealed> {
  const { table } = columns
  let [resealed, lost] = [0, 0]
  for (let after: Row | null = null; ; ) {
    const rows = await inTransaction(async db => {
      const batch = await listOlder(db, sealer, columns, after)
      for (const row of batch) {
        const secret = opened(() => openedIn(sealer, columns, row))
        if (secret === null) lost++
        else if (await write(db, sealer, columns, { row, secret })) resealed++
      }
      return batch
    })
    if (rows.length < rowsAtOnce) return { table, resealed, lost }
    after = rows.at(-1)!
  }
}

/** Finds out whether a table has values sealed by the keys with the given ids, and by others. */
export async function findSealed(
  db: QueryExecutorProvider,
  { table, sealed, keyId }: SealedColumns,
  keyIds: readonly string[],
): Promise<{ isOurs: boolean; isOthers: boolean }> {
  const has = async (isOther: boolean) => {
    const ours = sql`${sql.ref(keyId)} = any(${keyIds})`
    const query = sql`/* every tenant */ select 1 from ${sql.table(table)}
      where ${sql.ref(sealed)} is not null and ${isOther ? sql`not ${ours}` : ours} limit 1`
    return (await query.execute(db)).rows.length > 0
  }
  return { isOurs: await has(false), isOthers: await has(true) }
}

async function listOlder(
  db: QueryExecutorProvider,
  { currentKeyId }: Sealer,
  { table, key, sealed, keyId, with: more = [] }: SealedColumns,
  after: Row | null,
): Promise<Row[]> {
  const columns = sql.join([...key, ...more].map(name => sql.ref(name)))
  const order = sql.join(key.map(name => sql.ref(name)))
  const further = after ? sql`and (${order}) > (${sql.join(key.map(name => after[name]))})` : sql``
  const { rows } = await sql<Row>`/* every tenant */ select ${columns},
      ${sql.ref(sealed)} as sealed, ${sql.ref(keyId)} as key_id from ${sql.table(table)}
    where ${sql.ref(sealed)} is not null and ${sql.ref(keyId)} <> ${currentKeyId} ${further}
    order by ${order} limit ${rowsAtOnce}`.execute(db)
  return rows
}

function openedIn(sealer: Sealer, { placeOf }: SealedColumns, row: Row): string {
  return sealer.open({ keyId: row.key_id, bytes: row.sealed }, placeOf(columnsOf(row)))
}

function columnsOf(row: Row): Of {
  return column => String(row[column])
}

async function write(
  db: QueryExecutorProvider,
  sealer: Sealer,
  { table, key, sealed, keyId, placeOf, besides }: SealedColumns,
  { row, secret }: { row: Row; secret: string },
): Promise<boolean> {
  const { bytes, keyId: newKeyId }: Sealed = sealer.seal(secret, placeOf(columnsOf(row)))
  const values = {
    [sealed]: bytes,
    [keyId]: newKeyId,
    ...besides?.(sealer, columnsOf(row), secret),
  }
  const changes = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const isRow = key.map(name => sql`${sql.ref(name)} = ${row[name]}`)
  const { numAffectedRows } = await sql`/* every tenant */ update ${sql.table(table)}
    set ${sql.join(changes)}
    where ${sql.join(isRow, sql` and `)} and ${sql.ref(sealed)} = ${row.sealed}`.execute(db)
  return numAffectedRows === 1n
}
