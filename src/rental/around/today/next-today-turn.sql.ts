import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { agencyOf, ofCaller } from '../../access/agencies/tenant.sql.ts'
import { nextTurn } from '../../prices/calendar/next-turn.sql.ts'

/** When the clock alone changes next what a day asks of an agency: also when a job is late. */
export async function nextTodayTurn(
  ctx: Pick<Context, 'db' | 'caller' | 'clock'>,
): Promise<number> {
  const { rows } = await sql<{ ends_at: Date | null }>`
    select min(j.end_local at time zone p.time_zone) as ends_at
    from jobs j
    join properties p on p.agency_uid = ${agencyOf(ctx.caller, 'j')} and p.uid = j.property_uid
    where ${ofCaller(ctx.caller, 'j')} and j.status in ('NEW', 'ACCEPTED', 'DECLINED')
      and j.end_local at time zone p.time_zone >= ${ctx.clock.now()}`.execute(ctx.db)
  // A job is late when its end is past, not when it is there.
  const lateMs = (rows[0]?.ends_at?.getTime() ?? Infinity) + 1
  return Math.min(lateMs, await nextTurn(ctx))
}
