import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { recordThreadUpdate } from './record-thread-update.ts'
import { listParticipants, type Thread } from './thread.ts'
import { updateReadStatus } from './threads.ts'

export type Side = 'AGENCY' | 'GUEST'

/**
 * Marks a thread as read or unread for one of its sides. Does nothing if that is its status already
 * (contract/messaging.md §6).
 */
export async function setReadStatus(
  ctx: Context,
  thread: Thread,
  side: Side,
  isRead: boolean,
): Promise<Thread> {
  return transaction(ctx, async (ctx: Context) => {
    const column = side === 'AGENCY' ? 'agency_read_at' : 'guest_read_at'
    const updated = await updateReadStatus(ctx, thread, column, isRead ? ctx.clock.now() : null)
    if (!updated) return thread
    const current = { ...thread, ...updated }
    const { participantType } = listParticipants(current)[side === 'AGENCY' ? 0 : 1]
    const [read, unread] = ['READ', 'UNREAD'] as const
    const fieldName = `readStatus.${participantType}`
    recordThreadUpdate(ctx, current, {
      changes: { [fieldName]: isRead ? [unread, read] : [read, unread] },
    })
    return current
  })
}
