/** Messages recorded instead of sent: contract/messaging.md §12. */
import { route } from '../../../context.ts'
import { fixedError } from '../../../platform/errors.ts'
import {
  listOf,
  named,
  nullable,
  oneOf,
  shape,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import { pagedResponse, pageQuery, readList } from '../../../platform/rest/list.ts'
import { requireAgencyUidOrOnly } from '../../access/agencies/tenant.sql.ts'
import { requireLead } from '../../leads/leads/leads.ts'
import { messageKinds } from '../messages/message.ts'
import { isConfigured } from '../transports/transport-choice.ts'
import { countOutboxMessages, listOutboxMessages, type OutboxMessage } from './outbox-messages.ts'

const outboxMessage = shape('OutboxMessage', {
  uid: uid(),
  messageUid: uid(),
  leadUid: nullable(uid()),
  transport: text(),
  kind: named('MessageKind', oneOf(messageKinds)),
  from: text(),
  to: text(),
  subject: nullable(text()),
  text: text({ max: 20_000 }),
  attachments: listOf(Type.Object({ fileName: text() })),
  createdUtcDateTime: text(),
})

export const outboxMessageRoutes = [
  route({
    method: 'GET',
    path: '/outbox',
    since: '3.3',
    operationId: 'listOutboxMessages',
    summary: 'List messages of the outbox',
    tag: 'Messages',
    access: { callers: ['agency'] },
    query: Type.Object({
      agencyUid: Type.Optional(uid()),
      leadUid: Type.Optional(uid()),
      ...pageQuery,
    }),
    response: pagedResponse('outbox', outboxMessage),
    errors: [
      'REQUIRED_PARAMETER',
      'INVALID_CURSOR',
      'ACCESS_DENIED',
      'LEAD_NOT_FOUND',
      'UNKNOWN_API',
    ],
    handler: async (ctx, { query }) => {
      if (!isConfigured(ctx.sending, 'outbox')) throw fixedError('UNKNOWN_API')
      const agencyUid = requireAgencyUidOrOnly(ctx.caller, query.agencyUid)
      const lead = query.leadUid === undefined ? null : await requireLead(ctx, query.leadUid)
      const filters = { agencyUid, leadUid: lead?.uid }
      const { rows, envelope } = await readList(ctx, query, {
        list: (_sort, page) => listOutboxMessages(ctx, filters, page),
        count: () => countOutboxMessages(ctx, filters),
      })
      return { outbox: rows.map(presentOutboxMessage), ...envelope }
    },
  }),
]

function presentOutboxMessage(row: OutboxMessage) {
  return {
    uid: row.uid,
    messageUid: row.message_uid,
    leadUid: row.lead_uid,
    transport: 'outbox',
    kind: row.kind,
    from: row.sender,
    to: row.recipient,
    subject: row.subject,
    text: row.text,
    attachments: row.file_names.map(fileName => ({ fileName })),
    createdUtcDateTime: row.created_at.toISOString(),
  }
}
