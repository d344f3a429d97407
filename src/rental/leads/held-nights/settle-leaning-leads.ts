import type { Context } from '../../../context.ts'
import { settleTimer } from '../lead-actions/enter-state.ts'
import { lapseLeads } from '../lead-actions/lapse-leads.ts'
import type { CoveredLead } from '../leads/covered-leads.sql.ts'
import { listLeaningLeads } from './group-nights.ts'

/**
 * Closes the leads that have lapsed on units of a master, or lean there and have lapsed.
 *
 * @returns the sub-leads that lean on main leads at the master, locked
 */
export async function settleLeaningLeads(
  ctx: Context,
  master: { agency_uid: string; uid: string },
  unitUids: string[],
): Promise<CoveredLead[]> {
  await lapseLeads(ctx, master.agency_uid, unitUids)
  const leaning: CoveredLead[] = []
  for (const sub of await listLeaningLeads(ctx, master)) {
    if ((await settleTimer(ctx, sub.lead)) === sub.lead) leaning.push(sub)
  }
  return leaning
}
