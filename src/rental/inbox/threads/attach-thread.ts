import type { EventContext } from '../../../pending-events/record-event.ts'
import { sqlStates } from '../../../platform/db/sql-states.ts'
import { retry, sqlState } from '../../../platform/db/transaction.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import { recordThreadUpdate } from './record-thread-update.ts'
import type { Thread } from './thread.ts'
import { attachLead, findLeadThread, findStoredThread } from './threads.ts'

/**
 * Attaches the thread of a guest without a matched lead to a lead, unless the lead has one already
 * (contract/messaging.md §13).
 */
export async function attachThread(
  ctx: EventContext,
  thread: Thread,
  lead: Pick<LeadRow, 'agency_uid' | 'uid'>,
): Promise<Thread | undefined> {
  if (await findLeadThread(ctx, lead)) return undefined
  const attached = await attachLead(ctx, thread, lead.uid).catch(error => {
    // A concurrent transaction created the lead's thread; the retry finds it.
    throw sqlState(error) === sqlStates.uniqueViolation ? retry() : error
  })
  if (!attached) return undefined
  const current = await findStoredThread(ctx, attached)
  recordThreadUpdate(ctx, current, { changes: { leadUid: [null, lead.uid] } })
  return current
}
