import { sql } from 'kysely'
import type { Context } from '../../../context.ts'

const quarterMs = 900_000

/**
 * When the clock alone changes next what a calendar, or who looks at days and holds, may show, in
 * milliseconds since 1970: a day and an hour begin with a quarter of an hour in every time zone,
 * and a hold or request lapses when its timer ends (contract/pricing.md §3.1).
 */
export async function nextTurn(ctx: Pick<Context, 'db' | 'caller' | 'clock'>): Promise<number> {
  const now = ctx.clock.now()
  const agencyUids: readonly string[] = ctx.caller.agencyUids
  const { rows } = await sql<{ ends_at: Date | null }>`
    select min(l.timer_ends_at) as ends_at from leads l
    where l.agency_uid = any(${agencyUids}::uuid[]) and l.timer_ends_at > ${now}
      and l.status in ('ON_HOLD', 'PENDING', 'PENDING_APPROVED')`.execute(ctx.db)
  const lapsesMs = rows[0]?.ends_at?.getTime() ?? Infinity
  return nextTurnBefore(now, lapsesMs)
}

/** The next quarter of an hour, or an instant before it. */
export function nextTurnBefore(now: Date, ms: number): number {
  return Math.min(nextQuarter(now.getTime()), ms)
}

/** What is so up to and with a full quarter is no longer so a moment later. */
function nextQuarter(nowMs: number): number {
  const past = nowMs % quarterMs
  return past === 0 ? nowMs + 1 : nowMs - past + quarterMs
}
