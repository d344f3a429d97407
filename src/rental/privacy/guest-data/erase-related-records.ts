import type { Context } from '../../../context.ts'
import type { EventContext } from '../../../pending-events/record-event.ts'
import { rewriteReplies } from '../../../platform/rest/rewrite-replies.ts'
import { releaseStorage } from '../../access/agency-storage/agency-storage.ts'
import { listPartners } from '../../access/partners/partners.ts'
import { type EventTexts, rewriteEvents } from '../../events/event-log/rewrite-events.sql.ts'
import { endNotices } from '../../events/notices/notices.ts'
import type { Attachment } from '../../inbox/attachments/attachment.ts'
import { endMessageDeliveries } from '../../inbox/message-deliveries/message-deliveries.ts'
import { finishMessage } from '../../inbox/messages/finish-message.ts'
import { recordThreadUpdate } from '../../inbox/threads/record-thread-update.ts'
import { findStoredThread } from '../../inbox/threads/threads.ts'
import { recordLeadActions } from '../../leads/lead-history/record-lead-actions.sql.ts'
import { lockLeads } from '../../leads/leads/leads.ts'
import {
  erasePersonalRows,
  listLeadsWithPersonalData,
  listPersonalRows,
  type RelatedRecords,
} from './guest-data.ts'
import { type PersonalTable, personalDataMap } from './personal-data-map.ts'
import { findUids, redact } from './redact.ts'

/** Context that an erasure needs; a command has no request. */
export type ErasureContext = EventContext &
  Pick<Context, 'cipher' | 'subscribers' | 'tasks'> & {
    settings: Pick<Context['settings'], 'erasuresFile'>
  } & { log: Pick<Context['log'], 'info' | 'error'> }

/** Number of updated or deleted rows by table. */
export type ErasedCounts = Record<string, number>

/**
 * Erases personal data in the related records of one or more guests, within the open transaction.
 * Cancels pending messages, records changes of leads and threads, and deletes files after the
 * commit.
 */
export async function eraseRelatedRecords(
  ctx: ErasureContext,
  agencyUid: string,
  related: RelatedRecords,
): Promise<ErasedCounts> {
  const leads = await lockLeads(ctx, agencyUid, related.leads as string[])
  const unerasedUids = new Set(await listLeadsWithPersonalData(ctx, agencyUid, related.leads))
  await stopSending(ctx, agencyUid, related)
  const files = await listFiles(ctx, agencyUid, related)
  const counts = await eraseTables(ctx, agencyUid, related)
  const changedUids = leads.map(({ uid }) => uid).filter(uid => unerasedUids.has(uid))
  const changedLeads = await lockLeads(ctx, agencyUid, changedUids)
  // Both states are the erased one, so the history and events do not contain erased values.
  await recordLeadActions(
    ctx,
    changedLeads.map(lead => ({ before: lead, after: lead, action: 'erase' })),
  )
  await endNotices(ctx, agencyUid, related.threads as string[])
  if (counts.messages! > 0) await recordThreadUpdates(ctx, agencyUid, related)
  await deleteFiles(ctx, agencyUid, files)
  return counts
}

/** Marks messages that are still to be sent as failed, because their text is erased. */
async function stopSending(
  ctx: ErasureContext,
  agencyUid: string,
  { messages }: RelatedRecords,
): Promise<void> {
  const pending = new Set(await endMessageDeliveries(ctx, agencyUid, messages as string[]))
  const outcome = {
    status: 'FAILED',
    failureReason: null,
    externalId: null,
    isResend: false,
  } as const
  for (const [uid, thread_uid] of await listMessageThreads(ctx, agencyUid, [...pending])) {
    await finishMessage(ctx, { agency_uid: agencyUid, uid, thread_uid }, outcome)
  }
}

async function listMessageThreads(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  messageUids: string[],
): Promise<[uid: string, threadUid: string][]> {
  if (messageUids.length === 0) return []
  const rows = await db
    .selectFrom('messages')
    .select(['uid', 'thread_uid'])
    .where('agency_uid', '=', agencyUid)
    .where('uid', 'in', messageUids)
    .execute()
  return rows.map(row => [row.uid, row.thread_uid])
}

type AttachedFile = Pick<Attachment, 'message_uid' | 'uid' | 'file_size'>

async function listFiles(
  ctx: ErasureContext,
  agencyUid: string,
  related: RelatedRecords,
): Promise<AttachedFile[]> {
  const rules = ['message_attachments', personalDataMap.message_attachments!] as const
  const rows = await listPersonalRows(ctx, agencyUid, [...rules], related)
  return rows as unknown as AttachedFile[]
}

async function deleteFiles(
  ctx: ErasureContext,
  agencyUid: string,
  files: AttachedFile[],
): Promise<void> {
  if (files.length === 0) return
  const keys = files.map(({ message_uid, uid }) => ({ message_uid, uid }))
  await ctx.tasks.send(ctx.db, 'delete-attachment-files', { files: keys })
  await releaseStorage(
    ctx,
    agencyUid,
    files.reduce((sum, { file_size }) => sum + file_size, 0),
  )
}

async function eraseTables(
  ctx: ErasureContext,
  agencyUid: string,
  related: RelatedRecords,
): Promise<ErasedCounts> {
  const counts: ErasedCounts = {}
  for (const [table, rules] of Object.entries(personalDataMap)) {
    counts[table] = await eraseRelatedRows(ctx, agencyUid, [table, rules], related)
  }
  return counts
}

async function eraseRelatedRows(
  ctx: ErasureContext,
  agencyUid: string,
  [table, rules]: [string, PersonalTable],
  related: RelatedRecords,
): Promise<number> {
  if (rules.relation === 'events') {
    return rewriteEvents(ctx, agencyUid, related.events, withoutTexts)
  }
  if (rules.relation !== 'replies')
    return erasePersonalRows(ctx, agencyUid, [table, rules], related)
  const { guest, leads, threads, messages } = related
  const uids = new Set<unknown>([...guest, ...leads, ...threads, ...messages])
  // Responses to partners that act for several agencies are stored under the partner.
  const partners = await listPartners(ctx)
  const owners = [agencyUid, ...partners.map(({ partner_uid }) => partner_uid)]
  return rewriteReplies(ctx.db, ctx.cipher, owners, body => {
    const mentionsGuest = findUids(body).some(uid => uids.has(uid))
    return mentionsGuest ? JSON.stringify(redact(JSON.parse(body))) : body
  })
}

/** Removes personal texts of an event. A payload has no null, so the message text becomes empty. */
function withoutTexts({ payload, changes }: EventTexts): EventTexts {
  return {
    payload: 'message_content' in payload ? { ...payload, message_content: '' } : payload,
    changes: redact(changes) as EventTexts['changes'],
  }
}

async function recordThreadUpdates(
  ctx: ErasureContext,
  agencyUid: string,
  { threads }: RelatedRecords,
): Promise<void> {
  for (const uid of threads as string[]) {
    recordThreadUpdate(ctx, await findStoredThread(ctx, { agency_uid: agencyUid, uid }))
  }
}
