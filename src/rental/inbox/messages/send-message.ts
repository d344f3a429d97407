import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { addAttachments } from '../attachments/add-attachments.ts'
import type { HeldFiles } from '../attachments/attachment-files.ts'
import { queueSending } from '../message-deliveries/message-deliveries.ts'
import { keepThread } from '../threads/keep-thread.ts'
import { type Message, type MessageKind, sentPerMinuteMax, typeOfSent } from './message.ts'
import { lockSentSince } from './messages.ts'
import {
  checkSendable,
  checkTakesFiles,
  type Recipient,
  usualSubject,
} from './reached-recipient.ts'
import { recordMessage } from './record-message.ts'

/** What is to be sent, and how. */
export interface Letter {
  kind: MessageKind
  /** The subject of an e-mail; null: the stay. */
  subject: string | null
  text: string
  files: HeldFiles
}

/**
 * Stores a message of the agency's and has it sent after the commit (contract/messaging.md §4.2).
 * The first one of a lead makes its thread.
 *
 * @throws ApiError INVALID_PARAMETER, UNSUPPORTED_FOR_SOURCE, RATE_LIMITED, STORAGE_QUOTA_EXCEEDED
 */
export async function sendMessage(
  ctx: Context,
  recipient: Recipient,
  { kind, subject, text, files }: Letter,
): Promise<Message> {
  return transaction(ctx, async (ctx: Context) => {
    checkSendable(ctx, recipient, kind)
    const isSilent = kind === 'DIRECT_MESSAGE' && text.trim() === '' && !files.attachments.length
    if (isSilent) throw new ApiError('REQUIRED_PARAMETER', 'content.text is required')
    checkTakesFiles(ctx, recipient, { kind, files: files.attachments })
    const { agencyUid, lead, thread } = recipient
    await checkRate(ctx, agencyUid)
    const now = ctx.clock.now()
    const owner = lead ? { leadUid: lead.uid } : { guestUid: thread!.guest_uid }
    const place = await keepThread(ctx, agencyUid, owner, now)
    const message = await recordMessage(ctx, place, {
      uid: files.messageUid,
      sender_type: 'AGENCY',
      type: lead ? typeOfSent(kind, lead) : kind,
      kind,
      subject: kind === 'EMAIL' ? subject?.trim() || (await usualSubject(ctx, recipient)) : null,
      text,
      external_id: null,
      created_at: now,
    })
    const { agency_uid, uid, thread_uid } = message
    await addAttachments(ctx, message, files)
    await queueSending(ctx, { agency_uid, uid, thread_uid })
    return message
  })
}

const minuteMs = 60_000

/** @throws ApiError RATE_LIMITED when the agency has sent as many as it may within a minute */
async function checkRate(ctx: Context, agencyUid: string): Promise<void> {
  const now = ctx.clock.now().getTime()
  const since = new Date(now - minuteMs)
  const sent = await lockSentSince(ctx, agencyUid, since, sentPerMinuteMax)
  const first = sent[sentPerMinuteMax - 1]
  if (!first) return
  const seconds = Math.max(1, Math.ceil((first.getTime() + minuteMs - now) / 1_000))
  const text = `Limit of ${sentPerMinuteMax} messages per minute exceeded`
  throw new ApiError('RATE_LIMITED', text, {
    members: { limit: sentPerMinuteMax },
    headers: { 'retry-after': String(seconds) },
  })
}
