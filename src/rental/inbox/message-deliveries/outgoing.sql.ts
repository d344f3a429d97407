import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { OperatorError } from '../../../platform/operator-error.ts'
import { openAttachmentFile } from '../attachments/attachment-files.ts'
import { listAttachments } from '../attachments/attachments.ts'
import type { MessageKind, MessageRow } from '../messages/message.ts'
import { referencesMax } from '../transports/mail.ts'
import type { MessageLead, OutgoingAttachment, OutgoingMessage } from '../transports/transport.ts'
import type { ClaimedMessageDelivery } from './message-deliveries.ts'

type ContextPart = Pick<Context, 'db' | 'blobs'>

/** Message to send, in the form of a transport, with its row and lead. */
export interface Outgoing {
  message: OutgoingMessage
  row: MessageRow
  lead: MessageLead | null
}

interface MessageDetails extends MessageRow {
  kind: MessageKind
  lead_uid: string | null
  channel: string | null
  source: string | null
  guest_name: string
  guest_email: string | null
  agency_name: string
  agency_email: string | null
}

/** Loads the message of a delivery, with the current recipient of its lead. */
export async function findOutgoing(
  ctx: ContextPart,
  delivery: ClaimedMessageDelivery,
): Promise<Outgoing> {
  const row = await findMessageDetails(ctx, delivery)
  const { lead_uid, channel, source } = row
  // A lead has a channel and a source.
  const lead = lead_uid === null ? null : { uid: lead_uid, channel: channel!, source: source! }
  const message: OutgoingMessage = {
    agencyUid: row.agency_uid,
    uid: row.uid,
    sendingUid: delivery.uid,
    sendingNumber: delivery.number,
    threadUid: row.thread_uid,
    leadUid: lead_uid,
    channel,
    kind: row.kind,
    from: { name: row.agency_name, email: row.agency_email },
    to: { name: row.guest_name, email: row.guest_email },
    subject: row.subject,
    text: row.text,
    earlier: row.kind === 'EMAIL' ? await listEarlierMails(ctx, row) : [],
    attachments: await listFiles(ctx, row),
  }
  return { message, row, lead }
}

async function findMessageDetails(
  { db }: ContextPart,
  delivery: ClaimedMessageDelivery,
): Promise<MessageDetails> {
  const { rows } = await sql<MessageDetails>`
    select m.*, t.lead_uid, l.channel, l.source, a.name as agency_name,
      nullif(a.agency_email_address, '') as agency_email,
      case when t.lead_uid is null then nullif(g.email, '') else nullif(l.email, '') end
        as guest_email,
      case when t.lead_uid is null then concat_ws(' ', g.first_name, g.last_name)
        else concat_ws(' ', l.first_name, l.last_name) end as guest_name
    from messages m
    join agencies a on a.agency_uid = ${delivery.agency_uid}
    join threads t on t.agency_uid = ${delivery.agency_uid} and t.uid = m.thread_uid
    join guests g on g.agency_uid = ${delivery.agency_uid} and g.uid = t.guest_uid
    left join leads l on l.agency_uid = ${delivery.agency_uid} and l.uid = t.lead_uid
    where m.agency_uid = ${delivery.agency_uid} and m.uid = ${delivery.message_uid}`.execute(db)
  return rows[0]!
}

/**
 * Lists the e-mails of a thread before a message, oldest first, each with its last delivery number.
 */
async function listEarlierMails(
  { db }: ContextPart,
  { agency_uid, uid, thread_uid, created_at }: MessageDetails,
) {
  const { rows } = await sql<{ uid: string; number: number }>`
    select m.uid, coalesce((select max(s.number) from sendings s
      where s.agency_uid = ${agency_uid} and s.message_uid = m.uid), 1)::int as number
    from messages m
    where m.agency_uid = ${agency_uid} and m.thread_uid = ${thread_uid} and m.kind = 'EMAIL'
      and (m.created_at, m.uid) < (${created_at}, ${uid}::uuid)
    order by m.created_at desc, m.uid desc limit ${referencesMax}`.execute(db)
  return rows.reverse().map(({ uid, number }) => ({ uid, sendingNumber: number }))
}

async function listFiles(
  { db, blobs }: ContextPart,
  message: MessageDetails,
): Promise<OutgoingAttachment[]> {
  const attachments = await listAttachments({ db }, [message])
  return (attachments.get(message.uid) ?? []).map(row => ({
    fileName: row.file_name,
    fileType: row.file_type,
    async read() {
      const file = await openAttachmentFile(blobs, row)
      if (file === null)
        throw new OperatorError(`The file of attachment ${row.uid} no longer exists`)
      return buffer(file.stream)
    },
  }))
}
