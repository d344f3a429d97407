import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { LeadActsTable } from '../../tables.ts'

/** An act as it is kept; `details` is what else it was given. */
export type KeptAct = Omit<Selectable<LeadActsTable>, 'details'> & {
  details: { reason?: string } | null
}

/** How many acts of a lead are shown at most. */
export const actsMax = 1_000

/** What was done to a lead, oldest first; of very many the newest. */
export async function listActs(
  { db }: Pick<Context, 'db'>,
  lead: { agency_uid: string; uid: string },
): Promise<KeptAct[]> {
  const { rows } = await sql<KeptAct>`select a.* from (select a.* from lead_acts a
      where a.agency_uid = ${lead.agency_uid} and a.lead_uid = ${lead.uid}
      order by a.created_at desc, a.uid desc limit ${actsMax}) a
    order by a.created_at, a.uid`.execute(db)
  return rows
}
