import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { newUid } from '../../platform/uid.ts'

/** The channel on which workers are told that messages wait to be sent. */
export const sendingsChannel = 'lodgepole_sendings'

/** What is sent, and in which order: messages of one thread go one after the other. */
export interface Sendable {
  agency_uid: string
  uid: string
  thread_uid: string
}

/**
 * Stores a sending of a message, due at once, and tells workers of it at the commit.
 *
 * @returns whether it was stored: not while the message is being sent already
 */
export async function insertSending(ctx: Context, message: Sendable): Promise<boolean> {
  const now = ctx.clock.now()
  const { rows } = await sql`
    with queued as (
      insert into sendings (agency_uid, uid, message_uid, thread_uid, number, due_at, created_at)
      select ${message.agency_uid}, ${newUid(now.getTime())}, ${message.uid}::uuid,
        ${message.thread_uid}, count(*) + 1, ${now}, ${now}::timestamptz
      from sendings where agency_uid = ${message.agency_uid} and message_uid = ${message.uid}
      on conflict do nothing
      returning 1)
    select pg_notify(${sendingsChannel}, '') from queued`.execute(ctx.db)
  return rows.length > 0
}
