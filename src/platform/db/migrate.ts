import type { Database } from './database.ts'
import {
  type AppliedMigrations,
  appliedSql,
  createMigrationsTable,
  listApplied,
  listPending,
  readApplied,
} from './migrations/applied-migrations.ts'
import { lockTables } from './migrations/lock-tables.ts'
import { migrateOnline } from './migrations/migrate-online.ts'
import { inOneTransaction, listMigrations, readMigration } from './migrations/migration-files.ts'
import { retryLocked } from './migrations/retry-locked.ts'
import type { Script } from './statements.ts'

const migrationsTableSql = `select to_regclass('migrations')::text`

/**
 * Lists the migrations that {@link migrate} would apply or finish, in order.
 *
 * @throws Error when the database was migrated by a newer release
 */
export async function pendingMigrations<Schema>(
  database: Pick<Database<Schema>, 'run'>,
): Promise<string[]> {
  return listPending(await findApplied(database), await listMigrations())
}

/**
 * Compares the migrations of this release with those of a database.
 *
 * @returns those that are not finished, and applied ones that this release does not know
 */
export async function compareMigrations<Schema>(
  database: Pick<Database<Schema>, 'run'>,
): Promise<{ pending: string[]; unknown: string[] }> {
  const names = await listMigrations()
  const { known, begun } = await findApplied(database)
  return {
    pending: names.filter(name => !known.includes(name) || begun.has(name)),
    unknown: known.filter(name => !names.includes(name)),
  }
}

async function findApplied<Schema>({
  run,
}: Pick<Database<Schema>, 'run'>): Promise<AppliedMigrations> {
  if (!(await hasMigrations({ run }))) return { known: [], begun: new Set() }
  return readApplied(await run({ name: 'applied migrations', text: appliedSql }, []))
}

export interface MigrationOptions {
  /** Lock timeout in milliseconds: other transactions wait behind the migration for so long. */
  lockMs?: number
  /** Pause after the first failed attempt, in milliseconds. Later pauses are longer. */
  pauseMs?: number
  /** Maximum number of attempts: some five minutes with these pauses. */
  triesMax?: number
  /** Receives messages about the progress. */
  report?: (text: string) => void
}

/**
 * Applies the pending SQL files in order: on a server with data online, otherwise in one
 * transaction. If several processes start together, one migrates, and the others wait and find
 * nothing to do. If a table is locked for long, retries, so that other transactions do not queue
 * behind the migration.
 *
 * @returns the names of the applied migrations
 * @throws Error if the database was migrated by a newer release, or before the first one, or if a
 * table remains locked
 */
export async function migrate<Schema>(
  database: Database<Schema>,
  { lockMs = 500, pauseMs = 1_000, triesMax = 30, report = () => {} }: MigrationOptions = {},
): Promise<string[]> {
  const options = { lockMs, pauseMs, triesMax, report }
  const { stepwise } = database
  if (stepwise && (await hasMigrations(database))) {
    return stepwise(script => migrateOnline(database, script, options), report)
  }
  return retryLocked(options, () =>
    database.exclusively(script => applyPending(database, script, lockMs)),
  )
}

/** Returns false for an empty database. */
async function hasMigrations<Schema>({ run }: Pick<Database<Schema>, 'run'>): Promise<boolean> {
  const [[table] = []] = await run({ name: 'migrations table', text: migrationsTableSql }, [])
  return table !== null
}

async function applyPending<Schema>(
  database: Database<Schema>,
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
