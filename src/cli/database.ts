/** Finds and opens the database of the settings for commands. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DatabaseSettings, databaseName, embeddedFolder } from '../config/database-config.ts'
import type { Database } from '../platform/db/database.ts'
import { openDatabase } from '../process/database.ts'
import type { Tables } from '../rental/tables.ts'
import type { Selected, Terminal } from './command.ts'

/** Opens a database for some work, and closes it afterwards. */
export async function openFor(
  settings: DatabaseSettings,
  use: (database: Database<Tables>) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(settings)
  try {
    await use(database)
  } finally {
    await database.close()
  }
}

/** Whether there is a database. Whether a PostgreSQL server has it is known only by asking. */
export function hasDatabase({ databaseUrl, dataDir }: DatabaseSettings): boolean {
  // PostgreSQL writes this file when it has made a database.
  return databaseUrl !== null || existsSync(join(embeddedFolder(dataDir), 'PG_VERSION'))
}

/**
 * Writes to standard error which database a command uses.
 *
 * @throws Error when it does not exist and the command does not create one
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
