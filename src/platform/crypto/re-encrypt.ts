/** Re-encrypts values of an older `SECRET_KEY`: docs/decisions/0026-api-keys.md. */
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { type Cipher, decryptOrNull, type Encrypted } from './encryption.ts'

export interface EncryptedColumns {
  table: string
  /** Primary key columns. */
  key: string[]
  /** Column of the encrypted value, null in rows without one. */
  sealed: string
  keyId: string
  /** Returns the encryption context of a row, from its key columns and those of `with`. */
  contextOf(column: ColumnReader): string
  with?: string[]
  /** Returns further columns that are derived from the secret and the operator's keys. */
  derivedColumns?(cipher: Cipher, column: ColumnReader, secret: string): Record<string, unknown>
}

type ColumnReader = (column: string) => string

interface Row {
  sealed: Uint8Array
  key_id: string
  [column: string]: unknown
}

export interface ReEncrypted {
  table: string
  /** Number of values that were re-encrypted with the first key. */
  reEncrypted: number
  /** Number of values that no key decrypts. */
  lost: number
}

export const batchSize = 100

export type InTransaction = <T>(work: (db: QueryExecutorProvider) => Promise<T>) => Promise<T>

/**
 * Re-encrypts, with the first key, values that older keys encrypted, a hundred rows per
 * transaction. Skips rows that another transaction changes in between.
 */
export async function reEncrypt(
  inTransaction: InTransaction,
  cipher: Cipher,
  columns: EncryptedColumns,
): Promise<ReEncrypted> {
  const { table } = columns
  let [reEncrypted, lost] = [0, 0]
  for (let lastRow: Row | null = null; ; ) {
    const rows = await inTransaction(async db => {
      const batch = await listOlder(db, cipher, columns, lastRow)
      for (const row of batch) {
        const secret = decryptOrNull(() => decryptRow(cipher, columns, row))
        if (secret === null) lost++
        else if (await writeRow(db, cipher, columns, { row, secret })) reEncrypted++
      }
      return batch
    })
    if (rows.length < batchSize) return { table, reEncrypted, lost }
    lastRow = rows.at(-1)!
  }
}

/** Returns whether a table has values encrypted by the keys with these ids, and by other keys. */
export async function findEncrypted(
  db: QueryExecutorProvider,
  { table, sealed, keyId }: EncryptedColumns,
  keyIds: readonly string[],
): Promise<{ hasOwnKeys: boolean; hasOtherKeys: boolean }> {
  const isOwn = sql`${sql.ref(keyId)} = any(${keyIds})`
  const hasRow = async (condition: RawBuilder<unknown>) => {
    const query = sql`/* every tenant */ select 1 from ${sql.table(table)}
      where ${sql.ref(sealed)} is not null and ${condition} limit 1`
    return (await query.execute(db)).rows.length > 0
  }
  return { hasOwnKeys: await hasRow(isOwn), hasOtherKeys: await hasRow(sql`not ${isOwn}`) }
}

async function listOlder(
  db: QueryExecutorProvider,
  { currentKeyId }: Cipher,
  { table, key, sealed, keyId, with: contextColumns = [] }: EncryptedColumns,
  lastRow: Row | null,
): Promise<Row[]> {
  const columns = sql.join([...key, ...contextColumns].map(name => sql.ref(name)))
  const keyColumns = sql.join(key.map(name => sql.ref(name)))
  const afterLastRow = lastRow
    ? sql`and (${keyColumns}) > (${sql.join(key.map(name => lastRow[name]))})`
    : sql``
  const { rows } = await sql<Row>`/* every tenant */ select ${columns},
      ${sql.ref(sealed)} as sealed, ${sql.ref(keyId)} as key_id from ${sql.table(table)}
    where ${sql.ref(sealed)} is not null and ${sql.ref(keyId)} <> ${currentKeyId} ${afterLastRow}
    order by ${keyColumns} limit ${batchSize}`.execute(db)
  return rows
}

function decryptRow(cipher: Cipher, { contextOf }: EncryptedColumns, row: Row): string {
  return cipher.decrypt({ keyId: row.key_id, bytes: row.sealed }, contextOf(columnReader(row)))
}

function columnReader(row: Row): ColumnReader {
  return column => String(row[column])
}

async function writeRow(
  db: QueryExecutorProvider,
  cipher: Cipher,
  { table, key, sealed, keyId, contextOf, derivedColumns }: EncryptedColumns,
  { row, secret }: { row: Row; secret: string },
): Promise<boolean> {
  const { bytes, keyId: newKeyId }: Encrypted = cipher.encrypt(secret, contextOf(columnReader(row)))
  const values = {
    [sealed]: bytes,
    [keyId]: newKeyId,
    ...derivedColumns?.(cipher, columnReader(row), secret),
  }
  const changes = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const keyConditions = key.map(name => sql`${sql.ref(name)} = ${row[name]}`)
  const { numAffectedRows } = await sql`/* every tenant */ update ${sql.table(table)}
    set ${sql.join(changes)}
    where ${sql.join(keyConditions, sql` and `)} and ${sql.ref(sealed)} = ${row.sealed}`.execute(db)
  return numAffectedRows === 1n
}
