/** Connections of one process that has the database to itself, for its migration or a restore. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { beginUnversioned } from '../cache-tags/bump-versions.ts'
import { exclusiveLock, stepwiseLock } from '../database.ts'
import type { Load, Row, Script } from '../statements.ts'
import { loadInto } from './copies.ts'

/** Interval of polls for the lock of a migration, in milliseconds. */
const stepwisePollMs = 250

/**
 * Runs work on a separate connection, under a lock that excludes all other processes, without
 * timeouts.
 */
export async function withExclusiveLock<T>(
  connect: () => Promise<pg.Client>,
  use: (script: Script, load: Load) => Promise<T>,
): Promise<T> {
  const client = await connect()
  try {
    return await inTransaction(client, beginUnversioned, async () => {
      await client.query('set local statement_timeout = 0; set local lock_timeout = 0')
      await client.query(`select pg_advisory_xact_lock(${exclusiveLock})`)
      return use(scriptOn(client), loadInto(client))
    })
  } finally {
    await client.end()
  }
}

/**
 * Runs work on a separate connection under a lock of its session. Polls for the lock, because a
 * waiting statement would hold a snapshot. The server ends an idle session, whose process is lost.
 */
export async function withStepwiseLock<T>(
  connect: () => Promise<pg.Client>,
  use: (script: Script) => Promise<T>,
  onWait: (text: string) => void,
): Promise<T> {
  const client = await connect()
  try {
    const script = scriptOn(client)
    await script(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_session_timeout = 60000',
    )
    for (let isFirst = true; ; isFirst = false) {
      const [[isLocked] = []] = await script(`select pg_try_advisory_lock(${stepwiseLock})`)
      if (isLocked) return await use(script)
      if (isFirst) onWait('Another process migrates the database; waiting until it has finished')
      await sleep(stepwisePollMs)
    }
  } finally {
    await client.end()
  }
}

export function scriptOn(client: pg.ClientBase): Script {
  return async text => (await client.query<Row>({ text, rowMode: 'array' })).rows
}

/** @param onBroken is called if the transaction cannot be rolled back */
export async function inTransaction<T>(
  client: pg.ClientBase,
  begin: string,
  use: () => Promise<T>,
  onBroken: (failure: Error) => void = () => undefined,
): Promise<T> {
  try {
    await client.query(begin)
    const result = await use()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(onBroken)
    throw error
  }
}
