import { join } from 'node:path'
import type { KyselyConfig } from 'kysely'
import type { Config } from '../config.ts'
import type { Database } from '../platform/db/database.ts'
import { openPglite } from '../platform/db/pglite/open-pglite.ts'
import { openPostgres } from '../platform/db/postgres/open-postgres.ts'
import { errorLine } from '../platform/logs/logged-error.ts'
import { placement, shownTables } from '../rental/table-kinds.ts'
import type { Tables } from '../rental/tables.ts'

/**
 * Opens the database that the settings name: a PostgreSQL server, or the embedded one.
 *
 * @throws Error naming the setting when it cannot be used
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseReadUrl' | 'dataDir'>,
  log?: KyselyConfig['log'],
): Promise<Database<Tables>> {
  if (config.databaseUrl === null) {
    return openPglite<Tables>({
      folder: join(config.dataDir, 'database'),
      shown: shownTables,
      onLost: error => console.error(`Reopening the embedded database: ${errorLine(error)}`),
      log,
    })
  }
  const database = openPostgres<Tables>({
    url: config.databaseUrl,
    readUrl: config.databaseReadUrl ?? undefined,
    shown: shownTables,
    placement,
    onConnectionLost: error =>
      console.error(`Lost a database connection; reconnecting: ${errorLine(error)}`),
    log,
  })
  try {
    await database.clock.settled()
  } catch (error) {
    await database.close()
    throw new Error(`DATABASE_URL: ${reasonOf(error as Error, new URL(config.databaseUrl))}`, {
      cause: error,
    })
  }
  return database
}

/** Says why a database cannot be used, in words that have no password. */
function reasonOf(error: Error, { hostname }: URL): string {
  const first: Error = error instanceof AggregateError ? error.errors[0] : error
  switch ((first as NodeJS.ErrnoException).code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host '${hostname}' is unknown; check the name`
    case 'ECONNREFUSED':
      return `no PostgreSQL server accepts connections there (${first.message})`
    default:
      return first.message
  }
}
