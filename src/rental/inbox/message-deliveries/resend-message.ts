import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { listAttachments } from '../attachments/attachments.ts'
import type { Message, MessageKind } from '../messages/message.ts'
import { validateDelivery } from '../messages/message-draft.ts'
import { lockMessage, updateMessage } from '../messages/messages.ts'
import { recordStatus } from '../messages/record-status.ts'
import { findRecipient } from '../messages/require-recipient.ts'
import type { Thread } from '../threads/thread.ts'
import { listResends, queueMessageDelivery } from './message-deliveries.ts'
import { resends } from './retry-schedule.ts'

/**
 * Sends a sent or failed message again, to its lead's current recipient (contract/messaging.md
 * §11). It remains the same message. Ignores a second resend within seconds, such as a double
 * click.
 *
 * @throws ApiError STATE_CONFLICT while it is being sent, or for an inbound message,
 * INVALID_PARAMETER or UNSUPPORTED_FOR_SOURCE if it can no longer be sent, RATE_LIMITED
 */
export async function resendMessage(
  ctx: Context,
  message: Message,
  thread: Thread,
): Promise<Message> {
  return transaction(ctx, async (ctx: Context) => {
    const current = { ...message, ...(await lockMessage(ctx, message)) }
    const { status, kind, lead_uid } = current
    if (kind === null || status === 'CREATED') throw wrongState(message.uid)
    const now = ctx.clock.now().getTime()
    const resentAt = await listResends(ctx, message, new Date(now - windowMs))
    if (status === 'SENT' && isRepeated(resentAt, now)) return current
    const recipient = await findRecipient(ctx, thread)
    const files = (await listAttachments(ctx, [message])).get(message.uid) ?? []
    validateDelivery(ctx, recipient, { kind: kind as MessageKind, files })
    checkRate(resentAt, now)
    const reset = { status: 'CREATED', failure_reason: null, external_id: null }
    const resent = (await updateMessage(ctx, current, reset))!
    recordStatus(ctx, resent, thread, status)
    await queueMessageDelivery(ctx, message)
    return { ...resent, lead_uid }
  })
}

function wrongState(uid: string): ApiError {
  const text = `Only sent or failed outgoing messages can be resent, message ${uid} is CREATED`
  const members = { state: 'CREATED', allowedActions: [] }
  return new ApiError('STATE_CONFLICT', text, { members })
}

/** Period in which resends count. */
const windowMs = resends.hours * 3_600_000

/** @param resentAt times of resends of the message, newest first */
function isRepeated([newest]: Date[], now: number): boolean {
  return newest !== undefined && now - newest.getTime() < resends.sameSeconds * 1_000
}

/** @throws ApiError RATE_LIMITED */
function checkRate(resentAt: Date[], now: number): void {
  // Another resend is allowed a period after the oldest of the last `resends.max`.
  const oldest = resentAt[resends.max - 1]
  if (!oldest) return
  const seconds = Math.max(1, Math.ceil((oldest.getTime() + windowMs - now) / 1_000))
  const text = `A message can be resent ${resends.max} times in ${resends.hours} hours`
  throw new ApiError('RATE_LIMITED', text, {
    members: { limit: resends.max },
    headers: { 'retry-after': String(seconds) },
  })
}
