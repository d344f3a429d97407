import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import { calendarExpiresAt } from '../../prices/calendar/calendar-expires-at.sql.ts'
import { openAfterStayMs } from './thread.ts'

/**
 * Returns the next time at which the status of a thread changes without a write, including the end
 * of the period after its guest's departure. Departures later than those queried are detected
 * within a quarter of an hour.
 */
export async function threadExpiresAt(
  ctx: Pick<Context, 'db' | 'caller' | 'clock'>,
): Promise<number> {
  const oldestDeparture = new Date(ctx.clock.now().getTime() - openAfterStayMs)
  const { rows } = await sql<{ left_at: Date | null }>`
    select min(l.check_out_at) as left_at from leads l
    where ${inCallerTenant(ctx.caller, 'l')} and l.check_out_at >= ${oldestDeparture}
      and l.check_out_local
        between (${oldestDeparture}::timestamptz at time zone 'UTC') - interval '2 days'
        and (${oldestDeparture}::timestamptz at time zone 'UTC') + interval '2 days'`.execute(
    ctx.db,
  )
  const closesMs = (rows[0]?.left_at?.getTime() ?? Infinity) + openAfterStayMs + 1
  return Math.min(closesMs, await calendarExpiresAt(ctx))
}
