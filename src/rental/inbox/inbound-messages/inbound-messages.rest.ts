/** Messages that come in from channels: contract/messaging.md §13. */
import { type Context, route } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { Type } from '../../../platform/rest/fields.ts'
import { Reply } from '../../../platform/rest/route.ts'
import { agencyUidOrOnly } from '../../access/agencies/tenant.sql.ts'
import { findPartnerChannel } from '../../access/partners/partners.ts'
import { channelMeant } from '../../leads/leads/lead.ts'
import { bodyWithFiles, checkFiles } from '../attachments/attachment.ts'
import { forgetFiles, holdFiles } from '../attachments/attachment-files.ts'
import { contentOf, type ReceivedBody, receivedBody } from '../messages/message-body.ts'
import { message, presentMessage } from '../messages/present-message.ts'
import { reachedRecipient } from '../messages/reached-recipient.ts'
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
    tells: ['NEW_INBOX_MESSAGE', 'INBOX_THREAD_UPDATED'],
    tag: 'Messages',
    body: receivedBody,
    http: { bodyLimit: bodyWithFiles, status: 201, otherStatus: 200 },
    answer: Type.Object({ message }),
    errors: [
      'ACCESS_DENIED',
      'LEAD_NOT_FOUND',
      'THREAD_NOT_FOUND',
      'READ_ONLY_GRANT',
      'ALREADY_EXISTS',
      'STORAGE_QUOTA_EXCEEDED',
    ],
    lifecycle: {
      ahead: async (ctx, { body }) => {
        checkFiles(body.attachments ?? [])
        if (body.attachments) await reachedWriter(ctx, body)
        return holdFiles(ctx, body.attachments ?? [])
      },
      takeBack: async (ctx, files, reply) => {
        // A message that was received before has its files already.
        if (reply?.status !== 201) await forgetFiles(ctx, files)
      },
    },
    authorize: async (ctx, { body }) => reachedWriter(ctx, body),
    handler: async (ctx, { body, reached: writer, ahead: files }) => {
      const { message, isNew } = await receiveMessage(ctx, writer, {
        type: body.type,
        ...contentOf(body),
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
 * A partner brings in messages of the channel that it is, and an integration none.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
async function checkChannel(ctx: Context, type: string): Promise<void> {
  const { caller } = ctx
  if (caller.kind !== 'partner') return
  const channel = await findPartnerChannel(ctx, caller.partnerUid)
  if (channel !== null && channelMeant(channel) === type) return
  throw new ApiError(
    'OPERATION_NOT_PERMITTED',
    `Only the agency or the partner of that channel can record messages of type ${type}`,
    {
      members: { requires: `agency or the channel ${type}`, parameter: 'type' },
    },
  )
}

async function reachedWriter(ctx: Context, body: ReceivedBody): Promise<Writer> {
  await checkChannel(ctx, body.type)
  if (body.leadUid != null || body.threadUid != null) return reachedRecipient(ctx, body)
  const { firstName, lastName, email, phoneNumber } = body.guest!
  return {
    agencyUid: agencyUidOrOnly(ctx.caller, body.agencyUid),
    guest: {
      first_name: firstName || null,
      last_name: lastName || null,
      email: email || null,
      phone_number: phoneNumber || null,
    },
  }
}
