import type { Kysely, Transaction } from 'kysely'
import { ApiError } from '../errors.ts'
import type { LimitName } from '../limits/reached.ts'
import { lostWorker } from './citus/cluster.ts'
import { isOutlived } from './failed-statement.ts'
import { gathered } from './gathered/gathered.ts'
import { withinTransaction } from './in-transaction.ts'
import { withTouched } from './marks/touched.ts'
import type { LastWrites, PendingWrites } from './pending-writes.ts'
import { isDriverError } from './postgres/driver-errors.ts'
import { connectionFailure } from './query-deadline.ts'

const attemptsMax = 5

/**
 * Deadlock, serialization failure, and a collision of ranges with a row that appeared after the
 * check: the whole transaction may be run again, and will see what stood in its way.
 */
const retryable = new Set(['40P01', '40001', '23P01'])

/** What a transaction throws that found the world changed under it: it is run again. */
export function retry(): Error {
  return Object.assign(new Error('Run the transaction again'), { code: '40001' })
}

/** What a transaction needs of a context; an pending where its acts make events. */
interface Transacting<Schema> {
  db: Kysely<Schema>
  pending?: PendingWrites
}

/**
 * Runs an act in one transaction, at whose end what it has put into the pending is written. Inside
 * another act's transaction it joins that one. Contention is retried within a bound. Statements
 * that the act asks for at once are sent at once and done in that order, the last writes and the
 * commit among them.
 *
 * @throws ApiError SERVICE_UNAVAILABLE when the retries are used up
 */
export async function transaction<Schema, Context extends Transacting<Schema>, Result>(
  ctx: Context & Transacting<Schema>,
  act: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  if (ctx.db.isTransaction) return act(ctx)
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce(ctx, act)
    } catch (error) {
      if (!retryable.has(sqlState(error) ?? '') && !isOutlived(error)) throw error
      if (attempt === attemptsMax) throw contention(error)
      await new Promise(resolve => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}

async function attemptOnce<Schema, Context extends Transacting<Schema>, Result>(
  ctx: Context & Transacting<Schema>,
  act: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  const pending = ctx.pending?.begin()
  const after: (() => void)[] = []
  let last: LastWrites | undefined
  const run = async (alone: Transaction<Schema>) => {
    const db = await gathered(alone)
    const answer = await act({ ...ctx, db, ...(pending ? { pending } : {}) })
    last = await pending?.flush(db as never)
    if (db === alone) await last?.written
    return answer
  }
  // A commit of what has failed is none: why it has failed is told by that itself.
  const result = await withTouched(() =>
    ctx.db
      .transaction()
      .execute(db => withinTransaction(() => run(db), after))
      .finally(() => last?.written),
  )
  for (const told of after) told()
  pending?.committed()
  return result
}

/** Every SQLSTATE has a digit, which codes of the operating system such as EPIPE have not. */
const sqlStateForm = /^(?=.*\d)[0-9A-Z]{5}$/

/** Returns the SQLSTATE of a database error of either engine, or undefined. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && sqlStateForm.test(code) ? code : undefined
}

/** The refusal of who finds too many others at the same rows. */
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

const away = /Connection terminated|is not queryable|timeout exceeded when trying to connect/
const idleTooLong = '25P03'

/** The limit of {@link DatabaseLimits} that an error tells of, if it does. */
export function databaseLimitOf(error: unknown): LimitName | null {
  const limits: Record<string, LimitName> = {
    '57014': 'database_statement',
    '55P03': 'database_lock',
    [idleTooLong]: 'database_idle',
    [connectionFailure]: 'database_silent',
  }
  return limits[sqlState(error) ?? ''] ?? null
}

/** Whether somebody else held a row for too long. */
export function isLockedOut(error: unknown): boolean {
  return sqlState(error) === '55P03'
}

/**
 * SQLSTATEs of a server that ends idle transactions, and of one that refuses writes because it has
 * become a replica.
 */
const refusesAll = new Set([idleTooLong, '25006'])

const noSpace = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Whether a disk is full: that of the database, of the file store or of temporary files. */
export function isDiskFull(error: unknown): boolean {
  return noSpace.has(String((error as { code?: unknown } | null)?.code))
}

/**
 * Waits for a write that a read can do without.
 *
 * @returns whether it was done; false with a full disk
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

const lostConnection = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE'])

/**
 * Whether the database could not be reached, is starting or stopping, or took too long. An error of
 * another connection, such as one that a client ends, says nothing of it.
 */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error)
  const { code, message = '' } = error as NodeJS.ErrnoException
  if (state === 'XX000') return lostWorker.test(message)
  if (state !== undefined) return /^(08|53|57|58)/.test(state) || refusesAll.has(state)
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  if (code !== undefined && lostConnection.has(code)) return isDriverError(error)
  return away.test(message)
}
