import type { Context, WorkContext } from '../../context.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { systemCaller } from '../agencies/caller.ts'
import { settleTimer } from './enter-state.ts'
import { listLapsedUnscoped, lockLeads } from './leads.ts'

const leadsAtOnce = 100

/**
 * Closes every lead whose timer has ended, one transaction each (contract/leads.md §4.3), and says
 * how many. Leads that others closed meanwhile are passed over.
 */
export async function sweepLeads(work: WorkContext): Promise<number> {
  let closed = 0
  for (;;) {
    const due = await listLapsedUnscoped(work, leadsAtOnce)
    for (const { agency_uid, uid } of due) {
      const caller = systemCaller(agency_uid)
      closed += await transaction({ ...work, caller }, async (ctx: Context) => {
        const [lead] = await lockLeads(ctx, agency_uid, [uid])
        return lead && (await settleTimer(ctx, lead)) !== lead ? 1 : 0
      })
    }
    if (due.length < leadsAtOnce) return closed
  }
}
