import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database, Script } from './database.ts'
import { analyzeFilled, presumeStatistics } from './statistics.ts'

const migrationsFolder = join(import.meta.dirname, '../../../migrations')

/** The names of the migrations of this release, in order. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(migrationsFolder)).filter(name => name.endsWith('.sql')).sort()
}

/**
 * Applies the numbered SQL files that the database has not seen, in order, all or none. Of several
 * starting processes exactly one does it; the others wait and find it done. The embedded database,
 * which has nobody to do it later, then knows of its tables what its planner needs.
 *
 * @returns the names of the migrations applied
 * @throws Error when the database was migrated by a newer release, or before the first one
 */
export async function migrate<Schema>(database: Database<Schema>): Promise<string[]> {
  const names = await listMigrations()
  return database.exclusively(async script => {
    await script(
      `create table if not exists migrations (name text primary key, applied_at timestamptz(3))`,
    )
    const done = (await script('select name from migrations')).map(([name]) => name as string)
    refuseUnknown(done, names)
    const pending = names.filter(name => !done.includes(name))
    await applyMigrations(script, pending)
    if (database.engine === 'pglite' && pending.length > 0) {
      await analyzeFilled(script)
      await presumeStatistics(script)
    }
    return pending
  })
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
      'The data was made before release 0.1.0, whose database is built anew: it cannot be taken ' +
        'over. Begin with an empty database, or delete the data folder',
    )
  }
  throw new Error(`The database has migrations of a newer release: ${unknown.join(', ')}`)
}

const numberOf = (name: string): string => name.slice(0, name.indexOf('-'))
