import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { ApiError, invalidParameter } from '../../../platform/errors.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import { findStoredLead, reachedLead } from '../../leads/leads/leads.ts'
import type { Thread } from '../threads/thread.ts'
import { findThreadOfLead, reachedThread } from '../threads/threads.ts'
import { adapterOf } from '../transports/channel-transport.ts'
import { takesFiles } from '../transports/transport-choice.ts'
import { type MessageKind, shortened, subjectMax, takesDirectMessages } from './message.ts'

/** Whom a message is about: a lead, or a guest whose lead is not known. */
export interface Recipient {
  agencyUid: string
  lead: LeadRow | null
  /** The thread of the lead; null before its first message. */
  thread: Thread | null
  /** Where e-mail to the guest goes. */
  email: string | null
}

/** What a body says of it; one of the two is there. */
export interface NamedRecipient {
  leadUid?: string | null | undefined
  threadUid?: string | null | undefined
}

/**
 * Finds whom a body names, of whom the caller may write (contract/messaging.md §4.2).
 *
 * @throws ApiError LEAD_NOT_FOUND, THREAD_NOT_FOUND, READ_ONLY_GRANT, INVALID_PARAMETER when the
 *   thread is not the lead's
 */
export async function reachedRecipient(
  ctx: Context,
  { leadUid, threadUid }: NamedRecipient,
): Promise<Recipient> {
  const writes = { access: 'READ_WRITE' } as const
  const named = leadUid == null ? null : await reachedLead(ctx, leadUid, writes)
  const thread = threadUid == null ? null : await reachedThread(ctx, threadUid, writes)
  if (named === null) return recipientOf(ctx, thread!)
  if (thread && thread.lead_uid !== named.uid) {
    throw invalidParameter('threadUid', `does not belong to lead ${named.uid}`)
  }
  const present = thread ?? (await findThreadOfLead(ctx, named)) ?? null
  return ofLead(named, present)
}

/** Whom the messages of a thread are about. */
export async function recipientOf(ctx: Pick<Context, 'db'>, thread: Thread): Promise<Recipient> {
  const { agency_uid, lead_uid, guest_uid } = thread
  if (lead_uid !== null) {
    return ofLead(await findStoredLead(ctx, { agency_uid, uid: lead_uid }), thread)
  }
  const { rows } = await sql<{ email: string | null }>`select g.email from guests g
    where g.agency_uid = ${agency_uid} and g.uid = ${guest_uid}`.execute(ctx.db)
  return { agencyUid: agency_uid, lead: null, thread, email: rows[0]?.email || null }
}

function ofLead(lead: LeadRow, thread: Thread | null): Recipient {
  return { agencyUid: lead.agency_uid, lead, thread, email: lead.email || null }
}

/**
 * Checks that a message may be sent in a way as things are now (contract/messaging.md §4.2).
 *
 * @throws ApiError INVALID_PARAMETER, UNSUPPORTED_FOR_SOURCE
 */
export function checkSendable(
  ctx: Pick<Context, 'sending'>,
  { lead, thread, email }: Recipient,
  kind: MessageKind,
): void {
  checkNoBlock(lead)
  if (kind === 'DIRECT_MESSAGE' && !isTaken(ctx, lead)) {
    throw unsupported('Message type DIRECT_MESSAGE is', lead)
  }
  if (kind === 'EMAIL' && email === null) {
    const whose = lead ? `lead ${lead.uid}` : `thread ${thread!.uid}`
    throw invalidParameter('type', `must not be EMAIL: ${whose} has no guest e-mail address`)
  }
}

/**
 * Checks that a message may have files.
 *
 * @throws ApiError UNSUPPORTED_FOR_SOURCE
 */
export function checkTakesFiles(
  { sending }: Pick<Context, 'sending'>,
  { lead }: Recipient,
  { kind, files }: { kind: MessageKind; files: unknown[] },
): void {
  if (files.length > 0 && !takesFiles(sending, { kind }, lead)) {
    throw unsupported('Attachments are', lead)
  }
}

function unsupported(what: string, lead: LeadRow | null): ApiError {
  const text = `${what} not supported for this lead due to its source`
  const source = lead?.source ?? null
  return new ApiError('UNSUPPORTED_FOR_SOURCE', text, { members: { source } })
}

/** Whether messages go by the lead's channel: it is one that has them, or has an adapter. */
function isTaken({ sending }: Pick<Context, 'sending'>, lead: LeadRow | null): boolean {
  if (lead === null) return false
  return takesDirectMessages(lead) || adapterOf(sending.adapters, lead.channel) !== undefined
}

/** @throws ApiError INVALID_PARAMETER for a block, which has no guest */
export function checkNoBlock(lead: LeadRow | null): void {
  if (lead?.type !== 'BLOCK') return
  throw invalidParameter('leadUid', 'is a BLOCK, messages are not supported')
}

/** How a message goes that names no way: the channel's own, where there is one. */
export function usualKind(ctx: Pick<Context, 'sending'>, { lead }: Recipient): MessageKind {
  return isTaken(ctx, lead) ? 'DIRECT_MESSAGE' : 'EMAIL'
}

/**
 * Returns the subject of an e-mail that names none: that of its thread, whichever property the lead
 * has gone to since; at first the stay at the property, or with the agency.
 */
export async function usualSubject(
  { db }: Pick<Context, 'db'>,
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
