import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { asUid, newUid } from '../../../platform/uid.ts'
import { agencyOf, ofCaller } from '../../access/agencies/tenant.sql.ts'
import type { ConversationsTable } from '../../tables.ts'
import { joinLead } from '../threads/reached-threads.ts'
import type { Conversation } from './conversation.ts'

/** Conversations within reach, last written in first. */
export async function listConversations(
  ctx: Context,
  { agencyUid, guestUid }: { agencyUid: string; guestUid?: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<Conversation[]> {
  const ofGuest = guestUid === undefined ? sql`` : sql`and c.guest_uid = ${guestUid}`
  const { rows } = await sql<Conversation>`select c.* ${fromReached(ctx)}
    and c.agency_uid = ${agencyUid} ${ofGuest}
    order by c.updated_at desc, c.uid desc limit ${limit} offset ${offset}`.execute(ctx.db)
  return rows
}

/**
 * The conversation that a uid of a request names, within reach.
 *
 * @throws ApiError THREAD_NOT_FOUND, which is what v2 calls it
 */
export async function reachedConversation(ctx: Context, text: string): Promise<Conversation> {
  const uid = asUid(text)
  if (uid === null) throw notFound('THREAD_NOT_FOUND', text)
  const { rows } = await sql<Conversation>`select c.* ${fromReached(ctx)}
    and c.uid = ${uid}`.execute(ctx.db)
  if (!rows[0]) throw notFound('THREAD_NOT_FOUND', text)
  return rows[0]
}

/** The uid of the conversation that a thread is part of. */
export async function findConversationUid(
  { db }: Pick<Context, 'db'>,
  { agency_uid, thread_uid }: { agency_uid: string; thread_uid: string },
): Promise<string> {
  const { rows } = await sql<{ uid: string }>`select c.uid from threads t
    join conversations c on c.agency_uid = ${agency_uid} and c.guest_uid = t.guest_uid
    where t.agency_uid = ${agency_uid} and t.uid = ${thread_uid}`.execute(db)
  return rows[0]!.uid
}

/** One that holds a thread; of a partner, a thread within its reach. */
function fromReached({ caller }: Context): Sql {
  return sql`from conversations c where ${ofCaller(caller, 'c')} and exists (
    select 1 from threads t ${caller.kind === 'partner' ? joinLead(caller) : sql``}
    where t.agency_uid = ${agencyOf(caller, 'c')} and t.guest_uid = c.guest_uid)`
}

/** Stores the conversation of a message's thread, or updates its times. */
export async function upsertConversation(
  ctx: Pick<Context, 'db'>,
  {
    agency_uid,
    guest_uid,
    created_at,
    updated_at,
  }: Pick<Conversation, 'agency_uid' | 'guest_uid' | 'created_at' | 'updated_at'>,
): Promise<void> {
  const participants = { agency_participant_uid: newUid(), guest_participant_uid: newUid() }
  const times = { created_at, updated_at }
  await upsertConversations(ctx, [
    { agency_uid, uid: newUid(), guest_uid, ...participants, ...times },
  ])
}

/** Stores conversations; one that its guest has already gets the later time of the two. */
export async function upsertConversations(
  { db }: Pick<Context, 'db'>,
  conversations: Insertable<ConversationsTable>[],
): Promise<void> {
  if (conversations.length === 0) return
  await db
    .insertInto('conversations')
    .values(conversations)
    .onConflict(conflict =>
      conflict.columns(['agency_uid', 'guest_uid']).doUpdateSet({
        created_at: sql`least(conversations.created_at, excluded.created_at)`,
        updated_at: sql`greatest(conversations.updated_at, excluded.updated_at)`,
      }),
    )
    .execute()
}
