import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { asUid, newUid } from '../../../platform/uid.ts'
import { agencyOf, inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import type { ConversationsTable } from '../../tables.ts'
import { joinLead } from '../threads/accessible-threads.ts'
import type { Conversation } from './conversation.ts'

/** Lists accessible conversations, sorted by last message, newest first. */
export async function listConversations(
  ctx: Context,
  { agencyUid, guestUid }: { agencyUid: string; guestUid?: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<Conversation[]> {
  const guestFilter = guestUid === undefined ? sql`` : sql`and c.guest_uid = ${guestUid}`
  const { rows } = await sql<Conversation>`select c.* ${fromAccessible(ctx)}
    and c.agency_uid = ${agencyUid} ${guestFilter}
    order by c.updated_at desc, c.uid desc limit ${limit} offset ${offset}`.execute(ctx.db)
  return rows
}

/**
 * Returns the accessible conversation with a uid from a request.
 *
 * @throws ApiError THREAD_NOT_FOUND, the code of v2
 */
export async function requireConversation(ctx: Context, uidText: string): Promise<Conversation> {
  const uid = asUid(uidText)
  if (uid === null) throw notFound('THREAD_NOT_FOUND', uidText)
  const { rows } = await sql<Conversation>`select c.* ${fromAccessible(ctx)}
    and c.uid = ${uid}`.execute(ctx.db)
  if (!rows[0]) throw notFound('THREAD_NOT_FOUND', uidText)
  return rows[0]
}

/** Returns the uid of the conversation that contains a thread. */
export async function findConversationUid(
  { db }: Pick<Context, 'db'>,
  { agency_uid, thread_uid }: { agency_uid: string; thread_uid: string },
): Promise<string> {
  const { rows } = await sql<{ uid: string }>`select c.uid from threads t
    join conversations c on c.agency_uid = ${agency_uid} and c.guest_uid = t.guest_uid
    where t.agency_uid = ${agency_uid} and t.uid = ${thread_uid}`.execute(db)
  return rows[0]!.uid
}

/** Selects conversations with at least one thread, for a partner one accessible thread. */
function fromAccessible({ caller }: Context): Sql {
  return sql`from conversations c where ${inCallerTenant(caller, 'c')} and exists (
    select 1 from threads t ${caller.kind === 'partner' ? joinLead(caller) : sql``}
    where t.agency_uid = ${agencyOf(caller, 'c')} and t.guest_uid = c.guest_uid)`
}

/** Stores the conversation of a thread, with its times, or updates that of the same guest. */
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

/**
 * Stores conversations. An existing conversation of a guest gets the earlier creation and the later
 * update time.
 */
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
