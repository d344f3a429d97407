import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { after, newestFirst, orderBy, type PageRequest } from '../../../platform/db/page.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { ofCaller } from '../../access/agencies/tenant.sql.ts'
import type { MessagesTable } from '../../tables.ts'
import { joinThread } from '../threads/reached-threads.ts'
import type { Message, MessageRow } from './message.ts'

/** What narrows a list of messages; all that is given must hold. */
export interface MessageFilters {
  agencyUid?: string | undefined
  threadUid?: string | undefined
  leadUid?: string | undefined
  /** The guest whose threads are listed. */
  guestUid?: string | undefined
  /** Messages made at this instant or later. */
  createdAt?: Date | undefined
}

/** A page of messages within reach, newest first, one more if another page follows. */
export async function listMessages(
  ctx: Context,
  filters: MessageFilters,
  { limit, cursor }: PageRequest,
): Promise<Message[]> {
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(newestFirst, 'm', cursor.k)}`
  const { rows } = await sql<Message>`select ${columns} ${fromReached(ctx, filters)} ${afterKey}
    order by ${orderBy(newestFirst, 'm')} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}`.execute(ctx.db)
  return rows
}

/** How many messages within reach pass the filters. */
export async function countMessages(ctx: Context, filters: MessageFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    ${fromReached(ctx, filters)}`.execute(ctx.db)
  return rows[0]!.count
}

/** A message within reach. */
export async function findMessage(
  ctx: Pick<Context, 'db' | 'caller'>,
  uid: string,
): Promise<Message | undefined> {
  const { rows } = await sql<Message>`select ${columns}
    ${fromReached(ctx)} and m.uid = ${uid}`.execute(ctx.db)
  return rows[0]
}

/**
 * The message within reach that a path names.
 *
 * @throws ApiError MESSAGE_NOT_FOUND
 */
export async function reachedMessage(ctx: Context, text: string): Promise<Message> {
  const uid = asUid(text)
  const message = uid === null ? undefined : await findMessage(ctx, uid)
  if (!message) throw notFound('MESSAGE_NOT_FOUND', text)
  return message
}

/**
 * The message that came in under an id of its channel, and whether the caller may see it: within
 * reach, or of no lead yet and of a guest of whom the caller alone has told.
 */
export async function findReceived(
  ctx: Pick<Context, 'db' | 'caller'>,
  agencyUid: string,
  { type, externalId }: { type: string; externalId: string },
): Promise<{ message: Message; isReached: boolean } | undefined> {
  const agency = sql`${agencyUid}::uuid`
  const { rows } = await sql<Message & { told_by: string | null }>`
    select ${columns}, g.told_by_partner_uid as told_by from messages m
    join threads t on t.agency_uid = ${agency} and t.uid = m.thread_uid
    join guests g on g.agency_uid = ${agency} and g.uid = t.guest_uid
    where m.agency_uid = ${agency} and m.type = ${type} and m.external_id = ${externalId}
      and m.sender_type = 'GUEST'`.execute(ctx.db)
  if (!rows[0]) return undefined
  const { told_by, ...message } = rows[0]
  const { caller } = ctx
  if (caller.kind !== 'partner') return { message, isReached: true }
  if (message.lead_uid === null) return { message, isReached: told_by === caller.partnerUid }
  return { message, isReached: (await findMessage(ctx, message.uid)) !== undefined }
}

const columns = sql`m.*, t.lead_uid`

function fromReached({ caller }: Pick<Context, 'caller'>, filters: MessageFilters = {}): Sql {
  const { leadUid, guestUid } = filters
  const first = leadUid === undefined && guestUid === undefined ? 'messages' : 'threads'
  return sql`from messages m ${joinThread(caller, first)}
    where ${ofCaller(caller, 'm')} ${whereFilters(filters)}`
}

function whereFilters(filters: MessageFilters): Sql {
  const { agencyUid, threadUid, leadUid, guestUid, createdAt } = filters
  return sql`${agencyUid === undefined ? sql`` : sql`and m.agency_uid = ${agencyUid}`}
    ${threadUid === undefined ? sql`` : sql`and m.thread_uid = ${threadUid}`}
    ${leadUid === undefined ? sql`` : sql`and t.lead_uid = ${leadUid}`}
    ${guestUid === undefined ? sql`` : sql`and t.guest_uid = ${guestUid}`}
    ${createdAt === undefined ? sql`` : sql`and m.created_at >= ${createdAt}`}`
}

/** Stores a message; undefined when another came in under the same id of its channel. */
export async function insertMessage(
  { db }: Pick<Context, 'db'>,
  message: Insertable<MessagesTable>,
): Promise<MessageRow | undefined> {
  const row = await db
    .insertInto('messages')
    .values(message)
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row
}

/** A message as it is now, kept from changes until the transaction ends. */
export async function lockMessage(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<MessageRow, 'agency_uid' | 'uid'>,
): Promise<MessageRow> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * Writes changed columns of a message that is in a status, and gives it as it is then; undefined
 * when it is in another.
 */
export async function updateMessage(
  ctx: Pick<Context, 'db' | 'clock'>,
  { agency_uid, uid, status }: Pick<MessageRow, 'agency_uid' | 'uid' | 'status'>,
  changes: Partial<Pick<MessageRow, 'status' | 'failure_reason' | 'external_id'>>,
): Promise<MessageRow | undefined> {
  return ctx.db
    .updateTable('messages')
    .set({ ...changes, updated_at: ctx.clock.now() })
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .where('status', '=', status)
    .returningAll()
    .executeTakeFirst()
}

/**
 * When the agency's messages since an instant were made, newest first, at most so many. Whoever
 * asks at the same time waits until this transaction ends.
 */
export async function lockSentSince(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  since: Date,
  limit: number,
): Promise<Date[]> {
  await sql`select 1 from agencies where agency_uid = ${agencyUid} for no key update`.execute(db)
  const { rows } = await sql<{ created_at: Date }>`select created_at from messages
    where agency_uid = ${agencyUid} and sender_type = 'AGENCY' and created_at > ${since}
    order by created_at desc limit ${limit}`.execute(db)
  return rows.map(({ created_at }) => created_at)
}

/** Deletes messages that nothing else names any more. */
export async function deleteMessageRows(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  uids: string[],
): Promise<void> {
  await sql`delete from messages
    where agency_uid = ${agencyUid} and uid = any(${uids}::uuid[])`.execute(db)
}
