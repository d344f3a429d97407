import type { Context } from '../../../context.ts'
import { expireLeads } from '../lead-actions/expire-leads.ts'
import { expireIfDue } from '../lead-actions/lead-transition.ts'
import type { CoveredLead } from '../leads/covered-leads.sql.ts'
import { listDependentLeads } from './group-nights.ts'

/**
 * Closes expired leads in units of a master property, and expired sub-leads that depend on its main
 * leads.
 *
 * @returns the remaining dependent sub-leads, locked
 */
export async function expireDependentLeads(
  ctx: Context,
  master: { agency_uid: string; uid: string },
  unitUids: string[],
): Promise<CoveredLead[]> {
  await expireLeads(ctx, master.agency_uid, unitUids)
  const dependents: CoveredLead[] = []
  for (const sub of await listDependentLeads(ctx, master)) {
    if ((await expireIfDue(ctx, sub.lead)) === sub.lead) dependents.push(sub)
  }
  return dependents
}
