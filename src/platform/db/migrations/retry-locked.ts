import { setTimeout as sleep } from 'node:timers/promises'
import { sqlStates } from '../sql-states.ts'
import { sqlState } from '../transaction.ts'

export interface RetryOptions {
  /** Pause after the first failed attempt, in milliseconds. Later pauses are longer. */
  pauseMs: number
  /** Maximum number of attempts. */
  triesMax: number
  report: (text: string) => void
}

/**
 * Runs a transaction again while another one holds a lock that it needs, after pauses in which
 * other transactions can run.
 *
 * @throws Error if the lock is still held at the last attempt
 */
export async function retryLocked<T>(
  { pauseMs, triesMax, report }: RetryOptions,
  run: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!retryableStates.has(sqlState(error))) throw error
      if (attempt >= triesMax) throw new Error(lockedText, { cause: error })
      report(`Another transaction locks a table that a migration changes; retrying (${attempt})`)
    }
    // Random pauses keep several processes from trying at the same times.
    await sleep(pauseMs * Math.min(attempt, 10) * (0.75 + Math.random() / 2))
  }
}

const retryableStates = new Set<string | undefined>([
  sqlStates.lockNotAvailable,
  sqlStates.deadlockDetected,
  // Several locks together have the timeout of a statement.
  sqlStates.queryCanceled,
])

const lockedText =
  'Migration aborted: another transaction holds a lock on a table that a migration changes. ' +
  'Find it in pg_stat_activity, end it, and start again'
