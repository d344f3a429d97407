import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { toInstant } from '../../../platform/dates/dates.ts'
import { agencyOf, inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import { calendarExpiresAt } from '../../prices/calendar/calendar-expires-at.sql.ts'
import { isUndone, joinLocalTime, listLocalTimes } from './job-local-times.sql.ts'

/** Responses expire every quarter of an hour anyway, as time zones change their offset at one. */
const lookahead = sql`interval '15 minutes'`

/** Returns the expiry of an agenda in epoch milliseconds: also when a job becomes late. */
export async function todayExpiresAt(
  ctx: Pick<Context, 'db' | 'caller' | 'clock'>,
): Promise<number> {
  const localTimes = await listLocalTimes(ctx)
  const [earliest, latest] = [localTimes.times[0], localTimes.times.at(-1)]
  if (earliest === undefined) return calendarExpiresAt(ctx)
  const { rows } = await sql<{ time_zone: string; end_local: string }>`
    select p.time_zone, min(j.end_local) as end_local
    from jobs j
    join properties p on p.agency_uid = ${agencyOf(ctx.caller, 'j')} and p.uid = j.property_uid
    ${joinLocalTime(localTimes)}
    where ${inCallerTenant(ctx.caller, 'j')} and ${isUndone}
      and j.end_local >= ${earliest}::timestamp
      and j.end_local <= ${latest}::timestamp + ${lookahead}
      and j.end_local >= c.local_time and j.end_local <= c.local_time + ${lookahead}
    group by p.time_zone`.execute(ctx.db)
  const jobEnds = rows.map(row => toInstant(row.end_local, row.time_zone).getTime())
  // A job is late one millisecond after its end.
  return Math.min(Math.min(...jobEnds) + 1, await calendarExpiresAt(ctx))
}
