import type { Kysely, Transaction } from 'kysely'
import { ApiError } from '../errors.ts'
import type { LimitName } from '../limits/limit-metrics.ts'
import { OperatorError } from '../operator-error.ts'
import type { LastWrites, PendingWrites } from './before-commit.ts'
import { collectInvalidations } from './cache-tags/invalidate.ts'
import { lostWorker } from './cluster/lost-worker.ts'
import { topologyOf } from './cluster/topology.ts'
import { isPlanOutdated } from './failed-statement.ts'
import { pipelined } from './pipeline/pipelined.ts'
import { isDriverError } from './postgres/driver-errors.ts'
import { sqlStates } from './sql-states.ts'
import { withinTransaction } from './transaction-context.ts'

const attemptsMax = 5
/** Base of the random pause before another attempt, in milliseconds. */
const pauseMs = 20

/**
 * SQLSTATEs after which the whole transaction is retried: deadlock, serialization failure, and an
 * overlap with a row that was inserted after the check.
 */
const retryableStates = new Set<string>([
  sqlStates.deadlockDetected,
  sqlStates.serializationFailure,
  sqlStates.exclusionViolation,
])

/** Returns an error that makes the transaction retry, because its data has changed in between. */
export function retry(): Error {
  return Object.assign(new OperatorError('Run the transaction again'), {
    code: sqlStates.serializationFailure,
  })
}

/** Context of a transaction. `pending` collects writes to run before the commit. */
interface TransactionContext<Schema> {
  db: Kysely<Schema>
  pending?: PendingWrites
}

/**
 * Runs a command in one transaction, and the writes of `pending` before its commit. Inside another
 * transaction it joins that one. Contention is retried a few times. Statements of concurrent calls
 * are pipelined in that order, including the last writes and the commit.
 *
 * @throws ApiError SERVICE_UNAVAILABLE after the last retry
 */
export async function transaction<Schema, Context extends TransactionContext<Schema>, Result>(
  ctx: Context & TransactionContext<Schema>,
  command: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  if (ctx.db.isTransaction) return command(ctx)
  for (let attempt = 1; ; attempt++) {
    try {
      return await runAttempt(ctx, command)
    } catch (error) {
      if (!retryableStates.has(sqlState(error) ?? '') && !isPlanOutdated(error)) throw error
      if (attempt === attemptsMax) throw contention(error)
      await new Promise(resolve => setTimeout(resolve, Math.random() * pauseMs * 2 ** attempt))
    }
  }
}

async function runAttempt<Schema, Context extends TransactionContext<Schema>, Result>(
  ctx: Context & TransactionContext<Schema>,
  command: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  const pending = ctx.pending?.begin()
  const callbacks: (() => void)[] = []
  let lastWrites: LastWrites | undefined
  const run = async (queued: Transaction<Schema>) => {
    const db = await pipelined(queued)
    const result = await command({ ...ctx, db, ...(pending ? { pending } : {}) })
    // The last writes and the commit may be sent before the responses to these writes.
    lastWrites = await pending?.flush(db as never)
    if (!topologyOf(db).pipelinesCommit) await lastWrites?.written
    return result
  }
  // The commit of a failed transaction rolls back; the last writes then reject with the reason.
  const result = await collectInvalidations(() =>
    ctx.db
      .transaction()
      .execute(db => withinTransaction(() => run(db), callbacks))
      .finally(() => lastWrites?.written),
  )
  for (const callback of callbacks) callback()
  pending?.committed()
  return result
}

/** Format of a SQLSTATE. Each has a digit, unlike codes of the operating system such as EPIPE. */
const sqlStatePattern = /^(?=.*\d)[0-9A-Z]{5}$/

/** Returns the SQLSTATE of a database error of either engine, or undefined. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && sqlStatePattern.test(code) ? code : undefined
}

/** Returns the error for a client whose transaction met too much contention. */
export function contention(cause: unknown): ApiError {
  return new ApiError(
    'SERVICE_UNAVAILABLE',
    'Too many concurrent writes to the same objects; retry later',
    {
      headers: { 'retry-after': '1' },
      cause,
    },
  )
}

const unavailableMessage =
  /Connection terminated|is not queryable|timeout exceeded when trying to connect/

/** Returns the limit that caused an error; null: none. */
export function exceededLimit(error: unknown): LimitName | null {
  const limits: Record<string, LimitName> = {
    [sqlStates.queryCanceled]: 'database_statement',
    [sqlStates.lockNotAvailable]: 'database_lock',
    [sqlStates.idleInTransactionTimeout]: 'database_idle',
    [sqlStates.connectionFailure]: 'database_silent',
  }
  return limits[sqlState(error) ?? ''] ?? null
}

export function isLockedOut(error: unknown): boolean {
  return sqlState(error) === sqlStates.lockNotAvailable
}

/**
 * SQLSTATEs of a server that ends idle transactions, and of one that refuses writes because it has
 * become a replica.
 */
const unavailableStates = new Set<string>([
  sqlStates.idleInTransactionTimeout,
  sqlStates.readOnlyTransaction,
])

const diskFullCodes = new Set<string>([sqlStates.diskFull, 'ENOSPC', 'EDQUOT'])

/** Returns whether a disk is full: of the database, the file store or temporary files. */
export function isDiskFull(error: unknown): boolean {
  return diskFullCodes.has(String((error as { code?: unknown } | null)?.code))
}

/**
 * Waits for a write that is optional for the caller.
 *
 * @returns false if the disk is full
 */
export async function unlessDiskFull(write: Promise<unknown>): Promise<boolean> {
  try {
    await write
    return true
  } catch (error) {
    if (isDiskFull(error)) return false
    throw error
  }
}

const connectionErrorCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE'])

/**
 * Returns true if the database is unreachable, starting or stopping, or too slow. Errors of other
 * connections, such as one that a client closed, do not count.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlState(error)
  const { code, message = '' } = error as NodeJS.ErrnoException
  if (state === sqlStates.internalError) return lostWorker.test(message)
  // Classes: connection failures, insufficient resources, operator intervention, system errors.
  if (state !== undefined) return /^(08|53|57|58)/.test(state) || unavailableStates.has(state)
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  if (code !== undefined && connectionErrorCodes.has(code)) return isDriverError(error)
  return unavailableMessage.test(message)
}
