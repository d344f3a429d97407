/**
 * Migrates a PostgreSQL server while clients write: no statement makes a write wait for long
 * (docs/decisions/0119-online-migrations.md).
 */
import { type Database, exclusiveLock } from '../database.ts'
import type { Script } from '../statements.ts'
import { createMigrationsTable, listApplied, listPending } from './applied-migrations.ts'
import { inTransaction } from './in-transaction.ts'
import { lockTables } from './lock-tables.ts'
import { listMigrations, type MigrationFile, readMigration } from './migration-files.ts'
import { type RetryOptions, retryLocked } from './retry-locked.ts'
import { runOnline } from './run-online.ts'

export interface OnlineOptions extends RetryOptions {
  /** Lock timeout in milliseconds: other transactions wait behind a statement for so long. */
  lockMs: number
  report: (text: string) => void
}

type Migrated = Pick<Database<never>, 'topology' | 'readsBehind'>

/**
 * Applies the pending migrations one after the other. Continues a migration that another process
 * began and did not finish.
 *
 * @param script runs each script in a transaction of its own
 * @returns the names of the migrations
 */
export async function migrateOnline(
  database: Migrated,
  script: Script,
  options: OnlineOptions,
): Promise<string[]> {
  await script(createMigrationsTable)
  const applied = await listApplied(script)
  const pending = listPending(applied, await listMigrations())
  for (const name of pending) {
    const migration = await readMigration(name)
    if (!applied.begun.has(name)) await begin(migration, script, options)
    if (migration.online.length > 0) options.report(`${name}: changes data while clients write`)
    for (const statement of migration.online) await runOnline(statement, script, options)
    const isLast = name === pending.at(-1)
    await inLockedTransaction(script, options, () =>
      finish(migration, script, isLast ? database : null),
    )
  }
  return pending
}

/** Applies the transactional part. The migration has begun, in the same transaction. */
function begin({ name, transactional }: MigrationFile, script: Script, options: OnlineOptions) {
  return inLockedTransaction(script, options, async () => {
    await lockTables(script, [transactional], options.lockMs)
    await script(transactional)
    await script(`insert into migrations values ('${name}', null)`)
  })
}

/** @param database database whose migration is finished; null: more migrations are pending */
async function finish({ name }: MigrationFile, script: Script, database: Migrated | null) {
  const finishAll = await database?.topology.beginMigration(script, database)
  await script(`update migrations set applied_at = now() where name = '${name}'`)
  await finishAll?.(script)
}

/** Runs work in a transaction that excludes other processes, again if a lock is not available. */
async function inLockedTransaction(
  script: Script,
  options: OnlineOptions,
  use: () => Promise<void>,
): Promise<void> {
  await retryLocked(options, () =>
    inTransaction(script, options.lockMs, async () => {
      await script(`select pg_advisory_xact_lock(${exclusiveLock})`)
      await use()
    }),
  )
}
