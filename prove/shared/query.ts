import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Cleanup } from '../../test/support/temporary.ts'
import { mayBeUnavailable } from './workers.ts'

/** Runs one statement on the database and returns its rows. */
export type Query = (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/** Attempts until a node is available again, half a second apart. */
const attemptsMax = 60

/** Opens connections to the database that retry while a node is unavailable. */
export function openQuery(cleanup: Cleanup, databaseUrl: string): Query {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  cleanup.add(() => pool.end())
  return async (sql, values) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return (await pool.query(sql, values)).rows
      } catch (error) {
        if (!mayBeUnavailable || attempt === attemptsMax) throw error
      }
      await sleep(500)
    }
  }
}
