/** Sending a message once more: contract/messaging.md §11. */
import { type Context, route } from '../../../context.ts'
import { Type } from '../../../platform/rest/fields.ts'
import { reachedMessage } from '../messages/messages.ts'
import { message, presentMessage } from '../messages/present-message.ts'
import { reachedThread } from '../threads/threads.ts'
import { resendMessage } from './resend-message.ts'
import { waitForDelivery } from './wait-for-delivery.ts'

export const sendingRoutes = [
  route({
    method: 'POST',
    path: '/messages/:uid/resend',
    since: '3.2',
    summary: 'Resend a message',
    tells: ['MESSAGE_STATUS_UPDATED'],
    tag: 'Messages',
    answer: Type.Object({ message }),
    errors: [
      'MESSAGE_NOT_FOUND',
      'READ_ONLY_GRANT',
      'STATE_CONFLICT',
      'INVALID_PARAMETER',
      'UNSUPPORTED_FOR_SOURCE',
      'RATE_LIMITED',
    ],
    authorize: async (ctx, { params }) => writableMessage(ctx, params.uid!),
    handler: async (ctx, { reached: { row, thread } }) => ({
      message: await presentMessage(ctx, await resendMessage(ctx, row, thread)),
    }),
    lifecycle: { afterwards: waitForDelivery },
  }),
]

/** @throws ApiError MESSAGE_NOT_FOUND, READ_ONLY_GRANT */
async function writableMessage(ctx: Context, text: string) {
  const row = await reachedMessage(ctx, text)
  const thread = await reachedThread(ctx, row.thread_uid, { access: 'READ_WRITE' })
  return { row, thread }
}
