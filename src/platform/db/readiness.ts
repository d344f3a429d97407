import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { listMigrations } from './migrations/migration-files.ts'

const timeoutMs = 2_000

const finishedSql = 'select name from migrations where applied_at is not null'

const diskFullText = 'The disk of the data folder is full: writes fail until space is freed'

/** Returns the reason why a server is not ready to serve requests; null: it is ready. */
export type Readiness = () => Promise<string | null>

/**
 * Creates the readiness check of a database: it responds in time and has all migrations of this
 * release. On a busy embedded database, the check does not wait for running queries.
 */
export function createReadinessCheck<Schema>(
  database: Pick<Database<Schema>, 'run' | 'ping' | 'room'>,
): Readiness {
  const migrations = listMigrations()
  const appliedMigrations = { name: 'migrations', text: finishedSql }
  let isMigrated = false
  const findObstacle = async (): Promise<string | null> => {
    // Applied migrations stay applied: after that, a reply of a busy engine is sufficient.
    const ping = isMigrated ? database.ping?.() : undefined
    if (ping) {
      await ping
      return null
    }
    const names = await migrations
    const applied = new Set((await database.run(appliedMigrations, [])).map(([name]) => name))
    const pending = names.filter(name => !applied.has(name))
    isMigrated = pending.length === 0
    return isMigrated ? null : `The database has pending migrations: ${pending.join(', ')}`
  }
  return async () => {
    if (database.room?.isShort) return diskFullText
    const timeout = new AbortController()
    const timeoutText = `The database did not respond within ${timeoutMs} ms`
    try {
      const { signal } = timeout
      return await Promise.race([findObstacle(), sleep(timeoutMs, timeoutText, { signal })])
    } catch {
      return 'The database is not available; retry later'
    } finally {
      timeout.abort()
    }
  }
}
