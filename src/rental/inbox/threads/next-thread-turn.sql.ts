import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { ofCaller } from '../../access/agencies/tenant.sql.ts'
import { nextTurn } from '../../prices/calendar/next-turn.sql.ts'
import { keptOpenMs } from './thread.ts'

/**
 * When the clock alone changes next the status of a thread: also some time after its guest has
 * left. Guests who leave later than those looked at are found within a quarter of an hour.
 */
export async function nextThreadTurn(
  ctx: Pick<Context, 'db' | 'caller' | 'clock'>,
): Promise<number> {
  const left = new Date(ctx.clock.now().getTime() - keptOpenMs)
  const { rows } = await sql<{ left_at: Date | null }>`
    select min(l.check_out_at) as left_at from leads l
    where ${ofCaller(ctx.caller, 'l')} and l.check_out_at >= ${left}
      and l.check_out_local between (${left}::timestamptz at time zone 'UTC') - interval '2 days'
        and (${left}::timestamptz at time zone 'UTC') + interval '2 days'`.execute(ctx.db)
  const closesMs = (rows[0]?.left_at?.getTime() ?? Infinity) + keptOpenMs + 1
  return Math.min(closesMs, await nextTurn(ctx))
}
