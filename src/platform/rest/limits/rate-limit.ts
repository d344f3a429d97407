import { type QueryExecutorProvider, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Run } from '../../db/database.ts'
import { isDiskFull } from '../../db/transaction.ts'
import { ApiError } from '../../errors.ts'
import { limitReached } from '../../limits/reached.ts'

const windowSeconds = 3600

/** Requests of one credential in its running hour. */
export interface RateWindow {
  limit: number
  remaining: number
  /** Until the window ends. */
  resetSeconds: number
}

/** What a process may still let in of the block that it has taken last. */
interface Lease {
  limit: number
  startedMs: number
  /** Of all processes, their blocks counted as if they were used up. */
  used: number
  left: number
}

export interface Counted {
  window: RateWindow
  refused: boolean
}

const credentialsMax = 20_000
/** So much may the clock of the process that began an hour be ahead of that of another. */
const skewMaxMs = 60_000

/**
 * Counts requests against their credentials, over all processes: a fixed hour from the first
 * counted one (contract/general.md §6). A process takes them in blocks, of at most a hundred and a
 * sixteenth of what remains, so that most requests ask nothing of the database and the limit is
 * never passed.
 */
export class RateCounts {
  readonly #run: Run
  readonly #leases = new LRUCache<string, Lease>({ max: credentialsMax })
  readonly #taking = new Map<string, Promise<Lease>>()

  constructor(run: Run) {
    this.#run = run
  }

  /**
   * Counts a request; one that is refused is not counted.
   *
   * @returns null when `limit` is 0
   */
  async count(credential: string, limit: number, now: Date): Promise<Counted | null> {
    if (limit === 0) return null
    for (;;) {
      const lease = this.#leases.get(credential)
      if (lease && isLive(lease, limit, now)) {
        if (lease.left > 0) {
          lease.left--
          return { window: windowOf(lease, now), refused: false }
        }
      }
      // Those that come at once wait for one block, in which there may be too few for all.
      const taking = this.#taking.get(credential)
      if (taking) {
        await taking
        continue
      }
      return this.#take(credential, limit, now)
    }
  }

  /** Whether the next request is let in by what this process has taken of the credential's hour. */
  hasLeft(credential: string, limit: number, now: Date): boolean {
    if (limit === 0) return true
    const lease = this.#leases.get(credential)
    return lease !== undefined && isLive(lease, limit, now) && lease.left > 0
  }

  /** Takes a block, and the first request of it before those who wait take theirs. */
  async #take(credential: string, limit: number, now: Date): Promise<Counted> {
    const taking = takeBlock(this.#run, credential, limit, now).catch(error => {
      if (!isDiskFull(error)) throw error
      return countedHere(this.#leases.get(credential), limit, now)
    })
    this.#taking.set(credential, taking)
    try {
      const lease = await taking
      this.#leases.set(credential, lease)
      return { window: windowOf(lease, now), refused: lease.used > limit }
    } finally {
      this.#taking.delete(credential)
    }
  }
}

/** Whether the hour of a block is not over. */
function isLive({ limit, startedMs }: Lease, asked: number, now: Date): boolean {
  const passedMs = now.getTime() - startedMs
  return limit === asked && passedMs >= -skewMaxMs && passedMs < windowSeconds * 1_000
}

function windowOf({ limit, startedMs, used, left }: Lease, now: Date): RateWindow {
  const elapsed = Math.floor((now.getTime() - startedMs) / 1_000)
  const resetSeconds = Math.min(windowSeconds, Math.max(1, windowSeconds - elapsed))
  return { limit, remaining: Math.max(0, limit - used + left), resetSeconds }
}

/** A block without the request that it is taken for. */
async function takeBlock(run: Run, credential: string, limit: number, now: Date): Promise<Lease> {
  const [row] = await run(takeStatement, [credential, now.toISOString(), limit])
  const [used, startedAt, taken] = row as [number, Date, number]
  return { limit, startedMs: startedAt.getTime(), used, left: used > limit ? 0 : taken - 1 }
}

/** Counts one request in this process alone, so that reads go on with a full disk. */
function countedHere(lease: Lease | undefined, limit: number, now: Date): Lease {
  if (lease === undefined || !isLive(lease, limit, now)) {
    return { limit, startedMs: now.getTime(), used: 1, left: 0 }
  }
  return { ...lease, used: Math.min(lease.used, limit) + 1, left: 0 }
}

/** How many of what remains are taken at once, as SQL. */
const blockOf = (used: string) => `greatest(1, least(100, ($3::int - ${used}) / 16))`
const isOver = `w.started_at <= $2::timestamptz - interval '1 hour'`
const next = blockOf('least(w.used, $3::int)')

const takeStatement = {
  name: 'take_requests',
  text: `
    insert into rate_windows as w (principal, started_at, used, taken)
    values ($1, $2::timestamptz, ${blockOf('0')}, ${blockOf('0')})
    on conflict (principal) do update set
      used = case when ${isOver} then excluded.used else least(w.used, $3::int) + ${next} end,
      taken = case when ${isOver} then excluded.taken else ${next} end,
      started_at = case when ${isOver} then excluded.started_at else w.started_at end
    returning used, started_at, taken`,
}

/** Deletes the hours that have ended, and says how many. */
export async function forgetWindows(db: QueryExecutorProvider, now: Date): Promise<number> {
  const ended = new Date(now.getTime() - windowSeconds * 1_000)
  const { numAffectedRows } = await sql`
    delete from rate_windows where started_at <= ${ended}`.execute(db)
  return Number(numAffectedRows)
}

/** The headers of contract/general.md §6. */
export function rateHeaders(window: RateWindow | null): Record<string, string> {
  if (window === null) {
    return { 'x-ratelimit-limit': '1000000000', 'x-ratelimit-remaining': '1000000000' }
  }
  const { limit, remaining, resetSeconds } = window
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'ratelimit-policy': `"hour";q=${limit};w=${windowSeconds}`,
    ratelimit: `"hour";r=${remaining};t=${resetSeconds}`,
  }
}

/** The refusal over the limit; `Retry-After` in seconds. */
export function rateLimited(window: RateWindow): ApiError {
  limitReached('requests_per_hour')
  return new ApiError('RATE_LIMITED', `Rate limit of ${window.limit} requests per hour exceeded`, {
    members: { limit: window.limit },
    headers: { 'retry-after': String(window.resetSeconds) },
  })
}
