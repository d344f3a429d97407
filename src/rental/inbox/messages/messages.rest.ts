/** Messages: contract/messaging.md §2, §4, §9. */
import { type Context, route } from '../../../context.ts'
import { parseUtc } from '../../../platform/dates/dates.ts'
import { ApiError, fixedError, invalidParameter, oneOfRequired } from '../../../platform/errors.ts'
import { since, Type, text, uid } from '../../../platform/rest/fields.ts'
import { pagedResponse, pageQuery, readList } from '../../../platform/rest/list.ts'
import { Reply } from '../../../platform/rest/route.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { asUid } from '../../../platform/uid.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { findLead, requireLead } from '../../leads/leads/leads.ts'
import { bodyWithFiles, checkFiles } from '../attachments/attachment.ts'
import { deleteStoredFiles, storeFiles } from '../attachments/attachment-files.ts'
import { waitForDelivery } from '../message-deliveries/wait-for-delivery.ts'
import { requireThread } from '../threads/threads.ts'
import { messageInput, readContent, readKind } from './message-body.ts'
import { defaultKind, type MessageDraft, validateDraft } from './message-draft.ts'
import { countMessages, listMessages, type MessageFilters, requireMessage } from './messages.ts'
import { message, presentMessage, presentMessages } from './present-message.ts'
import { requireRecipient } from './require-recipient.ts'
import { storeMessage } from './store-message.ts'

const response = Type.Object({ message })
const tag = 'Messages'
const createdAtParameter = Type.Optional(text())

export const messageRoutes = [
  route({
    method: 'GET',
    path: '/messages',
    summary: 'List messages',
    tag,
    query: Type.Object({
      agencyUid: Type.Optional(since('3.2', uid())),
      threadUid: Type.Optional(since('3.2', uid())),
      leadUid: Type.Optional(uid()),
      createdAt: createdAtParameter,
      ...pageQuery,
    }),
    response: pagedResponse('messages', message),
    http: { cache: {} },
    errors: [
      'REQUIRED_PARAMETER',
      'INVALID_PARAMETER',
      'INVALID_CURSOR',
      'ACCESS_DENIED',
      'THREAD_NOT_FOUND',
      'LEAD_NOT_FOUND',
    ],
    handler: async (ctx, { query, version }) => {
      return presentPage(ctx, query, await readFilters(ctx, query, version))
    },
  }),
  route({
    method: 'GET',
    path: '/messages/:leadUid',
    until: '3.1',
    operationId: 'listMessagesOfLead',
    summary: 'List the messages of a lead',
    tag,
    query: Type.Object({ createdAt: createdAtParameter, ...pageQuery }),
    response: pagedResponse('messages', message),
    errors: ['INVALID_PARAMETER', 'INVALID_CURSOR', 'UNKNOWN_API'],
    handler: async (ctx, { params, query }) => {
      const leadUid = asUid(params.leadUid!)
      const lead = leadUid === null ? undefined : await findLead(ctx, leadUid)
      if (!lead) throw fixedError('UNKNOWN_API')
      return presentPage(ctx, query, { leadUid: lead.uid, ...readCreatedAt(query) })
    },
  }),
  route({
    method: 'GET',
    path: '/messages/:uid',
    since: '3.2',
    summary: 'Get a message',
    tag,
    response,
    http: { cache: {} },
    errors: ['MESSAGE_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      message: await presentMessage(ctx, await requireMessage(ctx, params.uid!)),
    }),
  }),
  route({
    method: 'POST',
    path: '/messages',
    operationId: 'sendMessage',
    summary: 'Send a message to a guest',
    emits: ['NEW_INBOX_MESSAGE', 'INBOX_THREAD_UPDATED'],
    tag,
    body: messageInput,
    http: { bodyLimit: bodyWithFiles, status: 201 },
    response,
    errors: [
      'INVALID_MESSAGE_TYPE',
      'REQUIRED_PARAMETER',
      'INVALID_PARAMETER',
      'LEAD_NOT_FOUND',
      'THREAD_NOT_FOUND',
      'READ_ONLY_GRANT',
      'UNSUPPORTED_FOR_SOURCE',
      'RATE_LIMITED',
      'STORAGE_QUOTA_EXCEEDED',
    ],
    lifecycle: {
      prepare: async (ctx, { body }) => {
        const { attachments } = body
        checkFiles(attachments ?? [])
        if (attachments) await requireRecipient(ctx, body)
        return storeFiles(ctx, attachments ?? [])
      },
      undo: async (ctx, files, reply) => {
        if (reply === null) await deleteStoredFiles(ctx, files)
      },
      afterCommit: waitForDelivery,
    },
    authorize: (ctx, { body }) => requireRecipient(ctx, body),
    handler: async (ctx, { body, authorized: recipient, prepared: files }) => {
      const requestedKind = readKind(body.type)
      const kind = requestedKind ?? defaultKind(ctx, recipient)
      const draft: MessageDraft = { recipient, kind, ...readContent(body), files }
      validateDraft(ctx, draft)
      const stored = await storeMessage(ctx, draft)
      const warning = { 'x-lodgepole-warning': replacementWarning(body.type, kind) }
      const headers = requestedKind ? {} : warning
      return new Reply(201, { message: await presentMessage(ctx, stored) }, headers)
    },
  }),
]

async function presentPage(
  ctx: Context,
  query: Parameters<typeof readList>[1],
  filters: MessageFilters,
) {
  const { rows, envelope } = await readList(ctx, query, {
    list: (_sort, page) => listMessages(ctx, filters, page),
    count: () => countMessages(ctx, filters),
  })
  return { messages: await presentMessages(ctx, rows), ...envelope }
}

interface ListQuery {
  agencyUid?: string | undefined
  threadUid?: string | undefined
  leadUid?: string | undefined
  createdAt?: string | undefined
}

/** @throws ApiError REQUIRED_PARAMETER, ACCESS_DENIED, THREAD_NOT_FOUND, LEAD_NOT_FOUND */
async function readFilters(
  ctx: Context,
  { agencyUid, threadUid, leadUid, ...query }: ListQuery,
  version: Version,
): Promise<MessageFilters> {
  if (agencyUid === undefined && threadUid === undefined && leadUid === undefined) {
    if (existsIn(version, { since: '3.2' })) {
      throw oneOfRequired(['agencyUid', 'threadUid', 'leadUid'])
    }
    const members = { parameter: 'leadUid' }
    throw new ApiError('REQUIRED_PARAMETER', 'leadUid is required', { members })
  }
  return {
    ...readCreatedAt(query),
    agencyUid: agencyUid === undefined ? undefined : requireAgencyUid(ctx.caller, agencyUid),
    threadUid: threadUid === undefined ? undefined : (await requireThread(ctx, threadUid)).uid,
    leadUid: leadUid === undefined ? undefined : (await requireLead(ctx, leadUid)).uid,
  }
}

/** @throws ApiError INVALID_PARAMETER */
function readCreatedAt({ createdAt }: Pick<ListQuery, 'createdAt'>): { createdAt?: Date } {
  if (createdAt === undefined) return {}
  const instant = parseUtc(createdAt)
  if (instant) return { createdAt: instant }
  throw invalidParameter('createdAt', 'must be a date-time like 2026-04-20T11:52:36Z')
}

/** Maximum length of a replaced type in a warning. */
const warnedLengthMax = 100

/** Returns a warning that a type was replaced, in characters that a header may have. */
function replacementWarning(type: unknown, kind: string): string {
  const value = typeof type === 'string' ? type : JSON.stringify(type ?? null)
  const printable = value.slice(0, warnedLengthMax).replace(/[^\x20-\x7e]/g, '?')
  return `message.type '${printable}' replaced by ${kind}`
}
