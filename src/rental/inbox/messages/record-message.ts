import type { Context } from '../../../context.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { retry } from '../../../platform/db/transaction.ts'
import { takeStorage } from '../../access/agency-storage/agency-storage.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import type { HeldFiles } from '../attachments/attachment-files.ts'
import { upsertConversation } from '../conversations/conversations.ts'
import { recordThreadUpdate } from '../threads/record-thread-update.ts'
import type { Thread } from '../threads/thread.ts'
import { touchThread } from '../threads/threads.ts'
import type { Message, MessageRow } from './message.ts'
import { insertMessage } from './messages.ts'

/** A new message with its files, which are stored already. */
export interface NewMessage
  extends Pick<MessageRow, 'sender_type' | 'type' | 'kind' | 'subject' | 'text' | 'external_id'> {
  created_at: Date
  files: HeldFiles
}

const contentMax = 16_384

/**
 * Adds a message to a thread with its attachments, updates the thread and its conversation, and
 * emits events (contract/messaging.md §6, §7). A historic message emits none of its own, and makes
 * only a new thread unread.
 *
 * @throws ApiError STORAGE_QUOTA_EXCEEDED
 */
export async function recordMessage(
  ctx: Context,
  { thread, isNew }: { thread: Thread; isNew: boolean },
  { files, ...columns }: NewMessage,
  { historic = false } = {},
): Promise<Message> {
  const now = ctx.clock.now()
  const isOwn = columns.sender_type === 'AGENCY'
  const { kind, uid } = ctx.caller.credential
  const message = await insertMessage(ctx, {
    ...columns,
    uid: files.messageUid,
    ...(isOwn ? { sender_kind: kind, sender_uid: uid } : {}),
    agency_uid: thread.agency_uid,
    thread_uid: thread.uid,
    status: 'CREATED',
    updated_at: now,
  })
  // Another one came in under its id just now, and is there when the transaction runs again.
  if (!message) throw retry()
  await storeAttachments(ctx, message, files)
  const read = { agency: isOwn ? now : null, guest: isOwn ? null : now }
  const touched = await touchThread(ctx, thread, {
    createdAt: message.created_at,
    read: historic && !isNew ? undefined : read,
  })
  await upsertConversation(ctx, touched)
  const written = { ...thread, ...touched }
  if (!historic) emitMessage(ctx, written, message, isNew)
  recordThreadUpdate(ctx, written, { isNew })
  return { ...message, lead_uid: thread.lead_uid }
}

async function storeAttachments(
  ctx: Context,
  { agency_uid }: MessageRow,
  { attachments }: HeldFiles,
): Promise<void> {
  await insertRows(
    ctx,
    'message_attachments',
    attachments.map(attachment => ({ agency_uid, ...attachment })),
  )
  const bytes = attachments.reduce((sum, { file_size }) => sum + file_size, 0)
  await takeStorage(ctx, agency_uid, bytes)
}

/** Emits the event with the keys of contract/events.md §3.2. */
function emitMessage(ctx: Context, thread: Thread, message: MessageRow, isNew: boolean): void {
  if (thread.lead_status === 'SAMPLE') return
  recordEvent(ctx, {
    agencyUid: thread.agency_uid,
    type: 'NEW_INBOX_MESSAGE',
    keys: {
      message_uid: message.uid,
      thread_uid: thread.uid,
      lead_uid: thread.lead_uid,
      property_uid: thread.property_uid,
      status: message.status,
      type: message.type,
      message_content: [...message.text].slice(0, contentMax).join(''),
      sender_type: message.sender_type,
      created: message.created_at.toISOString(),
    },
    isNew,
  })
}
