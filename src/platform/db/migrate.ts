import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from './database.ts'
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
 * @throws Error when the database was migrated by a newer release
 */
export async function migrate<Schema>(database: Database<Schema>): Promise<string[]> {
  const names = await listMigrations()
  return database.exclusively(async script => {
    await script(
      `create table if not exists migrations (name text primary key, applied_at timestamptz(3))`,
    )
    const done = new Set((await script('select name from migrations')).map(([name]) => name))
    const unknown = [...done].filter(name => !names.includes(name as string))
    if (unknown.length > 0) {
      throw new Error(`The database has migrations of a newer release: ${unknown.join(', ')}`)
    }
    const pending = names.filter(name => !done.has(name))
    for (const name of pending) {
      await script(await readFile(join(migrationsFolder, name), 'utf8'))
      await script(`insert into migrations values ('${name}', now())`)
    }
    if (database.engine === 'pglite' && pending.length > 0) {
      await analyzeFilled(script)
      await presumeStatistics(script)
    }
    return pending
  })
}
