import type { Context } from '../../../context.ts'
import { afterCommit } from '../../../platform/db/in-transaction.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { rewriteReplies } from '../../../platform/rest/rewrite-replies.ts'
import { freeStorage } from '../../access/agency-storage/agency-storage.ts'
import { listPartners } from '../../access/partners/partners.ts'
import { type EventTexts, rewriteEvents } from '../../events/event-log/rewrite-events.sql.ts'
import type { Telling } from '../../events/events/record-event.ts'
import { endNotices } from '../../events/notices/notices.ts'
import type { Attachment } from '../../inbox/attachments/attachment.ts'
import { finishMessage } from '../../inbox/messages/finish-message.ts'
import { endSendings } from '../../inbox/sendings/sendings.ts'
import { recordThreadUpdate } from '../../inbox/threads/record-thread-update.ts'
import { findStoredThread } from '../../inbox/threads/threads.ts'
import { lockGuest, markErased } from '../../leads/guests/guests.ts'
import { recordActs } from '../../leads/lead-history/lead-acts.sql.ts'
import { lockLeads } from '../../leads/leads/leads.ts'
import {
  type Belongings,
  type Erasure,
  erasePlace,
  type GuestKey,
  listBelongings,
  listOfPlace,
  listTellingLeads,
} from './guest-data.ts'
import { guestPlaces, type Place } from './guest-places.ts'
import { keepErasure } from './keep-erasure.ts'
import { redacted, uidsIn } from './redacted.ts'

/** What an erasure needs of a context; a command has no request. */
export type Erasing = Telling &
  Pick<Context, 'sealer' | 'tasks'> & {
    settings: Pick<Context['settings'], 'erasuresFile'>
  } & { log: Pick<Context['log'], 'info' | 'error'> }

/** How many rows were changed or deleted, by the table they are in. */
export type ErasedCounts = Record<string, number>

/**
 * Erases all personal data of a guest, in one transaction (contract/resources.md §8.2): the guest,
 * the leads and the messages stay, with their nights, money and times, and say nothing of anybody.
 * What is to be sent is not sent any more. Files go when the transaction has committed. Whoever
 * follows leads and threads is told that they have changed. Again it erases what has come since.
 */
export async function eraseGuest(ctx: Erasing, guest: GuestKey): Promise<ErasedCounts> {
  return transaction(ctx, async (ctx: Erasing) => {
    await lockGuest(ctx, guest.agency_uid, guest.uid)
    const belongings = await listBelongings(ctx, guest)
    const leads = await lockLeads(ctx, guest.agency_uid, belongings.leads as string[])
    const telling = new Set(await listTellingLeads(ctx, guest.agency_uid, belongings.leads))
    await stopSending(ctx, guest, belongings)
    const files = await listFiles(ctx, guest, belongings)
    const counts = await erasePlaces(ctx, guest, belongings)
    const erasedAt = (await markErased(ctx, guest)).toISOString()
    const erasure = { agencyUid: guest.agency_uid, guestUid: guest.uid, erasedAt }
    afterCommit(() => keepListed(ctx, erasure))
    const left = await lockLeads(
      ctx,
      guest.agency_uid,
      leads.flatMap(({ uid }) => (telling.has(uid) ? [uid] : [])),
    )
    await recordActs(
      ctx,
      left.map(lead => ({ before: lead, after: lead, act: 'erase' })),
    )
    await endNotices(ctx, guest.agency_uid, belongings.threads as string[])
    if (counts.messages! > 0) await tellThreads(ctx, guest, belongings)
    await deleteFiles(ctx, guest.agency_uid, files)
    ctx.log.info({ guestUid: guest.uid, erased: counts }, 'erased a guest')
    return counts
  })
}

/** The guest is erased already, whether or not this can be kept. */
function keepListed({ settings, log }: Erasing, erasure: Erasure): void {
  try {
    keepErasure(settings.erasuresFile, erasure)
  } catch (err) {
    log.error({ err, guestUid: erasure.guestUid }, 'an erasure is missing in the list of erasures')
  }
}

/** Messages that wait to be sent have failed: nobody would know any more what they said. */
async function stopSending(
  ctx: Erasing,
  { agency_uid }: GuestKey,
  { messages }: Belongings,
): Promise<void> {
  const waiting = new Set(await endSendings(ctx, agency_uid, messages as string[]))
  const failed = { status: 'FAILED', failureReason: null, externalId: null, resent: false } as const
  for (const [uid, thread_uid] of await listThreadsOf(ctx, agency_uid, [...waiting])) {
    await finishMessage(ctx, { agency_uid, uid, thread_uid }, failed)
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
  { agency_uid }: GuestKey,
  belongings: Belongings,
): Promise<Attached[]> {
  const place = ['message_attachments', guestPlaces.message_attachments!] as const
  const rows = await listOfPlace(ctx, agency_uid, [...place], belongings)
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
  guest: GuestKey,
  belongings: Belongings,
): Promise<ErasedCounts> {
  const counts: ErasedCounts = {}
  for (const [table, place] of Object.entries(guestPlaces)) {
    counts[table] = await eraseIn(ctx, guest, [table, place], belongings)
  }
  return counts
}

async function eraseIn(
  ctx: Erasing,
  { agency_uid }: GuestKey,
  [table, place]: [string, Place],
  belongings: Belongings,
): Promise<number> {
  if (place.scope === 'events') {
    return rewriteEvents(ctx, agency_uid, belongings.events, withoutTexts)
  }
  if (place.scope !== 'replies') return erasePlace(ctx, agency_uid, [table, place], belongings)
  const { guest, leads, threads, messages } = belongings
  const uids = new Set<unknown>([...guest, ...leads, ...threads, ...messages])
  // Those of partners that act for several agencies are kept under the partner.
  const partners = await listPartners(ctx)
  const keepers = [agency_uid, ...partners.map(({ partner_uid }) => partner_uid)]
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
  { agency_uid }: GuestKey,
  { threads }: Belongings,
): Promise<void> {
  for (const uid of threads as string[]) {
    recordThreadUpdate(ctx, await findStoredThread(ctx, { agency_uid, uid }))
  }
}
