import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import { checkKey } from '../idempotency.ts'
import type { Admission } from '../limits/admission.ts'
import type { Route } from '../route.ts'
import type { Version } from '../version.ts'
import type { Call, CallToRead, ContextBase, ServedScope } from './call.ts'
import type { Sent } from './read-sent.ts'

/**
 * Lets a request in, before its body is looked at.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED, INVALID_IDEMPOTENCY_KEY, READ_ONLY_CREDENTIAL, and what
 *   the operation's own check throws
 */
export async function admit<Context extends ContextBase>(
  route: Route<Context>,
  scope: ServedScope<Context>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Call<Context>> {
  if (!route.isOpen) {
    checkCaller(route, request)
    checkTag(request.admission, route.tag)
  }
  const key = commitsByItself(route) ? null : checkKey(request)
  const context = scope.contextOf(request)
  if (route.headersFor) reply.headers(route.headersFor(context))
  // What stores whatever it is sent: a read-only credential need not send its body first.
  const call: Call<Context> = { route, scope, request, reply, context, key }
  checkUse(call, {})
  await route.permit?.(context)
  return call
}

/** Refuses what would store something, now that it is known what was sent. */
export function admitSent(call: CallToRead, sent: Sent): void {
  checkUse(call, sent.fields)
}

/** Refuses what credential or role do not allow, as far as the fields are known. */
function checkUse(call: CallToRead, fields: Record<string, unknown>): void {
  const { route, scope, request } = call
  const writes = isStoring(route, fields, scope.version)
  if (writes) checkMayWrite(request)
  if (route.isOpen) return
  scope.checkUse?.(request, { route, fields, access: writes ? 'write' : 'read' })
}

/** Whether a call stores something, and so needs a transaction. */
export function stores({ route, scope }: CallToRead, { fields }: Sent): boolean {
  return isStoring(route, fields, scope.version)
}

/** Whether an operation runs in no transaction of the scope, and heeds no Idempotency-Key. */
export function commitsByItself({ method, standalone }: Route<never>): boolean {
  return method === 'GET' || standalone === true
}

function checkCaller(route: Route<never>, request: FastifyRequest): void {
  const { kind } = request.admission
  const { callers = [] } = route
  if (!callers.includes(kind)) {
    throw new ApiError('OPERATION_NOT_PERMITTED', 'This credential may not use this operation', {
      members: { requires: callers.join(' or ') },
    })
  }
}

/**
 * Checks that a credential is not restricted to other operations.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
export function checkTag({ tags }: Pick<Admission, 'tags'>, tag: string): void {
  if (tags === null || tags.includes(tag)) return
  throw new ApiError('OPERATION_NOT_PERMITTED', 'This API key may not use this operation', {
    members: { requires: `a key for ${tag}` },
  })
}

function isStoring(
  { method, stores }: Route<never>,
  fields: Record<string, unknown>,
  version: Version,
): boolean {
  if (method === 'GET' || stores === false) return false
  return stores === undefined || stores(fields, version)
}

function checkMayWrite(request: FastifyRequest): void {
  if (!request.admission.readOnly) return
  throw new ApiError('READ_ONLY_CREDENTIAL', 'This API key is read-only')
}
