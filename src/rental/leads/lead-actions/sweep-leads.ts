import type { Context, WorkContext } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { systemCaller } from '../../access/agencies/caller.ts'
import { lockRooms } from '../../properties/units/lock-rooms.ts'
import { type Lapsing, listLapsingUnscoped, lockLeads } from '../leads/leads.ts'
import { settleTimer } from './enter-state.ts'

const leadsAtOnce = 100

/**
 * Closes every lead whose timer has ended, one transaction each (contract/leads.md §4.3). Leads
 * that others closed meanwhile are passed over; one that cannot be closed keeps none of the others
 * waiting.
 *
 * @param aheadMs how far to look ahead
 * @returns how many were closed, and whether a timer ends within `aheadMs` from now
 */
export async function sweepLeads(
  work: WorkContext,
  aheadMs = 0,
): Promise<{ closed: number; isMoreSoon: boolean }> {
  let closed = 0
  for (;;) {
    const now = work.clock.now()
    const until = new Date(now.getTime() + aheadMs)
    const listed = await listLapsingUnscoped(work, until, leadsAtOnce)
    const due = listed.filter(({ timer_ends_at }) => timer_ends_at! <= now)
    const before = closed
    for (const lead of due) if (await lapse(work, lead)) closed++
    if (due.length < leadsAtOnce || closed === before) {
      return { closed, isMoreSoon: due.length < listed.length }
    }
  }
}

async function lapse(
  work: WorkContext,
  { agency_uid, uid, property_uid }: Lapsing,
): Promise<boolean> {
  const caller = systemCaller(agency_uid)
  try {
    return await transaction({ ...work, caller }, async (ctx: Context) => {
      if (property_uid !== null) await lockRooms(ctx, agency_uid, [property_uid])
      const [lead] = await lockLeads(ctx, agency_uid, [uid])
      return lead !== undefined && (await settleTimer(ctx, lead)) !== lead
    })
  } catch (error) {
    const what = { err: error, agency: agency_uid, leadUid: uid }
    work.log.error(what, 'Could not close a lead whose timer expired. It is retried')
    return false
  }
}
