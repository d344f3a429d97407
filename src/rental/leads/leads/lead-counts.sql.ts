import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { accessibleLeadRow, fromAccessibleLeads } from './accessible-leads.ts'
import { type LeadFilters, whereFilters } from './lead-filters.sql.ts'

/** Counts the caller's accessible leads by status or stage; values without leads are left out. */
export async function countLeadsBy(
  ctx: Context,
  by: 'status' | 'stage',
  filters: LeadFilters,
): Promise<[value: string, count: number][]> {
  const lead = accessibleLeadRow(ctx)
  const property =
    by === 'stage' ? selectStage(lead, sql`${ctx.clock.now()}::timestamptz`) : lead('status')
  const { rows } = await sql<{ value: string; count: number }>`select ${property} as value,
      count(*) as count ${fromAccessibleLeads(ctx)}
    and l.deleted_at is null ${whereFilters(lead, filters)}
    group by 1`.execute(ctx.db)
  return rows.map(({ value, count }) => [value, count])
}

/** Returns the stage of a lead at an instant; a lead whose timer has ended counts as closed. */
function selectStage(lead: Row, now: Sql): Sql {
  return sql`case
    when ${lead('status')} = 'BLOCKED' then 'BLOCK'
    when ${lead('status')} = 'BOOKED' then case
      when ${lead('check_in_at')} > ${now} then 'BOOKED'
      when ${lead('check_out_at')} > ${now} then 'STAY' else 'CLOSED' end
    when ${lead('status')} in ('ON_HOLD', 'PENDING', 'PENDING_APPROVED')
      then case when ${lead('timer_ends_at')} <= ${now} then 'CLOSED' else 'HOLD' end
    when ${lead('status')} in ('NEW', 'SAMPLE') then 'QUOTE' else 'CLOSED' end`
}
