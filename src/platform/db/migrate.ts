import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'
import { sqlStates } from './sql-states.ts'
import type { Script } from './statements.ts'
import { sqlState } from './transaction.ts'

const migrationsFolder = join(import.meta.dirname, '../../../migrations')

/** Lists the names of the migrations of this release, in order. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(migrationsFolder)).filter(name => name.endsWith('.sql')).sort()
}

/**
 * Lists the migrations that {@link migrate} would apply, in order.
 *
 * @throws Error when the database was migrated by a newer release
 */
export async function pendingMigrations<Schema>({
  run,
}: Pick<Database<Schema>, 'run'>): Promise<string[]> {
  const names = await listMigrations()
  const query = (name: string, text: string) => run({ name, text }, [])
  const [[migrationsTable] = []] = await query(
    'migrations table',
    `select to_regclass('migrations')::text`,
  )
  if (migrationsTable === null) return names
  const applied = (await query('migrations', 'select name from migrations')).map(([name]) => name)
  refuseUnknown(applied as string[], names)
  return names.filter(name => !applied.includes(name))
}

export interface MigrationOptions {
  /** Lock timeout in milliseconds: other transactions wait behind the migration for so long. */
  lockMs?: number
  /** Pause after the first failed attempt, in milliseconds. Later pauses are longer. */
  pauseMs?: number
  /** Maximum number of attempts: some five minutes with these pauses. */
  triesMax?: number
  onRetry?: (text: string) => void
}

/**
 * Applies the pending SQL files in order, in one transaction. If several processes start together,
 * one migrates, and the others wait and find nothing to do. If a table is locked for long, retries
 * from scratch, so that other transactions do not queue behind the migration.
 *
 * @returns the names of the applied migrations
 * @throws Error if the database was migrated by a newer release, or before the first one, or if a
 * table remains locked
 */
export async function migrate<Schema>(
  database: Database<Schema>,
  { lockMs = 500, pauseMs = 1_000, triesMax = 30, onRetry = () => {} }: MigrationOptions = {},
): Promise<string[]> {
  const names = await listMigrations()
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.exclusively(script => applyPending(database, script, names, lockMs))
    } catch (error) {
      if (!retryableStates.has(sqlState(error))) throw error
      if (attempt === triesMax) throw new Error(lockedText, { cause: error })
      onRetry(`Another transaction locks a table that a migration changes; retrying (${attempt})`)
    }
    // Random pauses keep several processes from trying at the same times.
    await sleep(pauseMs * Math.min(attempt, 10) * (0.75 + Math.random() / 2))
  }
}

const retryableStates = new Set<string | undefined>([
  sqlStates.lockNotAvailable,
  sqlStates.deadlockDetected,
])

const lockedText =
  'Migration aborted: another transaction holds a lock on a table that a migration changes. ' +
  'Find it in pg_stat_activity, end it, and start again'

const createMigrationsTable =
  'create table if not exists migrations (name text primary key, applied_at timestamptz(3))'

async function applyPending<Schema>(
  database: Database<Schema>,
  script: Script,
  names: string[],
  lockMs: number,
): Promise<string[]> {
  const finish = await database.topology.beginMigration(script, database)
  await script(createMigrationsTable)
  const applied = (await script('select name from migrations')).map(([name]) => name as string)
  refuseUnknown(applied, names)
  const pending = names.filter(name => !applied.includes(name))
  await script(`set local lock_timeout = ${lockMs}`)
  await lockTables(script, pending)
  await applyMigrations(script, pending)
  if (pending.length > 0) await finish(script)
  return pending
}

/**
 * Locks all tables that the migrations name before the first change. Otherwise a migration and a
 * request could wait for each other's tables, and PostgreSQL might abort the request.
 */
async function lockTables(script: Script, names: string[]): Promise<void> {
  const texts = await Promise.all(names.map(name => readFile(join(migrationsFolder, name), 'utf8')))
  const identifiers = new Set(texts.join(' ').match(/\w+/g))
  const rows = await script(`select relname from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`)
  const tables = rows.map(([table]) => table as string).filter(table => identifiers.has(table))
  if (tables.length > 0) await script(`lock table ${tables.join(', ')} in access exclusive mode`)
}

export async function applyMigrations(script: Script, names: string[]): Promise<void> {
  await script(createMigrationsTable)
  for (const name of names) {
    await script(await readFile(join(migrationsFolder, name), 'utf8'))
    await script(`insert into migrations values ('${name}', now())`)
  }
}

/**
 * Rejects unknown migrations. One with a known number, but another name, is from before the first
 * release, which fixed the names.
 */
function refuseUnknown(applied: string[], names: string[]): void {
  const unknown = applied.filter(name => !names.includes(name))
  if (unknown.length === 0) return
  const numbers = names.map(migrationNumber)
  if (unknown.some(name => numbers.includes(migrationNumber(name)))) {
    throw new Error(
      'The data was created before release 0.1.0 and cannot be migrated. Start with ' +
        'an empty database, or delete the data folder',
    )
  }
  throw new Error(
    `The database was migrated by a newer release: ${unknown.join(', ')}. Use that release`,
  )
}

const migrationNumber = (name: string): string => name.slice(0, name.indexOf('-'))
