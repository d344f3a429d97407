import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Cleanup } from '../../test/support/temporary.ts'
import { mayBeAway } from './workers.ts'

/** One statement on the database, and its rows. */
export type Ask = (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/** A node is back by then. */
const triesMax = 60

/** Connections of the proof's own, past the server; they wait for a node that is away. */
export function openAsk(cleanup: Cleanup, databaseUrl: string): Ask {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  cleanup.add(() => pool.end())
  return async (sql, values) => {
    for (let tried = 1; ; tried++) {
      try {
        return (await pool.query(sql, values)).rows
      } catch (error) {
        if (!mayBeAway || tried === triesMax) throw error
      }
      await sleep(500)
    }
  }
}
