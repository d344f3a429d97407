import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../operator-error.ts'

/** Error of work that did not end in time. */
export class TimeoutError extends OperatorError {
  readonly code = 'ETIMEDOUT'
}

/**
 * Runs work that has to end in time.
 *
 * @param work receives a signal that aborts at the timeout
 * @throws TimeoutError
 */
export async function withTimeout<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const [ended, expired] = [new AbortController(), new AbortController()]
  const timeout = sleep(timeoutMs, null, { signal: ended.signal }).then(() => {
    const error = new TimeoutError(`no response within ${timeoutMs / 1_000} s`)
    expired.abort(error)
    throw error
  })
  try {
    return await Promise.race([work(expired.signal), timeout])
  } finally {
    ended.abort()
  }
}
