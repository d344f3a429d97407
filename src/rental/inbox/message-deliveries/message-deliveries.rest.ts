/** Resends of messages: contract/messaging.md §11. */
import { type Context, route } from '../../../context.ts'
import { Type } from '../../../platform/rest/fields.ts'
import { requireMessage } from '../messages/messages.ts'
import { message, presentMessage } from '../messages/present-message.ts'
import { requireThread } from '../threads/threads.ts'
import { resendMessage } from './resend-message.ts'
import { waitForDelivery } from './wait-for-delivery.ts'

export const messageDeliveryRoutes = [
  route({
    method: 'POST',
    path: '/messages/:uid/resend',
    since: '3.2',
    summary: 'Resend a message',
    emits: ['MESSAGE_STATUS_UPDATED'],
    tag: 'Messages',
    response: Type.Object({ message }),
    errors: [
      'MESSAGE_NOT_FOUND',
      'READ_ONLY_GRANT',
      'STATE_CONFLICT',
      'INVALID_PARAMETER',
      'UNSUPPORTED_FOR_SOURCE',
      'RATE_LIMITED',
    ],
    authorize: async (ctx, { params }) => requireWritableMessage(ctx, params.uid!),
    handler: async (ctx, { authorized: { row, thread } }) => ({
      message: await presentMessage(ctx, await resendMessage(ctx, row, thread)),
    }),
    lifecycle: { afterCommit: waitForDelivery },
  }),
]

/** @throws ApiError MESSAGE_NOT_FOUND, READ_ONLY_GRANT */
async function requireWritableMessage(ctx: Context, uidText: string) {
  const row = await requireMessage(ctx, uidText)
  const thread = await requireThread(ctx, row.thread_uid, { access: 'READ_WRITE' })
  return { row, thread }
}
