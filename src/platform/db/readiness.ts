import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { listMigrations } from '../db/migrate.ts'

const patienceMs = 2_000

/** Says what keeps a server from answering requests well; null: nothing. */
export type Readiness = () => Promise<string | null>

/** Whether the database answers soon, and has all that this release migrates. */
export function readinessOf<Schema>({ run }: Pick<Database<Schema>, 'run'>): Readiness {
  const wanted = listMigrations()
  const statement = { name: 'migrations', text: 'select name from migrations' }
  return async () => {
    const names = await wanted
    const late = new AbortController()
    try {
      const rows = await Promise.race([
        run(statement, []),
        sleep(patienceMs, null, { signal: late.signal }),
      ])
      if (rows === null) return `The database does not answer within ${patienceMs} ms`
      const done = new Set(rows.map(([name]) => name))
      const pending = names.filter(name => !done.has(name))
      return pending.length === 0 ? null : `The database is not migrated: ${pending.join(', ')}`
    } catch {
      return 'The database is not available, try again'
    } finally {
      late.abort()
    }
  }
}
