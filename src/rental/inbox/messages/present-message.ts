/** Messages as v3 shows them: contract/messaging.md §2. */
import type { Context } from '../../../context.ts'
import {
  listOf,
  named,
  nullable,
  oneOf,
  shape,
  since,
  Type,
  text,
  uid,
  zonedDateTime,
} from '../../../platform/rest/fields.ts'
import { attachmentShape, presentAttachments } from '../attachments/attachment-shape.ts'
import { listAttachments } from '../attachments/attachments.ts'
import { type Message, messageStatuses, messageTypes, senderTypes } from './message.ts'

export const message = shape('Message', {
  uid: uid(),
  threadUid: uid(),
  leadUid: nullable(uid()),
  createdUtcDateTime: zonedDateTime(),
  status: named('MessageStatus', oneOf(messageStatuses)),
  type: named('MessageType', oneOf(messageTypes)),
  senderType: since('3.2', named('SenderType', oneOf(senderTypes))),
  content: Type.Object({ subject: nullable(text()), text: text({ max: 20_000 }) }),
  attachments: since('3.2', listOf(attachmentShape)),
  failureReason: since('3.3', nullable(text())),
  externalId: since('3.3', nullable(text())),
})

/** Messages with their attachments, whose addresses are made anew for each answer. */
export async function presentMessages(ctx: Context, messages: Message[]) {
  const attachments = await listAttachments(ctx, messages)
  return Promise.all(
    messages.map(async row => ({
      ...present(row),
      attachments: presentAttachments(ctx, attachments.get(row.uid) ?? []),
    })),
  )
}

/** One message. */
export async function presentMessage(ctx: Context, row: Message) {
  const [shown] = await presentMessages(ctx, [row])
  return shown!
}

function present(row: Message) {
  return {
    uid: row.uid,
    threadUid: row.thread_uid,
    leadUid: row.lead_uid,
    createdUtcDateTime: row.created_at.toISOString(),
    status: row.status,
    type: row.type,
    senderType: row.sender_type,
    content: { subject: row.subject, text: row.text },
    failureReason: row.failure_reason,
    externalId: row.external_id,
  }
}
