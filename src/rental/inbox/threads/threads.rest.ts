/** Threads: contract/messaging.md §5, §6. */
import { type Context, route } from '../../../context.ts'
import { updatedFirst } from '../../../platform/db/page.ts'
import { ApiError, invalidParameter, oneOfRequired } from '../../../platform/errors.ts'
import { nullable, shape, Type, uid } from '../../../platform/rest/fields.ts'
import { pagedAnswer, pageQuery, readSortedList } from '../../../platform/rest/list.ts'
import { asUid } from '../../../platform/uid.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { findPartnerChannel } from '../../access/partners/partners.ts'
import { reachedLead } from '../../leads/leads/leads.ts'
import { markThread, type Side } from './mark-thread.ts'
import { nextThreadTurn } from './next-thread-turn.sql.ts'
import { presentThread, thread } from './present-thread.ts'
import { participantsOf, type Thread } from './thread.ts'
import { countThreads, listThreads, type ReachedThread, reachedThread } from './threads.ts'

const answer = Type.Object({ thread })
const tag = 'Threads'

/** Both marks are the same act. */
const marking = (act: string, operationId: string, summary: string, isRead: boolean) =>
  route({
    method: 'POST',
    path: `/threads/:uid/${act}`,
    since: '3.3',
    operationId,
    summary,
    tells: ['INBOX_THREAD_UPDATED'],
    tag,
    body: shape('ThreadMark', { participantUid: Type.Optional(nullable(uid())) }),
    answer,
    errors: ['INVALID_PARAMETER', 'THREAD_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params, body }) => {
      const thread = await reachedThread(ctx, params.uid!, { access: 'READ_WRITE' })
      const side = sideOf(thread, body.participantUid ?? thread.agency_uid)
      if (side === 'GUEST') await checkReceipt(ctx, isRead)
      return { thread, side }
    },
    handler: async (ctx, { reached: { thread, side } }) => {
      const marked = await markThread(ctx, thread, side, isRead)
      return { thread: presentThread(marked, ctx.clock.now()) }
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
    answer: pagedAnswer('threads', thread),
    http: { cache: { until: nextThreadTurn } },
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
        agencyUid: agencyUid === undefined ? undefined : reachedAgencyUid(ctx.caller, agencyUid),
        leadUid: leadUid === undefined ? undefined : (await reachedLead(ctx, leadUid)).uid,
      }
      const { rows, beside } = await readSortedList(query, updatedFirst, keyOf, {
        list: (_sort, page) => listThreads(ctx, filters, page),
        count: () => countThreads(ctx, filters),
      })
      const now = ctx.clock.now()
      return { threads: rows.map(row => presentThread(row, now)), ...beside }
    },
  }),
  route({
    method: 'GET',
    path: '/threads/:uid',
    since: '3.2',
    summary: 'Get a thread',
    tag,
    answer,
    http: { cache: { until: nextThreadTurn } },
    errors: ['THREAD_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      thread: presentThread(await reachedThread(ctx, params.uid!), ctx.clock.now()),
    }),
  }),
  marking('mark-as-read', 'markThreadAsRead', 'Mark a thread as read', true),
  marking('mark-as-unread', 'markThreadAsUnread', 'Mark a thread as unread', false),
]

function keyOf({ updated_at, uid }: Thread): string[] {
  return [updated_at.toISOString(), uid]
}

/** @throws ApiError INVALID_PARAMETER when it is on neither side */
function sideOf(thread: ReachedThread, participantUid: string): Side {
  const uid = asUid(participantUid)
  const [agency, guest] = participantsOf(thread)
  if (uid === agency.participantUid) return 'AGENCY'
  if (uid === guest.participantUid) return 'GUEST'
  throw invalidParameter('participantUid', 'is not a participant of this thread')
}

/**
 * Only channels know that a guest has read something, and of nobody that it has not.
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
