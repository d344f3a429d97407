/** Migrations in one transaction, which lock their tables until it ends. */
import type { Database } from '../database.ts'
import type { Script } from '../statements.ts'
import {
  type AppliedMigrations,
  createMigrationsTable,
  listApplied,
  listPending,
} from './applied-migrations.ts'
import { lockTables } from './lock-tables.ts'
import { inOneTransaction, listMigrations, readMigration } from './migration-files.ts'

/**
 * Applies the pending migrations, or finishes them, in the transaction of the script.
 *
 * @param lockMs lock timeout in milliseconds
 */
export async function applyPending(
  database: Pick<Database<never>, 'topology' | 'readsBehind'>,
  script: Script,
  lockMs: number,
): Promise<string[]> {
  const finish = await database.topology.beginMigration(script, database)
  await script(createMigrationsTable)
  const applied = await listApplied(script)
  const pending = listPending(applied, await listMigrations())
  const texts = await Promise.all(pending.map(name => migrationSql(name, applied)))
  await script(`set local lock_timeout = ${lockMs}`)
  await lockTables(script, texts, lockMs)
  await applyTexts(script, pending, texts)
  if (pending.length > 0) await finish(script)
  return pending
}

/** Applies migrations to an empty database, in the transaction of the script. */
export async function applyMigrations(script: Script, names: string[]): Promise<void> {
  await script(createMigrationsTable)
  await applyTexts(script, names, await Promise.all(names.map(name => migrationSql(name))))
}

/** Returns what is left to do of a migration, for a transaction. */
async function migrationSql(name: string, applied?: AppliedMigrations): Promise<string> {
  const { transactional, online } = await readMigration(name)
  const begun = applied?.begun.has(name) ? '' : transactional
  return `${begun}\n${inOneTransaction(online)}`
}

async function applyTexts(script: Script, names: string[], texts: string[]): Promise<void> {
  for (const [i, name] of names.entries()) {
    await script(texts[i]!)
    await script(`insert into migrations values ('${name}', now())
      on conflict (name) do update set applied_at = now()`)
  }
}
