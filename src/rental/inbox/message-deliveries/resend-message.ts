import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { listAttachments } from '../attachments/attachments.ts'
import type { Message, MessageKind } from '../messages/message.ts'
import { validateDelivery } from '../messages/message-draft.ts'
import { lockMessage, updateMessage } from '../messages/messages.ts'
import { recipientOf } from '../messages/reached-recipient.ts'
import { recordStatus } from '../messages/record-status.ts'
import type { Thread } from '../threads/thread.ts'
import { listResends, queueSending } from './message-deliveries.ts'
import { resends } from './retry-schedule.ts'

/**
 * Has a message that was sent or has failed sent once more, to where its lead says
 * now (contract/messaging.md §11). It stays the same message. One that was resent just now, as by
 * a button that was pressed twice, is not sent again.
 *
 * @throws ApiError STATE_CONFLICT while it is being sent, or for one that came in,
 *   INVALID_PARAMETER or UNSUPPORTED_FOR_SOURCE when it can no longer be sent, RATE_LIMITED
 */
export async function resendMessage(
  ctx: Context,
  message: Message,
  thread: Thread,
): Promise<Message> {
  return transaction(ctx, async (ctx: Context) => {
    const present = { ...message, ...(await lockMessage(ctx, message)) }
    const { status, kind, lead_uid } = present
    if (kind === null || status === 'CREATED') throw inWrongState(message.uid)
    const now = ctx.clock.now().getTime()
    const made = await listResends(ctx, message, new Date(now - windowMs))
    if (status === 'SENT' && isJustMade(made, now)) return present
    const recipient = await recipientOf(ctx, thread)
    const files = (await listAttachments(ctx, [message])).get(message.uid) ?? []
    validateDelivery(ctx, recipient, { kind: kind as MessageKind, files })
    checkRate(made, now)
    const open = { status: 'CREATED', failure_reason: null, external_id: null }
    const resent = (await updateMessage(ctx, present, open))!
    recordStatus(ctx, resent, thread, status)
    await queueSending(ctx, message)
    return { ...resent, lead_uid }
  })
}

function inWrongState(uid: string): ApiError {
  const text = `Only sent or failed outgoing messages can be resent, message ${uid} is CREATED`
  const members = { state: 'CREATED', allowedActions: [] }
  return new ApiError('STATE_CONFLICT', text, { members })
}

const windowMs = resends.hours * 3_600_000

/** @param made the resends of the message, the newest first */
function isJustMade([last]: Date[], now: number): boolean {
  return last !== undefined && now - last.getTime() < resends.sameSeconds * 1_000
}

/** @throws ApiError RATE_LIMITED */
function checkRate(made: Date[], now: number): void {
  const first = made[resends.max - 1]
  if (!first) return
  const seconds = Math.max(1, Math.ceil((first.getTime() + windowMs - now) / 1_000))
  const text = `A message can be resent ${resends.max} times in ${resends.hours} hours`
  throw new ApiError('RATE_LIMITED', text, {
    members: { limit: resends.max },
    headers: { 'retry-after': String(seconds) },
  })
}
