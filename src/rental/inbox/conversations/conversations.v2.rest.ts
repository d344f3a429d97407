/** Legacy `/v2/threads`, the conversations with guests: contract/messaging.md §8. */
import { route } from '../../../context.ts'
import { ApiError, requiredParameter } from '../../../platform/errors.ts'
import {
  listOf,
  named,
  oneOf,
  shape,
  Type,
  uid,
  zonedDateTime,
} from '../../../platform/rest/fields.ts'
import { offsetQuery, readOffsetPage } from '../../../platform/rest/list.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { requireGuest } from '../../leads/guests/guests.ts'
import type { Conversation } from './conversation.ts'
import { listConversations, requireConversation } from './conversations.ts'

const conversation = shape('Thread', {
  uid: uid(),
  agencyUid: uid(),
  created: zonedDateTime(),
  modified: zonedDateTime(),
  participants: listOf(
    Type.Object({
      uid: uid(),
      participantType: named('SenderType', oneOf(['AGENCY', 'GUEST'])),
      participantUid: uid(),
    }),
  ),
})

const tag = 'Threads'

export const legacyConversationRoutes = [
  route({
    method: 'GET',
    path: '/threads',
    summary: 'List threads',
    tag,
    query: Type.Object({
      agencyUid: Type.Optional(uid()),
      guestUid: Type.Optional(uid()),
      leadUid: Type.Optional(uid()),
      ...offsetQuery,
    }),
    response: Type.Array(conversation),
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'ACCESS_DENIED', 'GUEST_NOT_FOUND'],
    handler: async (ctx, { query }) => {
      const { leadUid, agencyUid, guestUid } = query
      if (leadUid !== undefined) throw leadFilterError()
      if (agencyUid === undefined) throw requiredParameter('agencyUid')
      const accessibleAgencyUid = requireAgencyUid(ctx.caller, agencyUid)
      const page = readOffsetPage(query)
      const guest = guestUid === undefined ? undefined : await requireGuest(ctx, guestUid)
      const filters = { agencyUid: accessibleAgencyUid, guestUid: guest?.uid }
      const rows = await listConversations(ctx, filters, page)
      return rows.map(presentConversation)
    },
  }),
  route({
    method: 'GET',
    path: '/threads/:uid',
    summary: 'Get a thread',
    tag,
    response: conversation,
    errors: ['THREAD_NOT_FOUND'],
    handler: async (ctx, { params }) =>
      presentConversation(await requireConversation(ctx, params.uid!)),
  }),
]

function leadFilterError() {
  const message =
    "Invalid parameter 'leadUid': threads belong to the agency and cannot be searched by lead, " +
    'use agencyUid or guestUid'
  return new ApiError('INVALID_PARAMETER', message, { members: { parameter: 'leadUid' } })
}

function presentConversation(row: Conversation) {
  return {
    uid: row.uid,
    agencyUid: row.agency_uid,
    created: row.created_at.toISOString(),
    modified: row.updated_at.toISOString(),
    participants: [
      {
        uid: row.agency_participant_uid,
        participantType: 'AGENCY',
        participantUid: row.agency_uid,
      },
      { uid: row.guest_participant_uid, participantType: 'GUEST', participantUid: row.guest_uid },
    ],
  }
}
