import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { recordThreadUpdate } from './record-thread-update.ts'
import { participantsOf, type Thread } from './thread.ts'
import { updateReadStatus } from './threads.ts'

/** A side of a thread. */
export type Side = 'AGENCY' | 'GUEST'

/**
 * Marks a thread as read or not by one of its sides; one that is so already stays as it is
 * (contract/messaging.md §6).
 */
export async function markThread(
  ctx: Context,
  thread: Thread,
  side: Side,
  isRead: boolean,
): Promise<Thread> {
  return transaction(ctx, async (ctx: Context) => {
    const column = side === 'AGENCY' ? 'agency_read_at' : 'guest_read_at'
    const marked = await updateReadStatus(ctx, thread, column, isRead ? ctx.clock.now() : null)
    if (!marked) return thread
    const now = { ...thread, ...marked }
    const { participantType } = participantsOf(now)[side === 'AGENCY' ? 0 : 1]
    const [read, unread] = ['READ', 'UNREAD'] as const
    const field = `readStatus.${participantType}`
    recordThreadUpdate(ctx, now, {
      changes: { [field]: isRead ? [unread, read] : [read, unread] },
    })
    return now
  })
}
