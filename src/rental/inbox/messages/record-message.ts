import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { retry } from '../../../platform/db/transaction.ts'
import { reserveStorage } from '../../access/agency-storage/agency-storage.ts'
import type { StoredFiles } from '../attachments/attachment-files.ts'
import { upsertConversation } from '../conversations/conversations.ts'
import { recordThreadUpdate } from '../threads/record-thread-update.ts'
import type { Thread } from '../threads/thread.ts'
import { updateThread } from '../threads/threads.ts'
import type { Message, MessageRow } from './message.ts'
import { insertMessage } from './messages.ts'

/** New message with its stored files. */
export interface NewMessage
  extends Pick<MessageRow, 'sender_type' | 'type' | 'kind' | 'subject' | 'text' | 'external_id'> {
  created_at: Date
  files: StoredFiles
}

/** Maximum length of the text in an event, in code points. */
const contentMax = 16_384

/**
 * Adds a message to a thread with its attachments, updates the thread and its conversation, and
 * emits events (contract/messaging.md §6, §7). A historic message emits no NEW_INBOX_MESSAGE, and
 * makes only a new thread unread.
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
  const isFromAgency = columns.sender_type === 'AGENCY'
  const { kind, uid } = ctx.caller.credential
  const message = await insertMessage(ctx, {
    ...columns,
    uid: files.messageUid,
    ...(isFromAgency ? { sender_kind: kind, sender_uid: uid } : {}),
    agency_uid: thread.agency_uid,
    thread_uid: thread.uid,
    status: 'CREATED',
    updated_at: now,
  })
  // A concurrent transaction stored a message with the same id; the retry finds it.
  if (!message) throw retry()
  await storeAttachments(ctx, message, files)
  // The side that writes has read the thread; the other has not.
  const read = { agency: isFromAgency ? now : null, guest: isFromAgency ? null : now }
  const updated = await updateThread(ctx, thread, {
    createdAt: message.created_at,
    read: historic && !isNew ? undefined : read,
  })
  await upsertConversation(ctx, updated)
  const current = { ...thread, ...updated }
  if (!historic) emitMessage(ctx, current, message, isNew)
  recordThreadUpdate(ctx, current, { isNew })
  return { ...message, lead_uid: thread.lead_uid }
}

async function storeAttachments(
  ctx: Context,
  { agency_uid }: MessageRow,
  { attachments }: StoredFiles,
): Promise<void> {
  await insertRows(
    ctx,
    'message_attachments',
    attachments.map(attachment => ({ agency_uid, ...attachment })),
  )
  const bytes = attachments.reduce((sum, { file_size }) => sum + file_size, 0)
  await reserveStorage(ctx, agency_uid, bytes)
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
