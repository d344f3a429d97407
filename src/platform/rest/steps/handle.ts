import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Loaded } from '../../cache/response-cache.ts'
import { ApiError } from '../../errors.ts'
import { JsonText } from '../json-text.ts'
import { redact } from '../response/redact-response.ts'
import { send } from '../response/send-response.ts'
import { Reply, type Route } from '../route.ts'
import { authorizeBody, authorizeRequest } from './authorize.ts'
import { type CachedRead, openCachedRead, serializeForCache } from './cached-read.ts'
import { editConflict, presentCurrentObject } from './conditional-request.ts'
import { type ExecutionResult, executeCall, hasRestrictedData } from './execute.ts'
import { type ParsedBody, parseRequestBody, validateInput } from './parse-request.ts'
import type { Call, ContextBase, ServedScope } from './request-context.ts'

/** Handles a request: authorize, parse, execute or serve from the cache, send. */
export async function handle<Context extends ContextBase>(
  route: Route<Context>,
  scope: ServedScope<Context>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const call = await authorizeRequest(route, scope, request, reply)
  const sent = await parseRequestBody(call)
  call.writes = authorizeBody(call, sent)
  const cached = await openCachedRead(call)
  if (!cached) return sendResult(call, sent, await executeWithCurrentObject(call, sent))
  await scope.cache.serveOr(cached.slot, request, reply, () => load(cached, sent))
  return reply
}

/** Executes a read for the cache; null: the response was sent, because it cannot be cached. */
async function load<Context extends ContextBase>(
  cached: CachedRead<Context>,
  sent: ParsedBody,
): Promise<Loaded | null> {
  const { call } = cached
  const redacted = redactReply(call, (await executeCall(call, sent)).reply)
  const loaded = await serializeForCache(cached, redacted)
  if (!loaded) send(call.request, call.reply, redacted)
  return loaded
}

/**
 * Executes an operation. Adds the current object to a CHANGED_MEANWHILE error, which is thrown, or
 * the reply under an idempotency key.
 */
async function executeWithCurrentObject<Context extends ContextBase>(
  call: Call<Context>,
  sent: ParsedBody,
): Promise<ExecutionResult> {
  try {
    const result = await executeCall(call, sent)
    if (result.replayed || !isEditConflict(result.reply.body)) return result
    const { members, headers } = await presentCurrentObject(call, validateInput(call, sent))
    const body = { ...(result.reply.body as object), ...members }
    return { ...result, reply: new Reply(result.reply.status, body, headers) }
  } catch (error) {
    if (!isEditConflict(error)) throw error
    const { code, message } = error as ApiError
    throw new ApiError(code, message, await presentCurrentObject(call, validateInput(call, sent)))
  }
}

function isEditConflict(errorOrBody: unknown): boolean {
  return (errorOrBody as { code?: unknown } | null)?.code === editConflict
}

async function sendResult<Context extends ContextBase>(
  call: Call<Context>,
  sent: ParsedBody,
  result: ExecutionResult,
): Promise<unknown> {
  const { request, reply } = call
  if (result.replayed) {
    await authorizeReplay(call, sent, result)
    reply.header('idempotent-replayed', 'true')
  }
  return send(request, reply, redactReply(call, result.reply))
}

function redactReply<Context extends ContextBase>(
  { route, scope, request, reply }: Call<Context>,
  original: Reply,
): Reply {
  const hidingFlags = route.access.isOpen ? [] : (scope.hiddenFrom?.(request) ?? [])
  const { status, body, headers } = original
  if (hidingFlags.length === 0 || !route.response || status >= 300 || body === undefined)
    return original
  if (original.constructor !== Reply) return original
  // The serializer of the route requires fields that are redacted.
  reply.serializer(JSON.stringify)
  const content = body instanceof JsonText ? body.toJSON() : body
  return new Reply(status, redact(route.response, content, hidingFlags), headers)
}

/**
 * Checks that the caller may still see a stored reply. Skips replies without data: a deleted
 * object, for example, cannot be looked up.
 *
 * @throws ApiError of the operation's own access check, or ACCESS_DENIED
 */
async function authorizeReplay<Context extends ContextBase>(
  call: Call<Context>,
  sent: ParsedBody,
  { reply, accessSnapshot }: ExecutionResult,
): Promise<void> {
  if (!hasRestrictedData(reply)) return
  const { route, scope, context } = call
  await route.authorize?.(context, validateInput(call, sent))
  if (accessSnapshot !== null) await scope.accessSnapshots?.checkSnapshot(context, accessSnapshot)
}
