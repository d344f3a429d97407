import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { after, newestFirst, orderBy, type PageRequest } from '../../../platform/db/pagination.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import type { MessagesTable } from '../../tables.ts'
import { joinThread } from '../threads/accessible-threads.ts'
import type { Message, MessageRow } from './message.ts'

/** Filters of a list of messages, combined with AND. */
export interface MessageFilters {
  agencyUid?: string | undefined
  threadUid?: string | undefined
  leadUid?: string | undefined
  /** Guest whose threads are included. */
  guestUid?: string | undefined
  /** Earliest creation time, inclusive. */
  createdAt?: Date | undefined
}

/** Lists accessible messages, newest first, one more if another page follows. */
export async function listMessages(
  ctx: Context,
  filters: MessageFilters,
  { limit, cursor }: PageRequest,
): Promise<Message[]> {
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(newestFirst, 'm', cursor.k)}`
  const { rows } = await sql<Message>`select ${columns} ${fromAccessible(ctx, filters)} ${afterKey}
    order by ${orderBy(newestFirst, 'm')} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}`.execute(ctx.db)
  return rows
}

export async function countMessages(ctx: Context, filters: MessageFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    ${fromAccessible(ctx, filters)}`.execute(ctx.db)
  return rows[0]!.count
}

export async function findMessage(
  ctx: Pick<Context, 'db' | 'caller'>,
  uid: string,
): Promise<Message | undefined> {
  const { rows } = await sql<Message>`select ${columns}
    ${fromAccessible(ctx)} and m.uid = ${uid}`.execute(ctx.db)
  return rows[0]
}

/**
 * Returns the accessible message with a uid from a path.
 *
 * @throws ApiError MESSAGE_NOT_FOUND
 */
export async function requireMessage(ctx: Context, uidText: string): Promise<Message> {
  const uid = asUid(uidText)
  const message = uid === null ? undefined : await findMessage(ctx, uid)
  if (!message) throw notFound('MESSAGE_NOT_FOUND', uidText)
  return message
}

/**
 * Returns the message received under an id of its channel, and whether the caller may see it:
 * either it is accessible, or it has no lead yet and only the caller has reported its guest.
 */
export async function findReceived(
  ctx: Pick<Context, 'db' | 'caller'>,
  agencyUid: string,
  { type, externalId }: { type: string; externalId: string },
): Promise<{ message: Message; isVisible: boolean } | undefined> {
  const agency = sql`${agencyUid}::uuid`
  const { rows } = await sql<Message & { reported_by: string | null }>`
    select ${columns}, g.told_by_partner_uid as reported_by from messages m
    join threads t on t.agency_uid = ${agency} and t.uid = m.thread_uid
    join guests g on g.agency_uid = ${agency} and g.uid = t.guest_uid
    where m.agency_uid = ${agency} and m.type = ${type} and m.external_id = ${externalId}
      and m.sender_type = 'GUEST'`.execute(ctx.db)
  if (!rows[0]) return undefined
  const { reported_by, ...message } = rows[0]
  const { caller } = ctx
  if (caller.kind !== 'partner') return { message, isVisible: true }
  if (message.lead_uid === null) return { message, isVisible: reported_by === caller.partnerUid }
  return { message, isVisible: (await findMessage(ctx, message.uid)) !== undefined }
}

const columns = sql`m.*, t.lead_uid`

function fromAccessible({ caller }: Pick<Context, 'caller'>, filters: MessageFilters = {}): Sql {
  const { leadUid, guestUid } = filters
  // A lead or guest has few threads, so those are read first.
  const drivingTable = leadUid === undefined && guestUid === undefined ? 'messages' : 'threads'
  return sql`from messages m ${joinThread(caller, drivingTable)}
    where ${inCallerTenant(caller, 'm')} ${whereFilters(filters)}`
}

function whereFilters(filters: MessageFilters): Sql {
  const { agencyUid, threadUid, leadUid, guestUid, createdAt } = filters
  return sql`${agencyUid === undefined ? sql`` : sql`and m.agency_uid = ${agencyUid}`}
    ${threadUid === undefined ? sql`` : sql`and m.thread_uid = ${threadUid}`}
    ${leadUid === undefined ? sql`` : sql`and t.lead_uid = ${leadUid}`}
    ${guestUid === undefined ? sql`` : sql`and t.guest_uid = ${guestUid}`}
    ${createdAt === undefined ? sql`` : sql`and m.created_at >= ${createdAt}`}`
}

/** Stores a message. Returns undefined if one with the same id of its channel exists. */
export async function insertMessage(
  { db }: Pick<Context, 'db'>,
  message: Insertable<MessagesTable>,
): Promise<MessageRow | undefined> {
  return db
    .insertInto('messages')
    .values(message)
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Returns a message, locked until the transaction ends. */
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
 * Updates a message that has the status. Returns the updated row, or undefined if the message has
 * another status.
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
 * Returns the creation times of the agency's messages since an instant, newest first, up to a
 * limit. Concurrent calls wait until this transaction ends.
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

/** Deletes messages that nothing else references. */
export async function deleteMessageRows(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  uids: string[],
): Promise<void> {
  await sql`delete from messages
    where agency_uid = ${agencyUid} and uid = any(${uids}::uuid[])`.execute(db)
}
