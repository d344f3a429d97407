import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../src/rental/tables.ts'
import { eventually } from '../eventually.ts'
import { someWaitSql } from './cluster.ts'

/**
 * Sends a request during a transaction, which commits when the request waits for its lock.
 *
 * @param lock takes the lock
 */
export async function requestWhileLocked<T>(
  database: Kysely<Tables>,
  lock: (db: Kysely<Tables>) => Promise<unknown>,
  request: () => Promise<T>,
): Promise<T> {
  const { response } = await database.transaction().execute(async db => {
    await lock(db)
    const response = request()
    await eventually(async () => {
      const { rows } = await sql.raw(someWaitSql).execute(database)
      return rows.length > 0
    }, 5)
    return { response }
  })
  return response
}
