import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { distributePending, joinCluster } from './citus/migrating.ts'
import type { Database, Script } from './database.ts'
import { advanceSql, spreadEverywhere } from './marks/marking.ts'
import { analyzeFilled, presumeStatistics } from './statistics.ts'
import { sqlState } from './transaction.ts'

const migrationsFolder = join(import.meta.dirname, '../../../migrations')

/** The names of the migrations of this release, in order. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(migrationsFolder)).filter(name => name.endsWith('.sql')).sort()
}

/**
 * The migrations that {@link migrate} would apply, in order.
 *
 * @throws Error as that does when the database was migrated by a newer release
 */
export async function pendingMigrations<Schema>({
  run,
}: Pick<Database<Schema>, 'run'>): Promise<string[]> {
  const names = await listMigrations()
  const ask = (name: string, text: string) => run({ name, text }, [])
  const [[table] = []] = await ask('migrations table', `select to_regclass('migrations')::text`)
  if (table === null) return names
  const done = (await ask('migrations', 'select name from migrations')).map(([name]) => name)
  refuseUnknown(done as string[], names)
  return names.filter(name => !done.includes(name))
}

/** How migrations treat whoever uses the tables that they change. */
export interface MigrationOptions {
  /** How long they wait for a table: so long others wait behind them. */
  lockMs?: number
  /** How long they leave others in peace then, longer each time. */
  pauseMs?: number
  /** How often they try in all: with these pauses for some five minutes. */
  triesMax?: number
  /** Is told of each time that they have to try again. */
  tell?: (text: string) => void
}

/**
 * Applies the numbered SQL files that the database has not seen, in order, all or none. Of several
 * starting processes exactly one does it; the others wait and find it done. Where a table is in use
 * for long, it begins anew rather than to have all others wait behind it. The embedded database,
 * which has nobody to do it later, then knows of its tables what its planner needs.
 *
 * @returns the names of the migrations applied
 * @throws Error when the database was migrated by a newer release, or before the first one, or
 * when a table remains in use
 */
export async function migrate<Schema>(
  database: Database<Schema>,
  { lockMs = 500, pauseMs = 1_000, triesMax = 30, tell = () => {} }: MigrationOptions = {},
): Promise<string[]> {
  const names = await listMigrations()
  for (let tried = 1; ; tried++) {
    try {
      return await database.exclusively(script => applyPending(database, script, names, lockMs))
    } catch (error) {
      if (!canBeRepeated.has(sqlState(error))) throw error
      if (tried === triesMax) throw new Error(inUse, { cause: error })
      tell(`Another transaction locks a table that a migration changes; retrying (${tried})`)
    }
    await sleep(pauseMs * Math.min(tried, 10) * (0.75 + Math.random() / 2))
  }
}

/** A lock was not to be had in time, or was part of a deadlock. */
const canBeRepeated = new Set<string | undefined>(['55P03', '40P01'])

const inUse =
  'Migration aborted: another transaction holds a lock on a table that a migration changes. ' +
  'Find it in pg_stat_activity, end it, and start again'

async function applyPending<Schema>(
  database: Database<Schema>,
  script: Script,
  names: string[],
  lockMs: number,
): Promise<string[]> {
  const { engine } = database
  const placement = await joinCluster(database, script)
  await script(
    `create table if not exists migrations (name text primary key, applied_at timestamptz(3))`,
  )
  const done = (await script('select name from migrations')).map(([name]) => name as string)
  refuseUnknown(done, names)
  const pending = names.filter(name => !done.includes(name))
  await script(`set local lock_timeout = ${lockMs}`)
  await lockTables(script, pending)
  await applyMigrations(script, pending)
  if (placement && pending.length > 0) await distributePending(script, placement)
  if (pending.length > 0) await script(placement ? spreadEverywhere : advanceSql([]))
  if (engine === 'pglite' && pending.length > 0) {
    await analyzeFilled(script)
    await presumeStatistics(script)
  }
  return pending
}

/**
 * Locks all tables that the migrations name before the first is changed. Who held one for the
 * seconds of a migration and then waited for another would meet acts that hold that one and wait:
 * a deadlock, of which an act might be the victim.
 */
async function lockTables(script: Script, names: string[]): Promise<void> {
  const texts = await Promise.all(names.map(name => readFile(join(migrationsFolder, name), 'utf8')))
  const words = new Set(texts.join(' ').match(/\w+/g))
  const rows = await script(`select relname from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`)
  const tables = rows.map(([table]) => table as string).filter(table => words.has(table))
  if (tables.length > 0) await script(`lock table ${tables.join(', ')} in access exclusive mode`)
}

/** Applies migrations of this release, in the transaction of the script. */
export async function applyMigrations(script: Script, names: string[]): Promise<void> {
  await script(
    `create table if not exists migrations (name text primary key, applied_at timestamptz(3))`,
  )
  for (const name of names) {
    await script(await readFile(join(migrationsFolder, name), 'utf8'))
    await script(`insert into migrations values ('${name}', now())`)
  }
}

/** A number that has another name here was given before the first release fixed the names. */
function refuseUnknown(done: string[], names: string[]): void {
  const unknown = done.filter(name => !names.includes(name))
  if (unknown.length === 0) return
  const numbers = names.map(numberOf)
  if (unknown.some(name => numbers.includes(numberOf(name)))) {
    throw new Error(
      'The data was created before release 0.1.0 and cannot be migrated. Start with ' +
        'an empty database, or delete the data folder',
    )
  }
  throw new Error(
    `The database was migrated by a newer release: ${unknown.join(', ')}. Use that release`,
  )
}

const numberOf = (name: string): string => name.slice(0, name.indexOf('-'))
