import type { Context } from '../../../context.ts'
import { rewriteReplies } from '../../../platform/rest/rewrite-replies.ts'
import { freeStorage } from '../../access/agency-storage/agency-storage.ts'
import { listPartners } from '../../access/partners/partners.ts'
import { type EventTexts, rewriteEvents } from '../../events/event-log/rewrite-events.sql.ts'
import type { Telling } from '../../events/events/record-event.ts'
import { endNotices } from '../../events/notices/notices.ts'
import type { Attachment } from '../../inbox/attachments/attachment.ts'
import { endSendings } from '../../inbox/message-deliveries/message-deliveries.ts'
import { finishMessage } from '../../inbox/messages/finish-message.ts'
import { recordThreadUpdate } from '../../inbox/threads/record-thread-update.ts'
import { findStoredThread } from '../../inbox/threads/threads.ts'
import { recordActs } from '../../leads/lead-history/lead-acts.sql.ts'
import { lockLeads } from '../../leads/leads/leads.ts'
import { type Belongings, erasePlace, listOfPlace, listTellingLeads } from './guest-data.ts'
import { guestPlaces, type Place } from './guest-places.ts'
import { redacted, uidsIn } from './redacted.ts'

/** What an erasure needs of a context; a command has no request. */
export type Erasing = Telling &
  Pick<Context, 'sealer' | 'tasks'> & {
    settings: Pick<Context['settings'], 'erasuresFile'>
  } & { log: Pick<Context['log'], 'info' | 'error'> }

/** How many rows were changed or deleted, by the table they are in. */
export type ErasedCounts = Record<string, number>

/**
 * Erases the personal data of what belongs to one or more guests, within the transaction that is
 * open. What is to be sent is not sent any more. Files go when it has committed. Whoever follows
 * leads and threads is told that they have changed.
 */
export async function eraseBelongings(
  ctx: Erasing,
  agencyUid: string,
  belongings: Belongings,
): Promise<ErasedCounts> {
  const leads = await lockLeads(ctx, agencyUid, belongings.leads as string[])
  const telling = new Set(await listTellingLeads(ctx, agencyUid, belongings.leads))
  await stopSending(ctx, agencyUid, belongings)
  const files = await listFiles(ctx, agencyUid, belongings)
  const counts = await erasePlaces(ctx, agencyUid, belongings)
  const told = leads.flatMap(({ uid }) => (telling.has(uid) ? [uid] : []))
  const left = await lockLeads(ctx, agencyUid, told)
  await recordActs(
    ctx,
    left.map(lead => ({ before: lead, after: lead, act: 'erase' })),
  )
  await endNotices(ctx, agencyUid, belongings.threads as string[])
  if (counts.messages! > 0) await tellThreads(ctx, agencyUid, belongings)
  await deleteFiles(ctx, agencyUid, files)
  return counts
}

/** Messages that wait to be sent have failed: nobody would know any more what they said. */
async function stopSending(
  ctx: Erasing,
  agencyUid: string,
  { messages }: Belongings,
): Promise<void> {
  const waiting = new Set(await endSendings(ctx, agencyUid, messages as string[]))
  const failed = { status: 'FAILED', failureReason: null, externalId: null, resent: false } as const
  for (const [uid, thread_uid] of await listThreadsOf(ctx, agencyUid, [...waiting])) {
    await finishMessage(ctx, { agency_uid: agencyUid, uid, thread_uid }, failed)
  }
}

async function listThreadsOf(
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

type Attached = Pick<Attachment, 'message_uid' | 'uid' | 'file_size'>

async function listFiles(
  ctx: Erasing,
  agencyUid: string,
  belongings: Belongings,
): Promise<Attached[]> {
  const place = ['message_attachments', guestPlaces.message_attachments!] as const
  const rows = await listOfPlace(ctx, agencyUid, [...place], belongings)
  return rows as unknown as Attached[]
}

async function deleteFiles(ctx: Erasing, agencyUid: string, files: Attached[]): Promise<void> {
  if (files.length === 0) return
  const keys = files.map(({ message_uid, uid }) => ({ message_uid, uid }))
  await ctx.tasks.send(ctx.db, 'delete-attachment-files', { files: keys })
  await freeStorage(
    ctx,
    agencyUid,
    files.reduce((sum, { file_size }) => sum + file_size, 0),
  )
}

async function erasePlaces(
  ctx: Erasing,
  agencyUid: string,
  belongings: Belongings,
): Promise<ErasedCounts> {
  const counts: ErasedCounts = {}
  for (const [table, place] of Object.entries(guestPlaces)) {
    counts[table] = await eraseIn(ctx, agencyUid, [table, place], belongings)
  }
  return counts
}

async function eraseIn(
  ctx: Erasing,
  agencyUid: string,
  [table, place]: [string, Place],
  belongings: Belongings,
): Promise<number> {
  if (place.scope === 'events') {
    return rewriteEvents(ctx, agencyUid, belongings.events, withoutTexts)
  }
  if (place.scope !== 'replies') return erasePlace(ctx, agencyUid, [table, place], belongings)
  const { guest, leads, threads, messages } = belongings
  const uids = new Set<unknown>([...guest, ...leads, ...threads, ...messages])
  // Those of partners that act for several agencies are kept under the partner.
  const partners = await listPartners(ctx)
  const keepers = [agencyUid, ...partners.map(({ partner_uid }) => partner_uid)]
  return rewriteReplies(ctx.db, ctx.sealer, keepers, body => {
    const isOfGuest = uidsIn(body).some(uid => uids.has(uid))
    return isOfGuest ? JSON.stringify(redacted(JSON.parse(body))) : body
  })
}

/** A payload has no null, so that its only text that somebody wrote becomes an empty one. */
function withoutTexts({ payload, changes }: EventTexts): EventTexts {
  return {
    payload: 'message_content' in payload ? { ...payload, message_content: '' } : payload,
    changes: redacted(changes) as EventTexts['changes'],
  }
}

async function tellThreads(
  ctx: Erasing,
  agencyUid: string,
  { threads }: Belongings,
): Promise<void> {
  for (const uid of threads as string[]) {
    recordThreadUpdate(ctx, await findStoredThread(ctx, { agency_uid: agencyUid, uid }))
  }
}
