/** Sending a message once more: contract/messaging.md §11. */
import { type Context, route } from '../../context.ts'
import { notFound } from '../../platform/errors.ts'
import { Type } from '../../platform/rest/fields.ts'
import { asUid } from '../../platform/uid.ts'
import { findMessage } from '../messages/messages.ts'
import { message, presentMessage } from '../messages/present-message.ts'
import { reachedThread } from '../threads/threads.ts'
import { resendMessage } from './resend-message.ts'
import { answerOnceSent } from './waiting.ts'

export const sendingRoutes = [
  route({
    method: 'POST',
    path: '/messages/:uid/resend',
    since: '3.2',
    summary: 'Send a message once more that was sent or has failed',
    tag: 'Messages',
    answer: Type.Object({ message }),
    errors: [
      'MESSAGE_NOT_FOUND',
      'READ_ONLY_GRANT',
      'STATE_CONFLICT',
      'INVALID_PARAMETER',
      'UNSUPPORTED_FOR_SOURCE',
    ],
    authorize: async (ctx, { params }) => reachedMessage(ctx, params.uid!),
    handler: async (ctx, { reached: { row, thread } }) => ({
      message: await presentMessage(ctx, await resendMessage(ctx, row, thread)),
    }),
    afterwards: answerOnceSent,
  }),
]

/** @throws ApiError MESSAGE_NOT_FOUND, READ_ONLY_GRANT */
async function reachedMessage(ctx: Context, text: string) {
  const uid = asUid(text)
  const row = uid === null ? undefined : await findMessage(ctx, uid)
  if (!row) throw notFound('MESSAGE_NOT_FOUND', text)
  const thread = await reachedThread(ctx, row.thread_uid, { access: 'READ_WRITE' })
  return { row, thread }
}
