import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { instantOf } from '../../../platform/dates.ts'
import { agencyOf, ofCaller } from '../../access/agencies/tenant.sql.ts'
import { nextTurn } from '../../prices/calendar/next-turn.sql.ts'
import { clocksOf, isUndone, joinClock } from './job-clocks.sql.ts'

/** The next quarter of an hour is a turn anyway; also clocks are changed at one. */
const ahead = sql`interval '15 minutes'`

/** When the clock alone changes next what a day asks of an agency: also when a job is late. */
export async function nextTodayTurn(
  ctx: Pick<Context, 'db' | 'caller' | 'clock'>,
): Promise<number> {
  const clocks = await clocksOf(ctx)
  const [first, last] = [clocks.times[0], clocks.times.at(-1)]
  if (first === undefined) return nextTurn(ctx)
  const { rows } = await sql<{ time_zone: string; end_local: string }>`
    select p.time_zone, min(j.end_local) as end_local
    from jobs j
    join properties p on p.agency_uid = ${agencyOf(ctx.caller, 'j')} and p.uid = j.property_uid
    ${joinClock(clocks)}
    where ${ofCaller(ctx.caller, 'j')} and ${isUndone}
      and j.end_local >= ${first}::timestamp and j.end_local <= ${last}::timestamp + ${ahead}
      and j.end_local >= c.shows and j.end_local <= c.shows + ${ahead}
    group by p.time_zone`.execute(ctx.db)
  const ends = rows.map(one => instantOf(one.end_local, one.time_zone).getTime())
  // A job is late when its end is past, not when it is there.
  return Math.min(Math.min(...ends) + 1, await nextTurn(ctx))
}
