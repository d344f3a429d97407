import type { Telling } from '../../events/events/record-event.ts'
import { recordThreadUpdate } from '../threads/record-thread-update.ts'
import { findStoredThread } from '../threads/threads.ts'
import type { MessageRow } from './message.ts'
import { updateMessage } from './messages.ts'
import { recordStatus } from './record-status.ts'

/** What became of a message that was to be sent. */
export interface Outcome {
  status: 'SENT' | 'FAILED'
  /** Why it failed. */
  failureReason: string | null
  /** What the channel calls it. */
  externalId: string | null
  /** It had been sent, or had failed, before. */
  resent: boolean
}

/**
 * Writes down that a message was sent or has failed for good, and tells it (contract/messaging.md
 * §7, §11), within the transaction in which the sending ends. A message that is not being sent
 * stays as it is.
 */
export async function finishMessage(
  ctx: Telling,
  { agency_uid, uid, thread_uid }: Pick<MessageRow, 'agency_uid' | 'uid' | 'thread_uid'>,
  { status, failureReason, externalId, resent }: Outcome,
): Promise<MessageRow | undefined> {
  const sending = { agency_uid, uid, status: 'CREATED' }
  const finished = await updateMessage(ctx, sending, {
    status,
    failure_reason: failureReason,
    external_id: externalId,
  })
  if (!finished) return undefined
  const thread = await findStoredThread(ctx, { agency_uid, uid: thread_uid })
  recordStatus(ctx, finished, thread, 'CREATED')
  if (status === 'FAILED' || resent) recordThreadUpdate(ctx, thread)
  return finished
}
