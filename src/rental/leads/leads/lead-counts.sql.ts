import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { type LeadFilters, whereFilters } from './lead-filters.sql.ts'
import { fromReached, reachedLeadRow } from './reached-leads.ts'

/** How many leads within reach pass the filters, by status or stage; those that some are in. */
export async function countLeadsBy(
  ctx: Context,
  by: 'status' | 'stage',
  filters: LeadFilters,
): Promise<[value: string, count: number][]> {
  const lead = reachedLeadRow(ctx)
  const value =
    by === 'stage' ? stageOf(lead, sql`${ctx.clock.now()}::timestamptz`) : lead('status')
  const { rows } = await sql<{ value: string; count: number }>`select ${value} as value,
      count(*) as count ${fromReached(ctx)}
    and l.deleted_at is null ${whereFilters(lead, filters)}
    group by 1`.execute(ctx.db)
  return rows.map(({ value, count }) => [value, count])
}

/** Where a lead is on its way at an instant; what has lapsed is closed, whatever it says. */
function stageOf(lead: Row, now: Sql): Sql {
  return sql`case
    when ${lead('status')} = 'BLOCKED' then 'BLOCK'
    when ${lead('status')} = 'BOOKED' then case
      when ${lead('check_in_at')} > ${now} then 'BOOKED'
      when ${lead('check_out_at')} > ${now} then 'STAY' else 'CLOSED' end
    when ${lead('status')} in ('ON_HOLD', 'PENDING', 'PENDING_APPROVED')
      then case when ${lead('timer_ends_at')} <= ${now} then 'CLOSED' else 'HOLD' end
    when ${lead('status')} in ('NEW', 'SAMPLE') then 'QUOTE' else 'CLOSED' end`
}
