import { type Kysely, sql } from 'kysely'
import { ApiError } from '../errors.ts'

const windowSeconds = 3600

/** Requests of one credential in its running hour. */
export interface RateWindow {
  limit: number
  remaining: number
  /** Until the window ends. */
  resetSeconds: number
}

/** The window of a credential without a limit. */
export const unlimited = null

/**
 * Counts a request against its credential, exactly across processes: a fixed hour from the first
 * counted one (contract/general.md §6). A refused request is not counted.
 *
 * @returns null when `limit` is 0
 */
export async function countRequest(
  db: Kysely<never>,
  principal: string,
  limit: number,
  now: Date,
): Promise<{ window: RateWindow; refused: boolean } | null> {
  if (limit === 0) return unlimited
  const { rows } = await sql<{ used: number; started_at: Date }>`
    insert into rate_windows as w (principal, started_at, used) values (${principal}, ${now}, 1)
    on conflict (principal) do update set
      used = case when w.started_at <= ${now}::timestamptz - interval '1 hour' then 1
        else least(w.used, ${limit}::int) + 1 end,
      started_at = case when w.started_at <= ${now}::timestamptz - interval '1 hour'
        then excluded.started_at else w.started_at end
    returning used, started_at`.execute(db)
  const { used, started_at } = rows[0]!
  const elapsed = Math.floor((now.getTime() - started_at.getTime()) / 1000)
  const resetSeconds = Math.min(windowSeconds, Math.max(1, windowSeconds - elapsed))
  const window = { limit, remaining: Math.max(0, limit - used), resetSeconds }
  return { window, refused: used > limit }
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
  return new ApiError('RATE_LIMITED', `Rate limit of ${window.limit} requests per hour exceeded`, {
    members: { limit: window.limit },
    headers: { 'retry-after': String(window.resetSeconds) },
  })
}
