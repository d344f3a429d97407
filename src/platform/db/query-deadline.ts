/** Timeouts of database queries: docs/decisions/0106-plain-database-driver.md. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { OperatorError } from '../operator-error.ts'
import { sqlStates } from './sql-states.ts'

const timeoutMs = new AsyncLocalStorage<number>()

/** Runs work with a shorter timeout, in milliseconds, for its queries on a server. */
export function withQueryTimeout<T>(ms: number, work: () => T): T {
  return timeoutMs.run(ms, work)
}

/** Returns the timeout of {@link withQueryTimeout} in milliseconds; Infinity outside of it. */
export function currentQueryTimeout(): number {
  return timeoutMs.getStore() ?? Number.POSITIVE_INFINITY
}

/** Returns the error of an unresponsive database, with the SQLSTATE of a failed connection. */
export function unresponsiveError(): Error {
  return Object.assign(new OperatorError('The database does not respond'), {
    code: sqlStates.connectionFailure,
  })
}

export function isUnresponsive(error: unknown): boolean {
  return errorCode(error) === sqlStates.connectionFailure
}

/** Returns whether a query exceeded the timeout of the server or of the client. */
export function isTimedOut(error: unknown): boolean {
  return isUnresponsive(error) || errorCode(error) === sqlStates.queryCanceled
}

function errorCode(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code
}
