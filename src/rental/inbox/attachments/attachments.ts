import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Attachment } from './attachment.ts'
import { attachmentsFolder } from './attachment-files.ts'

/** Keys of messages, of one agency or several. */
type MessageKeys = readonly { agency_uid: string; uid: string }[]

/** Returns the attachments of messages by message uid, those of each message in their order. */
export async function listAttachments(
  { db }: Pick<Context, 'db'>,
  messages: MessageKeys,
): Promise<Map<string, Attachment[]>> {
  if (messages.length === 0) return new Map()
  const agencyUids = [...new Set(messages.map(({ agency_uid }) => agency_uid))]
  const uids = messages.map(({ uid }) => uid)
  const rows = await db
    .selectFrom('message_attachments')
    .selectAll()
    .where('agency_uid', 'in', agencyUids)
    .where('message_uid', '=', sql<string>`any(${uids}::uuid[])`)
    .orderBy('message_uid')
    .orderBy('position')
    .execute()
  return Map.groupBy(rows, row => row.message_uid)
}

export async function findAttachment(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  messageUid: string,
  uid: string,
): Promise<Attachment | undefined> {
  return db
    .selectFrom('message_attachments')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .where('message_uid', '=', messageUid)
    .where('uid', '=', uid)
    .executeTakeFirst()
}

/** Returns those of the uids that are messages with attachments, of all agencies. */
export async function listMessagesWithFilesUnscoped(
  { db }: Pick<Context, 'db'>,
  uids: string[],
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    /* every tenant */ select distinct message_uid as uid from message_attachments
    where message_uid = any(${uids}::uuid[])`.execute(db)
  return rows.map(({ uid }) => uid)
}

/** Query of the keys of all attachment files, of all agencies. */
export const attachmentFileKeysUnscoped = `/* every tenant */
  select '${attachmentsFolder}/' || message_uid || '/' || uid from message_attachments`
