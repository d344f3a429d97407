import type { Database } from './database.ts'
import {
  type AppliedMigrations,
  appliedSql,
  listPending,
  listUnfinished,
  readApplied,
} from './migrations/applied-migrations.ts'
import { applyPending } from './migrations/apply-at-once.ts'
import { migrateOnline } from './migrations/migrate-online.ts'
import { listMigrations } from './migrations/migration-files.ts'
import { retryLocked } from './migrations/retry-locked.ts'

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
  const applied = await findApplied(database)
  return {
    pending: listUnfinished(applied, names),
    unknown: applied.known.filter(name => !names.includes(name)),
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
