/** Threads: contract/messaging.md §5, §6. */
import { type Context, route } from '../../../context.ts'
import { updatedFirst } from '../../../platform/db/pagination.ts'
import { ApiError, invalidParameter, oneOfRequired } from '../../../platform/errors.ts'
import { nullable, shape, Type, uid } from '../../../platform/rest/fields.ts'
import { pagedResponse, pageQuery, readSortedList } from '../../../platform/rest/list.ts'
import { asUid } from '../../../platform/uid.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { findPartnerChannel } from '../../access/partners/partners.ts'
import { requireLead } from '../../leads/leads/leads.ts'
import { type Side, setReadStatus } from './mark-thread.ts'
import { presentThread, thread } from './present-thread.ts'
import { listParticipants, type Thread } from './thread.ts'
import { threadExpiresAt } from './thread-expires-at.sql.ts'
import { type AccessibleThread, countThreads, listThreads, requireThread } from './threads.ts'

const response = Type.Object({ thread })
const tag = 'Threads'

/** Returns a route that marks a thread as read or unread. */
const markRoute = (
  action: string,
  operationId: string,
  summary: string,
  { isRead }: { isRead: boolean },
) =>
  route({
    method: 'POST',
    path: `/threads/:uid/${action}`,
    since: '3.3',
    operationId,
    summary,
    emits: ['INBOX_THREAD_UPDATED'],
    tag,
    body: shape('ThreadMark', { participantUid: Type.Optional(nullable(uid())) }),
    response,
    errors: ['INVALID_PARAMETER', 'THREAD_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params, body }) => {
      const thread = await requireThread(ctx, params.uid!, { access: 'READ_WRITE' })
      const side = readSide(thread, body.participantUid ?? thread.agency_uid)
      if (side === 'GUEST') await checkReceipt(ctx, isRead)
      return { thread, side }
    },
    handler: async (ctx, { authorized: { thread, side } }) => {
      const updated = await setReadStatus(ctx, thread, side, isRead)
      return { thread: presentThread(updated, ctx.clock.now()) }
    },
  })

export const threadRoutes = [
  route({
    method: 'GET',
    path: '/threads',
    since: '3.2',
    summary: 'List threads',
    tag,
    query: Type.Object({
      agencyUid: Type.Optional(uid()),
      leadUid: Type.Optional(uid()),
      ...pageQuery,
    }),
    response: pagedResponse('threads', thread),
    http: { cache: { until: threadExpiresAt } },
    errors: [
      'REQUIRED_PARAMETER',
      'INVALID_PARAMETER',
      'INVALID_CURSOR',
      'ACCESS_DENIED',
      'LEAD_NOT_FOUND',
    ],
    handler: async (ctx, { query }) => {
      const { agencyUid, leadUid } = query
      if (agencyUid === undefined && leadUid === undefined) {
        throw oneOfRequired(['agencyUid', 'leadUid'])
      }
      const filters = {
        agencyUid: agencyUid === undefined ? undefined : requireAgencyUid(ctx.caller, agencyUid),
        leadUid: leadUid === undefined ? undefined : (await requireLead(ctx, leadUid)).uid,
      }
      const { rows, envelope } = await readSortedList(
        query,
        { sort: updatedFirst, keyOf: toCursorKey },
        {
          list: (_sort, page) => listThreads(ctx, filters, page),
          count: () => countThreads(ctx, filters),
        },
      )
      const now = ctx.clock.now()
      return { threads: rows.map(row => presentThread(row, now)), ...envelope }
    },
  }),
  route({
    method: 'GET',
    path: '/threads/:uid',
    since: '3.2',
    summary: 'Get a thread',
    tag,
    response,
    http: { cache: { until: threadExpiresAt } },
    errors: ['THREAD_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      thread: presentThread(await requireThread(ctx, params.uid!), ctx.clock.now()),
    }),
  }),
  markRoute('mark-as-read', 'markThreadAsRead', 'Mark a thread as read', { isRead: true }),
  markRoute('mark-as-unread', 'markThreadAsUnread', 'Mark a thread as unread', { isRead: false }),
]

function toCursorKey({ updated_at, uid }: Thread): string[] {
  return [updated_at.toISOString(), uid]
}

/** @throws ApiError INVALID_PARAMETER for a uid of neither side */
function readSide(thread: AccessibleThread, participantUid: string): Side {
  const uid = asUid(participantUid)
  const [agency, guest] = listParticipants(thread)
  if (uid === agency.participantUid) return 'AGENCY'
  if (uid === guest.participantUid) return 'GUEST'
  throw invalidParameter('participantUid', 'is not a participant of this thread')
}

/**
 * Checks a read receipt: only channels report that a guest has read a message, and none reports the
 * opposite.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
async function checkReceipt(ctx: Context, isRead: boolean): Promise<void> {
  const { caller } = ctx
  const isChannel =
    caller.kind === 'partner' && (await findPartnerChannel(ctx, caller.partnerUid)) !== null
  if (isChannel && isRead) return
  const text = "A channel's read receipt alone sets the read status of a guest"
  throw new ApiError('OPERATION_NOT_PERMITTED', text, {
    members: { requires: 'channel', parameter: 'participantUid' },
  })
}
