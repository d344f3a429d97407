import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import { findStoredLead, requireLead } from '../../leads/leads/leads.ts'
import type { Thread } from '../threads/thread.ts'
import { findLeadThread, requireThread } from '../threads/threads.ts'

/** Lead of a message, or a guest without a matched lead. */
export interface Recipient {
  agencyUid: string
  lead: LeadRow | null
  /** Thread of the lead; null before its first message. */
  thread: Thread | null
  /** E-mail address of the guest. */
  email: string | null
}

/** Recipient in a request, which has one of the two. */
export interface NamedRecipient {
  leadUid?: string | null | undefined
  threadUid?: string | null | undefined
}

/**
 * Finds the recipient that a request names, if the caller may write to it: contract/messaging.md
 * §4.2.
 *
 * @throws ApiError LEAD_NOT_FOUND, THREAD_NOT_FOUND, READ_ONLY_GRANT, INVALID_PARAMETER when the
 * thread belongs to another lead
 */
export async function requireRecipient(
  ctx: Context,
  { leadUid, threadUid }: NamedRecipient,
): Promise<Recipient> {
  const writeAccess = { access: 'READ_WRITE' } as const
  const lead = leadUid == null ? null : await requireLead(ctx, leadUid, writeAccess)
  const thread = threadUid == null ? null : await requireThread(ctx, threadUid, writeAccess)
  if (lead === null) return findRecipient(ctx, thread!)
  if (thread && thread.lead_uid !== lead.uid) {
    throw invalidParameter('threadUid', `does not belong to lead ${lead.uid}`)
  }
  const leadThread = thread ?? (await findLeadThread(ctx, lead)) ?? null
  return leadRecipient(lead, leadThread)
}

export async function findRecipient(ctx: Pick<Context, 'db'>, thread: Thread): Promise<Recipient> {
  const { agency_uid, lead_uid, guest_uid } = thread
  if (lead_uid !== null) {
    return leadRecipient(await findStoredLead(ctx, { agency_uid, uid: lead_uid }), thread)
  }
  const { rows } = await sql<{ email: string | null }>`select g.email from guests g
    where g.agency_uid = ${agency_uid} and g.uid = ${guest_uid}`.execute(ctx.db)
  return { agencyUid: agency_uid, lead: null, thread, email: rows[0]?.email || null }
}

function leadRecipient(lead: LeadRow, thread: Thread | null): Recipient {
  return { agencyUid: lead.agency_uid, lead, thread, email: lead.email || null }
}
