import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { queueSending } from '../message-deliveries/message-deliveries.ts'
import { keepThread } from '../threads/keep-thread.ts'
import { type Message, sentPerMinuteMax, shortened, subjectMax, typeOfSent } from './message.ts'
import type { MessageDraft } from './message-draft.ts'
import { lockSentSince } from './messages.ts'
import type { Recipient } from './reached-recipient.ts'
import { recordMessage } from './record-message.ts'

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
    const stored = await keepThread(ctx, agencyUid, owner, now)
    const message = await recordMessage(ctx, stored, {
      sender_type: 'AGENCY',
      type: lead ? typeOfSent(kind, lead) : kind,
      kind,
      subject: kind === 'EMAIL' ? await subjectOf(ctx, draft) : null,
      text,
      external_id: null,
      created_at: now,
      files,
    })
    await queueSending(ctx, message)
    return message
  })
}

const minuteMs = 60_000

/** @throws ApiError RATE_LIMITED when the agency has sent its messages of this minute */
async function enforceRateLimit(ctx: Context, agencyUid: string): Promise<void> {
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

async function subjectOf(ctx: Context, { subject, recipient }: MessageDraft): Promise<string> {
  return subject?.trim() || (await defaultSubject(ctx, recipient))
}

/**
 * Returns the subject of an e-mail that names none: that of its thread, also if the lead has moved
 * to another property since; for a new thread the stay at the property, or with the agency.
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
  return subject ?? shortened(`Your stay at ${name}`, subjectMax)
}
