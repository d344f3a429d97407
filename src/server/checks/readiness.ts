import type { Config } from '../../config.ts'
import { TimeoutError } from '../../platform/concurrency/with-timeout.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Tables } from '../../rental/tables.ts'
import { runChecks } from './check.ts'
import { migrationsCheck } from './database-checks.ts'
import { findDiskFault } from './service-checks.ts'

/** Timeout of a check, in milliseconds. */
const timeoutMs = 2_000

/** Time for which a result is used again, in milliseconds. */
const cacheMs = 1_000

/** Returns the reason why a server is not ready to serve requests; null: it is ready. */
export type Readiness = () => Promise<string | null>

interface ReadinessContext {
  config: Pick<Config, 'databaseUrl' | 'dataDir'>
  database: Pick<Database<Tables>, 'run' | 'ping' | 'room'>
}

/**
 * Creates the readiness check of a server: its disk can be written, and the database responds in
 * time and has all migrations. Requests within a second share one query.
 */
export function createReadinessCheck({ config, database }: ReadinessContext): Readiness {
  let latest: { startedAt: number; result: Promise<string | null> } | undefined
  return async () => {
    const disk = findDiskFault(config, database.room)
    if (disk !== null) return disk.detail
    const now = performance.now()
    if (latest === undefined || now - latest.startedAt >= cacheMs) {
      latest = { startedAt: now, result: queryDatabase(database) }
    }
    return latest.result
  }
}

/** Returns why the database is not ready. The check of migrations is one of the database, too. */
async function queryDatabase(database: ReadinessContext['database']): Promise<string | null> {
  const context = { database: database as Database<Tables> }
  const [result] = await runChecks([migrationsCheck], context, { timeoutMs, describe: publicText })
  return result?.status === 'failed' ? result.detail : null
}

/** Returns the reason of an error without its message, because any client can read it. */
function publicText(error: Error): string {
  if (error instanceof TimeoutError) return `The database did not respond within ${timeoutMs} ms`
  return 'The database is not available; retry later'
}
