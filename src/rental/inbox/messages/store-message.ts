import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { queueMessageDelivery } from '../message-deliveries/message-deliveries.ts'
import { findOrCreateThread } from '../threads/find-or-create-thread.ts'
import { type Message, sentMessageType, sentPerMinuteMax, subjectMax, truncate } from './message.ts'
import type { MessageDraft } from './message-draft.ts'
import { lockSentSince } from './messages.ts'
import { recordMessage } from './record-message.ts'
import type { Recipient } from './require-recipient.ts'

/**
 * Stores a valid draft in one transaction: the thread of its lead with the first message, the
 * message, its attachments and its delivery, which starts after the commit (contract/messaging.md
 * §4.2).
 *
 * @throws ApiError RATE_LIMITED, STORAGE_QUOTA_EXCEEDED
 */
export async function storeMessage(ctx: Context, draft: MessageDraft): Promise<Message> {
  return transaction(ctx, async (ctx: Context) => {
    const { recipient, kind, text, files } = draft
    const { agencyUid, lead, thread } = recipient
    await enforceRateLimit(ctx, agencyUid)
    const now = ctx.clock.now()
    const owner = lead ? { leadUid: lead.uid } : { guestUid: thread!.guest_uid }
    const target = await findOrCreateThread(ctx, agencyUid, owner, now)
    const message = await recordMessage(ctx, target, {
      sender_type: 'AGENCY',
      type: lead ? sentMessageType(kind, lead) : kind,
      kind,
      subject: kind === 'EMAIL' ? await resolveSubject(ctx, draft) : null,
      text,
      external_id: null,
      created_at: now,
      files,
    })
    await queueMessageDelivery(ctx, message)
    return message
  })
}

const minuteMs = 60_000

/** @throws ApiError RATE_LIMITED when the agency has sent its maximum per minute */
async function enforceRateLimit(ctx: Context, agencyUid: string): Promise<void> {
  const now = ctx.clock.now().getTime()
  const since = new Date(now - minuteMs)
  const sentTimes = await lockSentSince(ctx, agencyUid, since, sentPerMinuteMax)
  // Another message may be sent a minute after the oldest of the last `sentPerMinuteMax`.
  const oldest = sentTimes[sentPerMinuteMax - 1]
  if (!oldest) return
  const seconds = Math.max(1, Math.ceil((oldest.getTime() + minuteMs - now) / 1_000))
  const text = `Limit of ${sentPerMinuteMax} messages per minute exceeded`
  throw new ApiError('RATE_LIMITED', text, {
    members: { limit: sentPerMinuteMax },
    headers: { 'retry-after': String(seconds) },
  })
}

async function resolveSubject(ctx: Context, { subject, recipient }: MessageDraft): Promise<string> {
  return subject?.trim() || (await defaultSubject(ctx, recipient))
}

/**
 * Returns the subject of an e-mail without one: that of its thread, even if the lead has moved to
 * another property since; for a new thread one that names the property, or the agency.
 */
async function defaultSubject(
  { db }: Context,
  { agencyUid, lead, thread }: Recipient,
): Promise<string> {
  const { rows } = await sql<{ name: string; subject: string | null }>`
    select coalesce(p.name, a.name) as name,
      (select m.subject from messages m where m.agency_uid = ${agencyUid}
        and m.thread_uid = ${thread?.uid ?? null} and m.subject <> ''
        order by m.created_at, m.uid limit 1) as subject
    from agencies a
    left join properties p on p.agency_uid = ${agencyUid}
      and p.uid = ${lead?.property_uid ?? null}
    where a.agency_uid = ${agencyUid}`.execute(db)
  const { name, subject } = rows[0]!
  return subject ?? truncate(`Your stay at ${name}`, subjectMax)
}
