import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError, invalidParameter } from '../../../platform/errors.ts'
import {
  findOrCreateGuest,
  type NamedGuest,
} from '../../leads/guest-matching/find-or-create-guest.ts'
import type { StoredFiles } from '../attachments/attachment-files.ts'
import {
  type Message,
  type MessageType,
  subjectMax,
  textMax,
  truncate,
} from '../messages/message.ts'
import { refuseBlock } from '../messages/message-draft.ts'
import { findReceived } from '../messages/messages.ts'
import { recordMessage } from '../messages/record-message.ts'
import type { Recipient } from '../messages/require-recipient.ts'
import { attachThread } from '../threads/attach-thread.ts'
import { findOrCreateThread, type ThreadOwner } from '../threads/find-or-create-thread.ts'
import { findThreadWithoutLead } from '../threads/threads.ts'
import { findGuestLead, findLeadByAddress, isGuestAddress } from './written-lead.sql.ts'

/** Author: the guest of a lead or thread, or a named guest to match. */
export type Writer = Recipient | { agencyUid: string; guest: NamedGuest }

/** Inbound message. */
export interface ReceivedMessage {
  type: MessageType
  subject: string | null
  text: string
  /** Id of the message in its channel. */
  externalId: string | null
  /** Time of writing; null if not reported. */
  createdAt: Date | null
  /** True for a past message from an import. */
  historic: boolean
  files: StoredFiles
}

/**
 * Stores a guest's message. Returns the stored message if its channel has used the external id
 * before (contract/messaging.md §13). Truncates long texts.
 *
 * @throws ApiError INVALID_PARAMETER for a block, or a new message with an impossible time;
 * ALREADY_EXISTS for a stored message that the caller cannot access; STORAGE_QUOTA_EXCEEDED
 */
export async function receiveMessage(
  ctx: Context,
  writer: Writer,
  input: ReceivedMessage,
): Promise<{ message: Message; isNew: boolean }> {
  return transaction(ctx, async (ctx: Context) => {
    const { type, externalId } = input
    const { agencyUid } = writer
    const stored =
      externalId === null ? undefined : await findReceived(ctx, agencyUid, { type, externalId })
    if (stored) return { message: requireVisible(stored), isNew: false }
    const now = ctx.clock.now()
    checkTime(input, now)
    const writtenAt = input.createdAt ?? now
    const owner = await findThreadOwner(ctx, writer)
    const thread = await findOrCreateThread(ctx, agencyUid, owner, writtenAt)
    const message = await recordMessage(
      ctx,
      thread,
      {
        sender_type: 'GUEST',
        type,
        kind: null,
        subject: input.subject === null ? null : truncate(input.subject, subjectMax),
        text: truncate(input.text, textMax),
        external_id: externalId,
        created_at: writtenAt,
        files: input.files,
      },
      { historic: input.historic },
    )
    return { message, isNew: true }
  })
}

/** @throws ApiError ALREADY_EXISTS, without details of the message */
function requireVisible({ message, isVisible }: { message: Message; isVisible: boolean }): Message {
  if (isVisible) return message
  throw new ApiError('ALREADY_EXISTS', 'A message with this externalId was already received', {
    members: { parameter: 'externalId' },
  })
}

const futureMaxMs = 5 * 60_000
const ageMaxMs = 7 * 86_400_000

/**
 * @throws ApiError INVALID_PARAMETER for a future time, or an old one if the message is not
 * historic
 */
function checkTime({ createdAt, historic }: ReceivedMessage, now: Date): void {
  if (createdAt === null) return
  const ageMs = now.getTime() - createdAt.getTime()
  if (ageMs < -futureMaxMs) {
    throw invalidParameter('createdUtcDateTime', 'must not be more than 5 minutes in the future')
  }
  if (ageMs > ageMaxMs && !historic) {
    throw invalidParameter('createdUtcDateTime', 'must not be older than 7 days, unless historic')
  }
}

async function findThreadOwner(ctx: Context, writer: Writer): Promise<ThreadOwner> {
  const { agencyUid } = writer
  if ('lead' in writer) {
    refuseBlock(writer.lead)
    return writer.lead ? { leadUid: writer.lead.uid } : { guestUid: writer.thread!.guest_uid }
  }
  const { email } = writer.guest
  const addressLead = email === null ? undefined : await findLeadByAddress(ctx, agencyUid, email)
  // No guest is created for an address that a lead has as its second or former one.
  if (addressLead && !(await isGuestAddress(ctx, agencyUid, email!))) {
    return { leadUid: addressLead.uid }
  }
  const { uid: guestUid } = await findOrCreateGuest(ctx, agencyUid, writer.guest)
  const guestLead = await findGuestLead(ctx, agencyUid, guestUid)
  // An open lead is preferred to a closed one, and that of the guest to that of the address.
  const lead =
    guestLead?.is_open || !addressLead?.is_open ? (guestLead ?? addressLead) : addressLead
  if (!lead) return { guestUid }
  const unattached = await findThreadWithoutLead(ctx, agencyUid, guestUid)
  if (unattached) await attachThread(ctx, unattached, lead)
  return { leadUid: lead.uid }
}
