import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { listMigrations } from '../db/migrate.ts'

const patienceMs = 2_000

const noRoomText = 'The disk of the data folder is full: writes fail until space is freed'

/** Says what keeps a server from answering requests well; null: nothing. */
export type Readiness = () => Promise<string | null>

/**
 * Whether the database answers soon, and has all that this release migrates. It does not wait for
 * others' work on a database that does one thing at a time.
 */
export function readinessOf<Schema>(
  database: Pick<Database<Schema>, 'run' | 'reach' | 'room'>,
): Readiness {
  const wanted = listMigrations()
  const statement = { name: 'migrations', text: 'select name from migrations' }
  let isMigrated = false
  const findObstacle = async (): Promise<string | null> => {
    const reached = isMigrated ? database.reach?.() : undefined
    if (reached) {
      await reached
      return null
    }
    const names = await wanted
    const done = new Set((await database.run(statement, [])).map(([name]) => name))
    const pending = names.filter(name => !done.has(name))
    isMigrated = pending.length === 0
    return isMigrated ? null : `The database has pending migrations: ${pending.join(', ')}`
  }
  return async () => {
    if (database.room?.isShort) return noRoomText
    const late = new AbortController()
    const lateText = `The database did not respond within ${patienceMs} ms`
    try {
      const { signal } = late
      return await Promise.race([findObstacle(), sleep(patienceMs, lateText, { signal })])
    } catch {
      return 'The database is not available; retry later'
    } finally {
      late.abort()
    }
  }
}
