import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { LeadActsTable } from '../../tables.ts'

/** Stored action on a lead; `details` has further inputs, such as the reason. */
export type LeadActionRow = Omit<Selectable<LeadActsTable>, 'details'> & {
  details: { reason?: string } | null
}

/** Maximum number of actions in the history of a lead. */
export const leadActionsMax = 1_000

/** Lists the newest `leadActionsMax` actions on a lead, oldest first. */
export async function listLeadActions(
  { db }: Pick<Context, 'db'>,
  lead: { agency_uid: string; uid: string },
): Promise<LeadActionRow[]> {
  const { rows } = await sql<LeadActionRow>`select a.* from (select a.* from lead_acts a
      where a.agency_uid = ${lead.agency_uid} and a.lead_uid = ${lead.uid}
      order by a.created_at desc, a.uid desc limit ${leadActionsMax}) a
    order by a.created_at, a.uid`.execute(db)
  return rows
}
