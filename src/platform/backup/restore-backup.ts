import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Copied, Database, Load, Script } from '../db/database.ts'
import { applyMigrations, listMigrations } from '../db/migrate.ts'
import { analyzeFilled, presumeStatistics } from '../db/statistics.ts'
import { Counted, readUnchanged } from './durable-files.ts'
import { fileIn, type Manifest, type SavedTable, tableIn } from './manifest.ts'
import { asEverywhere, findRelation, listTables, withoutForeignKeys } from './schema.ts'

/** Where a backup is restored. */
export interface RestoreTarget {
  database: Pick<Database<never>, 'engine' | 'exclusively'>
  blobs: Pick<BlobStore, 'put'>
  /** What makes the tables of the queues, and of which schema they are. */
  queues: { schema: number; script: string }
  /** Done when nothing is in the way any more, and before anything is in the database. */
  prepare?: () => Promise<void>
}

/**
 * Restores a backup into an empty database: all of it, in one transaction, or nothing. The tables
 * are those that the migrations of the backup make; further ones are still to be applied. Files
 * come first, and stay when it fails: without rows that tell of them they are swept away.
 *
 * @throws Error when the database is not empty, the backup is damaged, or it is another release's
 */
export async function restoreBackup(
  target: RestoreTarget,
  folder: string,
  manifest: Manifest,
): Promise<void> {
  await refuseUnfit(manifest, target.queues.schema)
  await target.database.exclusively(requireEmpty)
  await target.prepare?.()
  for (const { key, ...content } of manifest.files) {
    await target.blobs.put(key, await buffer(readUnchanged(fileIn(folder, key), content)))
  }
  await target.database.exclusively(async (script, load) => {
    await requireEmpty(script)
    await applyMigrations(script, manifest.migrations)
    if (manifest.queueSchema !== null) await script(target.queues.script)
    await script(asEverywhere)
    await withoutForeignKeys(script, () => fill({ script, load, folder }, manifest))
    await analyzeFilled(script)
    if (target.database.engine === 'pglite') await presumeStatistics(script)
  })
}

async function refuseUnfit({ migrations, queueSchema, release }: Manifest, schema: number) {
  const known = await listMigrations()
  const unknown = migrations.filter(name => !known.includes(name))
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

interface Filling {
  script: Script
  load: Load
  folder: string
}

async function fill({ script, load, folder }: Filling, manifest: Manifest): Promise<void> {
  const made = await listTables(script)
  const tables = manifest.tables.map(saved => ({ ...saved, ...fitting(saved, made) }))
  await script(`truncate ${made.map(({ table }) => table).join(', ')}`)
  for (const { table, columns, rows, bytes, sha256 } of tables) {
    const text = new Counted(readUnchanged(tableIn(folder, table), { bytes, sha256 }))
    await load({ table, columns }, text)
    if (text.lines !== rows)
      throw new Error(`The backup is damaged: ${table} has ${text.lines} rows`)
  }
  for (const { sequence, value, isCalled } of manifest.sequences) {
    const quoted = sequence.replaceAll("'", "''")
    await script(`select setval('${quoted}', ${BigInt(value)}, ${isCalled === true})`)
  }
}

/** @throws Error when the migrations made no such table, or it lacks a column */
function fitting({ table, columns }: SavedTable, made: Copied[]): Copied {
  const own = made.find(other => other.table === table)
  const names = new Set(own?.columns.split(', '))
  if (own && columns.split(', ').every(column => names.has(column))) return { table, columns }
  throw new Error(`The backup has a table that its migrations do not create: ${table} (${columns})`)
}
