import type { Context, WorkContext } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { systemCaller } from '../../access/agencies/caller.ts'
import { lockFamilies } from '../../properties/sub-properties/lock-families.ts'
import type { LeadRow } from '../leads/lead.ts'
import { listLapsedUnscoped, lockLeads } from '../leads/leads.ts'
import { settleTimer } from './enter-state.ts'

const leadsAtOnce = 100

/**
 * Closes every lead whose timer has ended, one transaction each (contract/leads.md §4.3), and says
 * how many. Leads that others closed meanwhile are passed over; one that cannot be closed keeps
 * none of the others waiting.
 */
export async function sweepLeads(work: WorkContext): Promise<number> {
  let closed = 0
  for (;;) {
    const due = await listLapsedUnscoped(work, leadsAtOnce)
    const before = closed
    for (const lead of due) if (await lapse(work, lead)) closed++
    if (due.length < leadsAtOnce || closed === before) return closed
  }
}

async function lapse(
  work: WorkContext,
  { agency_uid, uid, property_uid }: Pick<LeadRow, 'agency_uid' | 'uid' | 'property_uid'>,
): Promise<boolean> {
  const caller = systemCaller(agency_uid)
  try {
    return await transaction({ ...work, caller }, async (ctx: Context) => {
      await lockFamilies(ctx, agency_uid, [property_uid])
      const [lead] = await lockLeads(ctx, agency_uid, [uid])
      return lead !== undefined && (await settleTimer(ctx, lead)) !== lead
    })
  } catch (error) {
    const what = { err: error, agency: agency_uid, leadUid: uid }
    work.log.error(what, 'a lead whose timer has ended was not closed')
    return false
  }
}
