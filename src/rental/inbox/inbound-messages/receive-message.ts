import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError, invalidParameter } from '../../../platform/errors.ts'
import { findOrMakeGuest, type NamedGuest } from '../../leads/guest-identity/find-or-make-guest.ts'
import type { HeldFiles } from '../attachments/attachment-files.ts'
import {
  type Message,
  type MessageType,
  shortened,
  subjectMax,
  textMax,
} from '../messages/message.ts'
import { refuseBlock } from '../messages/message-draft.ts'
import { findReceived } from '../messages/messages.ts'
import type { Recipient } from '../messages/reached-recipient.ts'
import { recordMessage } from '../messages/record-message.ts'
import { bindThread } from '../threads/bind-thread.ts'
import { keepThread, type ThreadOwner } from '../threads/keep-thread.ts'
import { findThreadWithoutLead } from '../threads/threads.ts'
import { findLeadOfAddress, findLeadOfGuest, isGuestAddress } from './written-lead.sql.ts'

/** Who wrote: the guest of a lead or thread, or somebody who may be known or not. */
export type Writer = Recipient | { agencyUid: string; guest: NamedGuest }

/** What came in. */
export interface ReceivedMessage {
  type: MessageType
  subject: string | null
  text: string
  /** What its channel calls it. */
  externalId: string | null
  /** When it was written, if that is told. */
  createdAt: Date | null
  /** It is of the past, brought by an import. */
  historic: boolean
  files: HeldFiles
}

/**
 * Stores what a guest has written; what came in under the same id of its channel is given as it was
 * stored (contract/messaging.md §13). What is too long is cut.
 *
 * @throws ApiError INVALID_PARAMETER for a block, or a new message of a time that cannot be;
 *   ALREADY_EXISTS for one that came in where the caller does not reach; STORAGE_QUOTA_EXCEEDED
 */
export async function receiveMessage(
  ctx: Context,
  writer: Writer,
  told: ReceivedMessage,
): Promise<{ message: Message; isNew: boolean }> {
  return transaction(ctx, async (ctx: Context) => {
    const { type, externalId } = told
    const { agencyUid } = writer
    const known =
      externalId === null ? undefined : await findReceived(ctx, agencyUid, { type, externalId })
    if (known) return { message: shownToCaller(known), isNew: false }
    const now = ctx.clock.now()
    checkTime(told, now)
    const at = told.createdAt ?? now
    const place = await keepThread(ctx, agencyUid, await ownerOf(ctx, writer), at)
    const message = await recordMessage(
      ctx,
      place,
      {
        sender_type: 'GUEST',
        type,
        kind: null,
        subject: told.subject === null ? null : shortened(told.subject, subjectMax),
        text: shortened(told.text, textMax),
        external_id: externalId,
        created_at: at,
        files: told.files,
      },
      { historic: told.historic },
    )
    return { message, isNew: true }
  })
}

/** @throws ApiError ALREADY_EXISTS, which says nothing of the message */
function shownToCaller({ message, isReached }: { message: Message; isReached: boolean }): Message {
  if (isReached) return message
  throw new ApiError('ALREADY_EXISTS', 'A message with this externalId was already received', {
    members: { parameter: 'externalId' },
  })
}

const aheadMaxMs = 5 * 60_000
const lateMaxMs = 7 * 86_400_000

/** @throws ApiError INVALID_PARAMETER for a time to come, or one long past of no import */
function checkTime({ createdAt, historic }: ReceivedMessage, now: Date): void {
  if (createdAt === null) return
  const ageMs = now.getTime() - createdAt.getTime()
  if (ageMs < -aheadMaxMs) {
    throw invalidParameter('createdUtcDateTime', 'must not be more than 5 minutes in the future')
  }
  if (ageMs > lateMaxMs && !historic) {
    throw invalidParameter('createdUtcDateTime', 'must not be older than 7 days, unless historic')
  }
}

/** Returns whose thread it goes to. */
async function ownerOf(ctx: Context, writer: Writer): Promise<ThreadOwner> {
  const { agencyUid } = writer
  if ('lead' in writer) {
    refuseBlock(writer.lead)
    return writer.lead ? { leadUid: writer.lead.uid } : { guestUid: writer.thread!.guest_uid }
  }
  const { email } = writer.guest
  const byAddress = email === null ? undefined : await findLeadOfAddress(ctx, agencyUid, email)
  // An address that no guest has as the present one makes none where a lead knows it.
  if (byAddress && !(await isGuestAddress(ctx, agencyUid, email!))) {
    return { leadUid: byAddress.uid }
  }
  const { uid: guestUid } = await findOrMakeGuest(ctx, agencyUid, writer.guest)
  const ofGuest = await findLeadOfGuest(ctx, agencyUid, guestUid)
  const lead = ofGuest?.is_open || !byAddress?.is_open ? (ofGuest ?? byAddress) : byAddress
  if (!lead) return { guestUid }
  const unbound = await findThreadWithoutLead(ctx, agencyUid, guestUid)
  if (unbound) await bindThread(ctx, unbound, lead)
  return { leadUid: lead.uid }
}
