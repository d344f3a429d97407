import type { Context } from '../../../context.ts'
import { retry } from '../../../platform/db/transaction.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import { touchConversation } from '../conversations/touch-conversation.ts'
import { recordThreadUpdate } from '../threads/record-thread-update.ts'
import type { Thread } from '../threads/thread.ts'
import { touchThread } from '../threads/threads.ts'
import type { Message, MessageRow } from './message.ts'
import { insertMessage } from './messages.ts'

/** What is recorded of a message beside the bookkeeping. */
export interface NewMessage
  extends Pick<
    MessageRow,
    'uid' | 'sender_type' | 'type' | 'kind' | 'subject' | 'text' | 'external_id'
  > {
  created_at: Date
}

const contentMax = 16_384

/**
 * Adds a message to a thread, with all that it changes there, and tells it (contract/messaging.md
 * §6, §7). One of the past is not told by itself, and makes a thread unread only that is new.
 */
export async function recordMessage(
  ctx: Context,
  { thread, isNew }: { thread: Thread; isNew: boolean },
  told: NewMessage,
  { historic = false } = {},
): Promise<Message> {
  const now = ctx.clock.now()
  const isOwn = told.sender_type === 'AGENCY'
  const { kind, uid } = ctx.caller.credential
  const message = await insertMessage(ctx, {
    ...told,
    ...(isOwn ? { sender_kind: kind, sender_uid: uid } : {}),
    agency_uid: thread.agency_uid,
    thread_uid: thread.uid,
    status: 'CREATED',
    updated_at: now,
  })
  // Another one came in under its id just now, and is there when the transaction runs again.
  if (!message) throw retry()
  const read = { agency: isOwn ? now : null, guest: isOwn ? null : now }
  const touched = await touchThread(ctx, thread, {
    createdAt: message.created_at,
    read: historic && !isNew ? undefined : read,
  })
  await touchConversation(ctx, touched)
  const written = { ...thread, ...touched }
  if (!historic) tell(ctx, written, message, isNew)
  recordThreadUpdate(ctx, written, { isNew })
  return { ...message, lead_uid: thread.lead_uid }
}

/** The keys of contract/events.md §3.2. */
function tell(ctx: Context, thread: Thread, message: MessageRow, isNew: boolean): void {
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
