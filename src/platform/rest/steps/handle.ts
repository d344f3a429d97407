import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Loaded } from '../../cache/response-cache.ts'
import { ApiError } from '../../errors.ts'
import { send } from '../answers/send-answer.ts'
import { shown } from '../answers/shown.ts'
import { JsonText } from '../json-text.ts'
import { Reply, type Route } from '../route.ts'
import { admit, admitSent } from './admit.ts'
import { type CachedRead, loadedOf, openCachedRead } from './cached-read.ts'
import type { Call, ContextBase, ServedScope } from './call.ts'
import { changedMeanwhile, presentNow } from './object-tag.ts'
import { type Done, perform, showsSomething } from './perform.ts'
import { readInput, readSent, type Sent } from './read-sent.ts'

/** Serves one request of an operation: admit, read, perform or serve from the cache, send. */
export async function handle<Context extends ContextBase>(
  route: Route<Context>,
  scope: ServedScope<Context>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const call = await admit(route, scope, request, reply)
  const sent = await readSent(call)
  call.writes = admitSent(call, sent)
  const cached = await openCachedRead(call)
  if (!cached) return sendDone(call, sent, await performed(call, sent))
  await scope.cache.serveOr(cached.slot, request, reply, () => load(cached, sent))
  return reply
}

/** Reads the response of a cached read; null: it was sent, because it cannot be cached. */
async function load<Context extends ContextBase>(
  cached: CachedRead<Context>,
  sent: Sent,
): Promise<Loaded | null> {
  const { call } = cached
  const seen = shownReply(call, (await perform(call, sent)).reply)
  const loaded = await loadedOf(cached, seen)
  if (!loaded) send(call.request, call.reply, seen)
  return loaded
}

/** Performs the operation; who is refused because an object has changed is told what it is now. */
async function performed<Context extends ContextBase>(
  call: Call<Context>,
  sent: Sent,
): Promise<Done> {
  const { params } = call.request as { params: Record<string, string> }
  try {
    const done = await perform(call, sent)
    if (done.replayed || !isChanged(done.reply.body)) return done
    const { members, headers } = await presentNow(call, params)
    const body = { ...(done.reply.body as object), ...members }
    return { ...done, reply: new Reply(done.reply.status, body, headers) }
  } catch (error) {
    if (!isChanged(error)) throw error
    const { code, message } = error as ApiError
    throw new ApiError(code, message, await presentNow(call, params))
  }
}

function isChanged(refusal: unknown): boolean {
  return (refusal as { code?: unknown } | null)?.code === changedMeanwhile
}

async function sendDone<Context extends ContextBase>(
  call: Call<Context>,
  sent: Sent,
  done: Done,
): Promise<unknown> {
  const { request, reply } = call
  if (done.replayed) {
    await authorizeReplay(call, sent, done)
    reply.header('idempotent-replayed', 'true')
  }
  return send(request, reply, shownReply(call, done.reply))
}

/** A reply as far as the caller may see it. */
function shownReply<Context extends ContextBase>(
  { route, scope, request, reply }: Call<Context>,
  given: Reply,
): Reply {
  const marks = route.access.isOpen ? [] : (scope.hiddenFrom?.(request) ?? [])
  const { status, body, headers } = given
  if (marks.length === 0 || !route.answer || status >= 300 || body === undefined) return given
  if (given.constructor !== Reply) return given
  // The serializer of the route would miss what is left out.
  reply.serializer(JSON.stringify)
  const whole = body instanceof JsonText ? body.toJSON() : body
  return new Reply(status, shown(route.answer, whole, marks), headers)
}

/**
 * Checks that the caller may still see a stored reply. Nothing is asked where that shows nothing:
 * what a DELETE was about can no longer be found.
 *
 * @throws ApiError as the operation's own access check, or ACCESS_DENIED
 */
async function authorizeReplay<Context extends ContextBase>(
  call: Call<Context>,
  sent: Sent,
  { reply, extent }: Done,
): Promise<void> {
  if (!showsSomething(reply)) return
  const { route, scope, context } = call
  await route.authorize?.(context, readInput(call, sent))
  if (extent !== null) await scope.extents?.checkExtent(context, extent)
}
