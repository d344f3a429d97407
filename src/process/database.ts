import { join } from 'node:path'
import type { KyselyConfig } from 'kysely'
import type { Config } from '../config.ts'
import type { Database } from '../platform/db/database.ts'
import { openPglite } from '../platform/db/pglite/open-pglite.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { errorLine } from '../platform/logs/logged-error.ts'
import { placement, shownTables } from '../rental/table-kinds.ts'
import type { Tables } from '../rental/tables.ts'

/** The database that the settings name: a PostgreSQL server, or the embedded one. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseReadUrl' | 'dataDir'>,
  log?: KyselyConfig['log'],
): Promise<Database<Tables>> {
  if (config.databaseUrl === null) {
    return openPglite<Tables>({
      folder: join(config.dataDir, 'database'),
      shown: shownTables,
      onLost: error => console.error(`Opening the embedded database again: ${errorLine(error)}`),
      log,
    })
  }
  const database = openPostgres<Tables>({
    url: config.databaseUrl,
    readUrl: config.databaseReadUrl ?? undefined,
    shown: shownTables,
    placement,
    onConnectionLost: error => console.error(`Lost a database connection: ${errorLine(error)}`),
    log,
  })
  // Who asks the database next is told why it cannot be asked.
  await database.clock.settled().catch(() => undefined)
  return database
}
