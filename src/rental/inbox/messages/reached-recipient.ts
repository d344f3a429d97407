import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import { findStoredLead, reachedLead } from '../../leads/leads/leads.ts'
import type { Thread } from '../threads/thread.ts'
import { findThreadOfLead, reachedThread } from '../threads/threads.ts'

/** Lead of a message, or guest whose lead is not known. */
export interface Recipient {
  agencyUid: string
  lead: LeadRow | null
  /** The thread of the lead; null before its first message. */
  thread: Thread | null
  /** E-mail address of the guest. */
  email: string | null
}

/** Recipient in a request; one of the two is given. */
export interface NamedRecipient {
  leadUid?: string | null | undefined
  threadUid?: string | null | undefined
}

/**
 * Finds the recipient that a request names, if the caller may write to it: contract/messaging.md
 * §4.2.
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

/** Finds the recipient of the messages of a thread. */
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
