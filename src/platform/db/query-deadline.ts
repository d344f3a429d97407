/** Timeouts of database queries: docs/decisions/0106-plain-database-driver.md. */
import { AsyncLocalStorage } from 'node:async_hooks'

/** SQLSTATE of a failed connection. */
export const connectionFailure = '08006'
/** SQLSTATE of a canceled statement. */
const queryCanceled = '57014'

const timeout = new AsyncLocalStorage<number>()

/**
 * Runs `act` with a shorter timeout, in milliseconds, for its queries on a cluster, whose
 * coordinator waits for an unresponsive node.
 */
export function withQueryTimeout<T>(ms: number, act: () => T): T {
  return timeout.run(ms, act)
}

/** Returns the timeout of {@link withQueryTimeout} in milliseconds, outside of it Infinity. */
export function currentQueryTimeout(): number {
  return timeout.getStore() ?? Number.POSITIVE_INFINITY
}

/** Returns an error like that of a failed connection, for a database that does not respond. */
export function unresponsive(): Error {
  return Object.assign(new Error('The database does not respond'), { code: connectionFailure })
}

/** Returns whether the database did not respond in time. */
export function isUnresponsive(error: unknown): boolean {
  return codeOf(error) === connectionFailure
}

/** Returns whether a query took as long as it may, by the server's limit or by the client's. */
export function isTimedOut(error: unknown): boolean {
  return isUnresponsive(error) || codeOf(error) === queryCanceled
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code
}
