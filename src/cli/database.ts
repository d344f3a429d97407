/** Database of a command. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DatabaseSettings, databaseName, embeddedFolder } from '../config/database-config.ts'
import type { Database } from '../platform/db/database.ts'
import type { Tables } from '../rental/tables.ts'
import { openDatabase } from '../server/database.ts'
import type { Selected, Terminal } from './command.ts'

/** Opens a database for some work, and closes it afterwards. */
export async function openFor(
  settings: DatabaseSettings,
  use: (database: Database<Tables>) => Promise<void>,
): Promise<void> {
  await withOpened(openDatabase(settings), use)
}

/** Runs work with a database that is being opened, and closes it afterwards. */
export async function withOpened(
  opening: Promise<Database<Tables>>,
  use: (database: Database<Tables>) => Promise<void>,
): Promise<void> {
  const database = await opening
  try {
    await use(database)
  } finally {
    await database.close()
  }
}

/**
 * Returns whether an embedded database exists; true for a PostgreSQL server, which is not checked.
 */
export function hasDatabase({ databaseUrl, dataDir }: DatabaseSettings): boolean {
  // PostgreSQL writes this file when it initializes a database.
  return databaseUrl !== null || existsSync(join(embeddedFolder(dataDir), 'PG_VERSION'))
}

/**
 * Prints to standard error which database a command uses.
 *
 * @throws Error if it does not exist and the command does not create it
 */
export function announceDatabase(
  settings: DatabaseSettings,
  { database }: Pick<Selected, 'database'>,
  { complain }: Pick<Terminal, 'complain'>,
): void {
  if (database === 'unused') return
  if (database === 'existing' && !hasDatabase(settings)) {
    throw new Error(
      `There is no database in ${embeddedFolder(settings.dataDir)}. Set DATABASE_URL, or ` +
        'DATA_DIR to the data folder of the server; serve and migrate create a database',
    )
  }
  complain(`Database: ${databaseName(settings)}`)
}
