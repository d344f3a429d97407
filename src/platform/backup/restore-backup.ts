import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/database.ts'
import { applyMigrations } from '../db/migrations/apply-at-once.ts'
import { listMigrations } from '../db/migrations/migration-files.ts'
import type { Load, Script, TableColumns } from '../db/statements.ts'
import type { BackupFiles } from './backup-files.ts'
import { CountedBytes } from './durable-files.ts'
import type { Manifest, SavedTable } from './manifest.ts'
import { findRelation, listTables, portableSettings, withoutForeignKeys } from './schema.ts'
import { readTable } from './stored-tables.ts'
import { readFile } from './verified-bytes.ts'

export interface RestoreTarget {
  database: Pick<Database<never>, 'topology' | 'exclusively'>
  blobs: Pick<BlobStore, 'put'>
  /** Script that creates the tables of the job queues, and its schema version. */
  queues: { schema: number; script: string }
  /** Called when the checks have passed, before anything is written. */
  prepare?: () => Promise<void>
}

/**
 * Restores a backup into an empty database, in one transaction. The migrations of the backup create
 * the tables; the caller applies later migrations. Files are stored first. After a failure no rows
 * refer to them, and the sweep deletes them.
 *
 * @throws Error if the database is not empty, or the backup is damaged or of an incompatible
 * release
 */
export async function restoreBackup(
  target: RestoreTarget,
  backup: BackupFiles,
  manifest: Manifest,
): Promise<void> {
  await requireCompatible(manifest, target.queues.schema)
  // Before files are stored, and again in the transaction that fills the tables.
  await target.database.exclusively(requireEmpty)
  await target.prepare?.()
  for (const file of manifest.files) {
    await target.blobs.put(file.key, await buffer(readFile(backup, file)))
  }
  await target.database.exclusively(async (script, load) => {
    await requireEmpty(script)
    await applyMigrations(script, manifest.migrations)
    if (manifest.queueSchema !== null) await script(target.queues.script)
    await script(portableSettings)
    await withoutForeignKeys(script, () => fill({ script, load, backup }, manifest))
    await target.database.topology.analyze(script)
  })
}

async function requireCompatible({ migrations, queueSchema, release }: Manifest, schema: number) {
  const migrationNames = await listMigrations()
  const unknown = migrations.filter(name => !migrationNames.includes(name))
  if (unknown.length > 0) {
    throw new Error(
      `The backup was created by a newer release, ${release}: this one does not know ` +
        unknown.join(', '),
    )
  }
  if (queueSchema === null || queueSchema === schema) return
  throw new Error(
    `The job queues of the backup are of release ${release}: restore it with that one, ` +
      'then upgrade',
  )
}

async function requireEmpty(script: Script): Promise<void> {
  const relation = await findRelation(script)
  if (relation === null) return
  throw new Error(
    `The database is not empty: it has the table ${relation}. Restore a backup only into an ` +
      'empty database',
  )
}

interface FillContext {
  script: Script
  load: Load
  backup: BackupFiles
}

async function fill({ script, load, backup }: FillContext, manifest: Manifest): Promise<void> {
  const createdTables = await listTables(script)
  const tables = manifest.tables.map(saved => ({ ...saved, ...requireTable(saved, createdTables) }))
  // Migrations insert rows, which are those of the backup as well.
  await script(`truncate ${createdTables.map(({ table }) => table).join(', ')}`)
  for (const saved of tables) {
    const { table, columns, rows } = saved
    const text = new CountedBytes(readTable(backup, saved))
    await load({ table, columns }, text)
    if (text.lines !== rows)
      throw new Error(`The backup is damaged: ${table} has ${text.lines} rows`)
  }
  for (const { sequence, value, isCalled } of manifest.sequences) {
    const quoted = sequence.replaceAll("'", "''")
    await script(`select setval('${quoted}', ${BigInt(value)}, ${isCalled === true})`)
  }
}

/** @throws Error when the migrations create no such table, or it lacks a column */
function requireTable({ table, columns }: SavedTable, createdTables: TableColumns[]): TableColumns {
  const match = createdTables.find(other => other.table === table)
  const names = new Set(match?.columns.split(', '))
  if (match && columns.split(', ').every(column => names.has(column))) return { table, columns }
  throw new Error(`The backup has a table that its migrations do not create: ${table} (${columns})`)
}
