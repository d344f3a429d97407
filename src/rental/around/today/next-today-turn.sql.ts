import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { instantOf } from '../../../platform/dates.ts'
import { agencyOf, ofCaller } from '../../access/agencies/tenant.sql.ts'
import { nextTurn } from '../../prices/calendar/next-turn.sql.ts'
import { clockOfProperty, clocksOfJobs, isUndone } from './job-clocks.sql.ts'

/** When the clock alone changes next what a day asks of an agency: also when a job is late. */
export async function nextTodayTurn(
  ctx: Pick<Context, 'db' | 'caller' | 'clock'>,
): Promise<number> {
  const clocks = await clocksOfJobs(ctx)
  const { rows } = await sql<{ time_zone: string; end_local: string }>`
    select p.time_zone, min(j.end_local) as end_local
    from jobs j
    join properties p on p.agency_uid = ${agencyOf(ctx.caller, 'j')} and p.uid = j.property_uid
    where ${ofCaller(ctx.caller, 'j')} and ${isUndone}
      and j.end_local >= ${clockOfProperty(clocks)}
    group by p.time_zone`.execute(ctx.db)
  const ends = rows.map(one => instantOf(one.end_local, one.time_zone).getTime())
  // A job is late when its end is past, not when it is there.
  return Math.min(Math.min(...ends) + 1, await nextTurn(ctx))
}
