import pg from 'pg'
import type { Cleanup } from '../test/support/temporary.ts'

/** One statement on the database, and its rows. */
export type Ask = (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/** Connections of the proof's own, past the server. */
export function openAsk(cleanup: Cleanup, databaseUrl: string): Ask {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  cleanup.add(() => pool.end())
  return async (sql, values) => (await pool.query(sql, values)).rows
}
