import { retry, sqlState } from '../../../platform/db/transaction.ts'
import type { Telling } from '../../events/events/record-event.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import { recordThreadUpdate } from './record-thread-update.ts'
import type { Thread } from './thread.ts'
import { findStoredThread, findThreadOfLead, updateLeadOf } from './threads.ts'

/**
 * Makes the thread of a guest, whose lead was not known, the thread of a lead, unless the lead has
 * one already (contract/messaging.md §13).
 */
export async function bindThread(
  ctx: Telling,
  thread: Thread,
  lead: Pick<LeadRow, 'agency_uid' | 'uid'>,
): Promise<Thread | undefined> {
  if (await findThreadOfLead(ctx, lead)) return undefined
  const bound = await updateLeadOf(ctx, thread, lead.uid).catch(error => {
    // A thread of the lead was made just now, and is found when the transaction runs again.
    throw sqlState(error) === '23505' ? retry() : error
  })
  if (!bound) return undefined
  const now = await findStoredThread(ctx, bound)
  recordThreadUpdate(ctx, now, { changes: { leadUid: [null, lead.uid] } })
  return now
}
