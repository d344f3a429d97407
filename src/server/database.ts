import { join } from 'node:path'
import type { KyselyConfig } from 'kysely'
import type { Config } from '../config.ts'
import type { Database } from '../platform/db/database.ts'
import { openPglite } from '../platform/db/embedded/open-pglite.ts'
import { openPostgres } from '../platform/db/postgres/open-postgres.ts'
import { errorLine } from '../platform/logs/logged-error.ts'
import { cachedTables, placement } from '../rental/table-placement.ts'
import type { Tables } from '../rental/tables.ts'

/**
 * Opens the configured database: a PostgreSQL server, or the embedded one.
 *
 * @throws Error naming the setting if it cannot be used
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseReadUrl' | 'dataDir'>,
  log?: KyselyConfig['log'],
): Promise<Database<Tables>> {
  if (config.databaseUrl === null) {
    return openPglite<Tables>({
      folder: join(config.dataDir, 'database'),
      cachedTables,
      onLost: error => console.error(`Reopening the embedded database: ${errorLine(error)}`),
      log,
    })
  }
  let database: Database<Tables> | undefined
  try {
    database = await openPostgres<Tables>({
      url: config.databaseUrl,
      readUrl: config.databaseReadUrl ?? undefined,
      cachedTables,
      placement,
      onConnectionLost: error =>
        console.error(`Lost a database connection; reconnecting: ${errorLine(error)}`),
      log,
    })
    await database.clock.synchronize()
    return database
  } catch (error) {
    await database?.close()
    throw new Error(`DATABASE_URL: ${failureReason(error as Error, new URL(config.databaseUrl))}`, {
      cause: error,
    })
  }
}

/** Returns the reason of a failure without the password. */
function failureReason(error: Error, { hostname }: URL): string {
  // One error per address of the host; the first stands for all.
  const cause: Error = error instanceof AggregateError ? error.errors[0] : error
  switch ((cause as NodeJS.ErrnoException).code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host '${hostname}' is unknown; check the name`
    case 'ECONNREFUSED':
      return `no PostgreSQL server accepts connections there (${cause.message})`
    default:
      return cause.message
  }
}
