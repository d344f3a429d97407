import { type QueryExecutorProvider, sql } from 'kysely'
import type { Run } from '../../db/database.ts'
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

/**
 * Counts a request against its credential, exactly across processes: a fixed hour from the first
 * counted one (contract/general.md §6). A refused request is not counted.
 *
 * @returns null when `limit` is 0
 */
export async function countRequest(
  run: Run,
  credential: string,
  limit: number,
  now: Date,
): Promise<{ window: RateWindow; refused: boolean } | null> {
  if (limit === 0) return null
  const [row] = await run(countStatement, [credential, now.toISOString(), limit])
  const [used, startedAt] = row as [number, Date]
  const elapsed = Math.floor((now.getTime() - startedAt.getTime()) / 1000)
  const resetSeconds = Math.min(windowSeconds, Math.max(1, windowSeconds - elapsed))
  const window = { limit, remaining: Math.max(0, limit - used), resetSeconds }
  return { window, refused: used > limit }
}

const countStatement = {
  name: 'count_request',
  text: `
    insert into rate_windows as w (principal, started_at, used) values ($1, $2::timestamptz, 1)
    on conflict (principal) do update set
      used = case when w.started_at <= $2::timestamptz - interval '1 hour' then 1
        else least(w.used, $3::int) + 1 end,
      started_at = case when w.started_at <= $2::timestamptz - interval '1 hour'
        then excluded.started_at else w.started_at end
    returning used, started_at`,
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
