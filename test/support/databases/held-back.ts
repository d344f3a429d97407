import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../src/rental/tables.ts'
import { eventually } from '../eventually.ts'
import { someWaitSql } from './cluster.ts'

/**
 * Begins a request within a transaction, which ends when the request waits for it.
 *
 * @param act locks what the request needs
 */
export async function heldBack<T>(
  database: Kysely<Tables>,
  act: (db: Kysely<Tables>) => Promise<unknown>,
  request: () => Promise<T>,
): Promise<T> {
  const { answer } = await database.transaction().execute(async db => {
    await act(db)
    const answer = request()
    await eventually(async () => {
      const { rows } = await sql.raw(someWaitSql).execute(database)
      return rows.length > 0
    }, 5)
    return { answer }
  })
  return answer
}
