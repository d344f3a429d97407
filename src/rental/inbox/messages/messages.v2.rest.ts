/** Legacy `/v2/messages`, read only: contract/messaging.md §8. */
import { route } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import {
  named,
  nullable,
  oneOf,
  shape,
  Type,
  text,
  uid,
  zonedDateTime,
} from '../../../platform/rest/fields.ts'
import { offsetQuery, readOffsetPage } from '../../../platform/rest/list.ts'
import { findConversationUid, requireConversation } from '../conversations/conversations.ts'
import { type Message, messageStatuses, messageTypes, senderTypes, textMax } from './message.ts'
import { listMessages, requireMessage } from './messages.ts'

const message = shape('Message', {
  uid: uid(),
  threadUid: uid(),
  created: zonedDateTime(),
  type: named('MessageType', oneOf(messageTypes)),
  status: named('MessageStatus', oneOf(messageStatuses)),
  senderType: named('SenderType', oneOf(senderTypes)),
  subject: nullable(text()),
  content: text({ max: textMax }),
})

const tag = 'Messages'

export const legacyMessageRoutes = [
  route({
    method: 'GET',
    path: '/messages',
    summary: 'List the messages of a thread',
    tag,
    query: Type.Object({
      threadUid: Type.Optional(uid()),
      ...offsetQuery,
    }),
    response: Type.Array(message),
    http: { cache: {} },
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'THREAD_NOT_FOUND'],
    handler: async (ctx, { query }) => {
      if (query.threadUid === undefined) throw threadRequired()
      const { limit, offset } = readOffsetPage(query)
      const { uid, agency_uid, guest_uid } = await requireConversation(ctx, query.threadUid)
      const filters = { agencyUid: agency_uid, guestUid: guest_uid }
      const rows = await listMessages(ctx, filters, { limit, cursor: { offset, k: null } })
      return rows.slice(0, limit).map(row => presentMessage(row, uid))
    },
  }),
  route({
    method: 'GET',
    path: '/messages/:uid',
    summary: 'Get a message',
    tag,
    response: message,
    http: { cache: {} },
    errors: ['MESSAGE_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const row = await requireMessage(ctx, params.uid!)
      return presentMessage(row, await findConversationUid(ctx, row))
    },
  }),
]

function threadRequired(): ApiError {
  const members = { parameter: 'threadUid' }
  return new ApiError('REQUIRED_PARAMETER', 'threadUid is required', { members })
}

function presentMessage(row: Message, threadUid: string) {
  return {
    uid: row.uid,
    threadUid,
    created: row.created_at.toISOString(),
    type: row.type,
    status: row.status,
    senderType: row.sender_type,
    subject: row.subject,
    content: row.text,
  }
}
