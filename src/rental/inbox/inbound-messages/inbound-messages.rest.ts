/** Messages received from channels: contract/messaging.md §13. */
import { type Context, route } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { Type } from '../../../platform/rest/fields.ts'
import { Reply } from '../../../platform/rest/route.ts'
import { requireAgencyUidOrOnly } from '../../access/agencies/tenant.sql.ts'
import { findPartnerChannel } from '../../access/partners/partners.ts'
import { resolveChannel } from '../../leads/leads/lead.ts'
import { bodyWithFiles, checkFiles } from '../attachments/attachment.ts'
import { deleteStoredFiles, storeFiles } from '../attachments/attachment-files.ts'
import { type ReceivedBody, readContent, receivedBody } from '../messages/message-body.ts'
import { message, presentMessage } from '../messages/present-message.ts'
import { requireRecipient } from '../messages/require-recipient.ts'
import { receiveMessage, type Writer } from './receive-message.ts'

export const inboundRoutes = [
  route({
    method: 'POST',
    path: '/messages/inbound',
    since: '3.3',
    operationId: 'receiveMessage',
    summary: 'Record a message received from a guest',
    description:
      'Adds a message that was received elsewhere to the thread of its guest. Idempotent by ' +
      '`externalId`.',
    emits: ['NEW_INBOX_MESSAGE', 'INBOX_THREAD_UPDATED'],
    tag: 'Messages',
    body: receivedBody,
    http: { bodyLimit: bodyWithFiles, status: 201, otherStatus: 200 },
    response: Type.Object({ message }),
    errors: [
      'ACCESS_DENIED',
      'LEAD_NOT_FOUND',
      'THREAD_NOT_FOUND',
      'READ_ONLY_GRANT',
      'ALREADY_EXISTS',
      'STORAGE_QUOTA_EXCEEDED',
    ],
    lifecycle: {
      prepare: async (ctx, { body }) => {
        checkFiles(body.attachments ?? [])
        if (body.attachments) await requireWriter(ctx, body)
        return storeFiles(ctx, body.attachments ?? [])
      },
      undo: async (ctx, files, reply) => {
        // The files of a message that was received before are stored already.
        if (reply?.status !== 201) await deleteStoredFiles(ctx, files)
      },
    },
    authorize: async (ctx, { body }) => requireWriter(ctx, body),
    handler: async (ctx, { body, authorized: writer, prepared: files }) => {
      const { message, isNew } = await receiveMessage(ctx, writer, {
        type: body.type,
        ...readContent(body),
        externalId: body.externalId ?? null,
        createdAt: body.createdUtcDateTime ?? null,
        historic: body.historic ?? false,
        files,
      })
      return new Reply(isNew ? 201 : 200, { message: await presentMessage(ctx, message) })
    },
  }),
]

/**
 * Checks the channel: a partner may report messages of its own channel only, an integration none.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
async function checkChannel(ctx: Context, type: string): Promise<void> {
  const { caller } = ctx
  if (caller.kind !== 'partner') return
  const channel = await findPartnerChannel(ctx, caller.partnerUid)
  if (channel !== null && resolveChannel(channel) === type) return
  throw new ApiError(
    'OPERATION_NOT_PERMITTED',
    `Only the agency or the partner of that channel can record messages of type ${type}`,
    {
      members: { requires: `agency or the channel ${type}`, parameter: 'type' },
    },
  )
}

async function requireWriter(ctx: Context, body: ReceivedBody): Promise<Writer> {
  await checkChannel(ctx, body.type)
  if (body.leadUid != null || body.threadUid != null) return requireRecipient(ctx, body)
  const { firstName, lastName, email, phoneNumber } = body.guest!
  return {
    agencyUid: requireAgencyUidOrOnly(ctx.caller, body.agencyUid),
    guest: {
      first_name: firstName || null,
      last_name: lastName || null,
      email: email || null,
      phone_number: phoneNumber || null,
    },
  }
}
