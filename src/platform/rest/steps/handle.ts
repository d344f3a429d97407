import type { FastifyReply, FastifyRequest } from 'fastify'
import { send } from '../answers/send-answer.ts'
import type { Reply, Route } from '../route.ts'
import { admit, admitSent } from './admit.ts'
import type { Call, ContextBase, ServedScope } from './call.ts'
import { type Done, perform } from './perform.ts'
import { readInput, readSent, type Sent } from './read-sent.ts'

/** Serves one request of an operation: admit, read, perform, send. */
export async function handle<Context extends ContextBase>(
  route: Route<Context>,
  scope: ServedScope<Context>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const call = await admit(route, scope, request, reply)
  const sent = await readSent(call)
  admitSent(call, sent)
  const done = await perform(call, sent)
  return sendDone(call, sent, done)
}

async function sendDone<Context extends ContextBase>(
  call: Call<Context>,
  sent: Sent,
  { reply: answer, replayed }: Done,
): Promise<unknown> {
  const { request, reply } = call
  if (replayed) {
    await authorizeReplay(call, sent, answer)
    reply.header('idempotent-replayed', 'true')
  }
  return send(request, reply, answer)
}

/**
 * Checks that the caller may still see a stored reply, where the reply shows something: a success
 * with a body, or a 409, which may name other leads' nights. A 204 shows nothing, and its object
 * can no longer be found to be checked; other refusals only repeat what was sent.
 *
 * @throws ApiError as the operation's own access check
 */
async function authorizeReplay<Context extends ContextBase>(
  call: Call<Context>,
  sent: Sent,
  { status }: Reply,
): Promise<void> {
  const shows = (status < 300 && status !== 204) || status === 409
  if (shows) await call.route.authorize?.(call.context, readInput(call, sent))
}
