import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { inCallerTenant } from '../../access/agencies/tenant.sql.ts'

const quarterMs = 900_000

/**
 * Returns the expiry of responses that depend on dates and holds, in epoch milliseconds: the end of
 * the current quarter of an hour, because days and hours begin with one in every time zone, or the
 * end of the next timer of a hold or request (contract/pricing.md §3.1).
 */
export async function calendarExpiresAt(
  ctx: Pick<Context, 'db' | 'caller' | 'clock'>,
): Promise<number> {
  const now = ctx.clock.now()
  const { rows } = await sql<{ ends_at: Date | null }>`
    select min(l.timer_ends_at) as ends_at from leads l
    where ${inCallerTenant(ctx.caller, 'l')} and l.timer_ends_at > ${now}
      and l.status in ('ON_HOLD', 'PENDING', 'PENDING_APPROVED')`.execute(ctx.db)
  const timerMs = rows[0]?.ends_at?.getTime() ?? Infinity
  return expiresAtLatest(now, timerMs)
}

/** Returns the end of the current quarter of an hour, or `ms` if that is earlier. */
export function expiresAtLatest(now: Date, ms: number): number {
  return Math.min(nextQuarter(now.getTime()), ms)
}

/** Returns the end of a quarter of an hour; a full quarter itself ends a millisecond later. */
function nextQuarter(nowMs: number): number {
  const past = nowMs % quarterMs
  return past === 0 ? nowMs + 1 : nowMs - past + quarterMs
}
