import type { EventContext } from '../../../pending-events/record-event.ts'
import { recordThreadUpdate } from '../threads/record-thread-update.ts'
import { findStoredThread } from '../threads/threads.ts'
import type { MessageRow } from './message.ts'
import { updateMessage } from './messages.ts'
import { recordStatus } from './record-status.ts'

/** Final result of an outgoing message. */
export interface FinalOutcome {
  status: 'SENT' | 'FAILED'
  failureReason: string | null
  /** Id of the message in its channel. */
  externalId: string | null
  /** True if the message had been sent, or had failed, before. */
  isResend: boolean
}

/**
 * Records that a message was sent or has failed for good, and emits the event
 * (contract/messaging.md §7, §11), in the transaction that ends the delivery. Ignores a message
 * that is not being sent.
 */
export async function finishMessage(
  ctx: EventContext,
  { agency_uid, uid, thread_uid }: Pick<MessageRow, 'agency_uid' | 'uid' | 'thread_uid'>,
  { status, failureReason, externalId, isResend }: FinalOutcome,
): Promise<MessageRow | undefined> {
  const key = { agency_uid, uid, status: 'CREATED' }
  const finished = await updateMessage(ctx, key, {
    status,
    failure_reason: failureReason,
    external_id: externalId,
  })
  if (!finished) return undefined
  const thread = await findStoredThread(ctx, { agency_uid, uid: thread_uid })
  recordStatus(ctx, finished, thread, 'CREATED')
  if (status === 'FAILED' || isResend) recordThreadUpdate(ctx, thread)
  return finished
}
