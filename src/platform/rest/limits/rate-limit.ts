import { CompiledQuery, type QueryExecutorProvider, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Run } from '../../db/statements.ts'
import { isDiskFull } from '../../db/transaction.ts'
import { ApiError } from '../../errors.ts'
import { limitReached } from '../../limits/limit-metrics.ts'

const windowSeconds = 3600

/** Rate limit state of one credential in its current hour. */
export interface RateWindow {
  limit: number
  remaining: number
  /** Seconds until the window ends. */
  resetSeconds: number
}

/** Block of requests that this process has reserved. */
interface Lease {
  limit: number
  startedMs: number
  /** Requests counted by all processes, including the unused part of their blocks. */
  used: number
  /** Unused requests of this block. */
  remaining: number
}

export interface RateDecision {
  window: RateWindow
  refused: boolean
}

/** Maximum number of credentials with a block in memory. */
const credentialsMax = 20_000
/** Maximum clock skew between the processes. */
const clockSkewMaxMs = 60_000

/**
 * Rate limiter per credential across all processes: a fixed hour that starts at its first request
 * (contract/general.md §6). A process reserves requests in blocks of at most 100 and at most a
 * sixteenth of the remainder. Most requests need no query, and the limit is never exceeded.
 */
export class RateLimiter {
  readonly #run: Run
  readonly #leases = new LRUCache<string, Lease>({ max: credentialsMax })
  readonly #reservations = new Map<string, Promise<Lease>>()

  constructor(run: Run) {
    this.#run = run
  }

  /**
   * Counts a request unless it is refused.
   *
   * @returns null when `limit` is 0
   */
  async count(credential: string, limit: number, now: Date): Promise<RateDecision | null> {
    if (limit === 0) return null
    for (;;) {
      const lease = this.#leases.get(credential)
      if (lease && isCurrent(lease, limit, now)) {
        if (lease.remaining > 0) {
          lease.remaining--
          return { window: toWindow(lease, now), refused: false }
        }
      }
      // Concurrent requests wait for one block, which may be too small for all of them.
      const reservation = this.#reservations.get(credential)
      if (reservation) {
        await reservation
        continue
      }
      return this.#reserve(credential, limit, now)
    }
  }

  /** Returns whether the current block has requests left, so the next one cannot be refused. */
  hasRemaining(credential: string, limit: number, now: Date): boolean {
    if (limit === 0) return true
    const lease = this.#leases.get(credential)
    return lease !== undefined && isCurrent(lease, limit, now) && lease.remaining > 0
  }

  /** Reserves a block and counts a request before the waiting ones continue. */
  async #reserve(credential: string, limit: number, now: Date): Promise<RateDecision> {
    const reservation = reserveBlock(this.#run, credential, limit, now).catch(error => {
      if (!isDiskFull(error)) throw error
      return countLocally(this.#leases.get(credential), limit, now)
    })
    this.#reservations.set(credential, reservation)
    try {
      const lease = await reservation
      this.#leases.set(credential, lease)
      return { window: toWindow(lease, now), refused: lease.used > limit }
    } finally {
      this.#reservations.delete(credential)
    }
  }
}

/** Returns whether the hour of a block is not over and its limit is the requested one. */
function isCurrent({ limit, startedMs }: Lease, requestedLimit: number, now: Date): boolean {
  const passedMs = now.getTime() - startedMs
  return limit === requestedLimit && passedMs >= -clockSkewMaxMs && passedMs < windowSeconds * 1_000
}

function toWindow({ limit, startedMs, used, remaining }: Lease, now: Date): RateWindow {
  const elapsedSeconds = Math.floor((now.getTime() - startedMs) / 1_000)
  const resetSeconds = Math.min(windowSeconds, Math.max(1, windowSeconds - elapsedSeconds))
  return { limit, remaining: Math.max(0, limit - used + remaining), resetSeconds }
}

/** Reserves a block. `remaining` of the lease excludes the current request. */
async function reserveBlock(
  run: Run,
  credential: string,
  limit: number,
  now: Date,
): Promise<Lease> {
  const [row] = await run(reserveStatement, [credential, now.toISOString(), limit])
  const [used, startedAt, blockSize] = row as [number, Date, number]
  return {
    limit,
    startedMs: startedAt.getTime(),
    used,
    remaining: used > limit ? 0 : blockSize - 1,
  }
}

/** Counts a request in this process only, for reads while the disk is full. */
function countLocally(lease: Lease | undefined, limit: number, now: Date): Lease {
  if (lease === undefined || !isCurrent(lease, limit, now)) {
    return { limit, startedMs: now.getTime(), used: 1, remaining: 0 }
  }
  return { ...lease, used: Math.min(lease.used, limit) + 1, remaining: 0 }
}

/**
 * Counts an action of a principal in its current hour in the database, for limits so small that
 * each action reserves one.
 */
export async function countInHour(
  db: QueryExecutorProvider,
  principal: string,
  limit: number,
  now: Date,
): Promise<RateWindow & { refused: boolean }> {
  const query = CompiledQuery.raw(reserveStatement.text, [principal, now.toISOString(), limit])
  const { rows } = await db.getExecutor().executeQuery<{ used: number; started_at: Date }>(query)
  const { used, started_at } = rows[0]!
  const lease = { limit, startedMs: started_at.getTime(), used, remaining: 0 }
  return { ...toWindow(lease, now), refused: used > limit }
}

/**
 * SQL of the block size: a sixteenth of the remaining requests, at least 1 and at most 100.
 *
 * @param used SQL of the number of used requests
 */
const blockSizeSql = (used: string) => `greatest(1, least(100, ($3::int - ${used}) / 16))`
const isOverSql = `w.started_at <= $2::timestamptz - interval '1 hour'`
const nextSizeSql = blockSizeSql('least(w.used, $3::int)')

const reserveStatement = {
  name: 'take_requests',
  text: `
    insert into rate_windows as w (principal, started_at, used, block_size)
    values ($1, $2::timestamptz, ${blockSizeSql('0')}, ${blockSizeSql('0')})
    on conflict (principal) do update set
      used = case when ${isOverSql} then excluded.used
        else least(w.used, $3::int) + ${nextSizeSql} end,
      block_size = case when ${isOverSql} then excluded.block_size else ${nextSizeSql} end,
      started_at = case when ${isOverSql} then excluded.started_at else w.started_at end
    returning used, started_at, block_size`,
}

/** Deletes expired windows and returns their number. */
export async function deleteEndedWindows(db: QueryExecutorProvider, now: Date): Promise<number> {
  const endedBefore = new Date(now.getTime() - windowSeconds * 1_000)
  const { numAffectedRows } = await sql`
    delete from rate_windows where started_at <= ${endedBefore}`.execute(db)
  return Number(numAffectedRows)
}

/** Value of both headers without a limit. */
const unlimited = '1000000000'

/** Returns the headers of contract/general.md §6. */
export function rateHeaders(window: RateWindow | null): Record<string, string> {
  if (window === null) {
    return { 'x-ratelimit-limit': unlimited, 'x-ratelimit-remaining': unlimited }
  }
  const { limit, remaining, resetSeconds } = window
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'ratelimit-policy': `"hour";q=${limit};w=${windowSeconds}`,
    ratelimit: `"hour";r=${remaining};t=${resetSeconds}`,
  }
}

/** Returns the error for a request over the limit, with `Retry-After` in seconds. */
export function rateLimited(window: RateWindow): ApiError {
  limitReached('requests_per_hour')
  return new ApiError('RATE_LIMITED', `Rate limit of ${window.limit} requests per hour exceeded`, {
    members: { limit: window.limit },
    headers: { 'retry-after': String(window.resetSeconds) },
  })
}
