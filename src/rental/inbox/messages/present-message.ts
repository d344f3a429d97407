/** Responses of v3 with messages: contract/messaging.md §2. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { actorTypes } from '../../../pending-events/record-event.ts'
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
import type { Credential } from '../../access/agencies/caller.ts'
import { attachmentShape, presentAttachments } from '../attachments/attachment-shape.ts'
import { listAttachments } from '../attachments/attachments.ts'
import {
  type Message,
  type MessageSenderType,
  messageSenders,
  messageStatuses,
  messageTypes,
  senderTypes,
} from './message.ts'

const senderShape = shape('MessageSender', {
  type: named('MessageSenderType', oneOf(messageSenders)),
  uid: nullable(uid()),
  name: nullable(text()),
})

export const message = shape('Message', {
  uid: uid(),
  threadUid: uid(),
  leadUid: nullable(uid()),
  createdUtcDateTime: zonedDateTime(),
  status: named('MessageStatus', oneOf(messageStatuses)),
  type: named('MessageType', oneOf(messageTypes)),
  senderType: since('3.2', named('SenderType', oneOf(senderTypes))),
  sender: since('3.3', nullable(senderShape)),
  content: Type.Object({ subject: nullable(text()), text: text({ max: 20_000 }) }),
  attachments: since('3.2', listOf(attachmentShape)),
  failureReason: since('3.3', nullable(text())),
  externalId: since('3.3', nullable(text())),
})

/** Presents messages with their attachments, whose URLs are signed again for each response. */
export async function presentMessages(ctx: Context, messages: Message[]) {
  const attachments = await listAttachments(ctx, messages)
  const senderNames = await listSenderNames(ctx, messages)
  return Promise.all(
    messages.map(async row => ({
      ...present(row),
      sender: presentSender(row, senderNames),
      attachments: presentAttachments(ctx, attachments.get(row.uid) ?? []),
    })),
  )
}

export async function presentMessage(ctx: Context, row: Message) {
  const [presented] = await presentMessages(ctx, [row])
  return presented!
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

/** Returns null for a message that the agency sent before senders were recorded. */
function presentSender(row: Message, senderNames: ReadonlyMap<string, string>) {
  if (row.sender_type === 'GUEST') return { type: 'GUEST' as const, uid: null, name: null }
  if (row.sender_kind === null) return null
  const type = actorTypes[row.sender_kind as Credential['kind']]
  const name = senderNames.get(row.sender_uid ?? '') ?? null
  return { type: type as MessageSenderType, uid: row.sender_uid, name }
}

/** Returns the names of employees and partners that sent messages, by uid; none for a partner. */
async function listSenderNames(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  messages: readonly Message[],
): Promise<ReadonlyMap<string, string>> {
  const withSender = messages.filter(({ sender_uid }) => sender_uid !== null)
  if (caller.kind !== 'agency' || withSender.length === 0) return new Map()
  const uids = [...new Set(withSender.map(({ sender_uid }) => sender_uid))]
  const { rows } = await sql<{ uid: string; name: string }>`
    select uid, btrim(first_name || ' ' || last_name) as name from employees
      where agency_uid = ${caller.agencyUid} and uid = any(${uids}::uuid[])
    union all
    select partner_uid, name from partners where partner_uid = any(${uids}::uuid[])`.execute(db)
  return new Map(rows.map(({ uid, name }) => [uid, name]))
}
