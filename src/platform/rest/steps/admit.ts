import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import { checkKey } from '../idempotency.ts'
import type { Admission } from '../limits/admission.ts'
import { readBody } from '../read-input.ts'
import type { Route } from '../route.ts'
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
  const writes = isStoring(route, null)
  if (!route.access.isOpen) checkCredential(route, request)
  const key = commitsByItself(route) ? null : checkKey(request)
  const context = scope.contextOf(request)
  if (route.http.headersFor) reply.headers(route.http.headersFor(context))
  // What stores whatever it is sent: a read-only credential need not send its body first.
  checkUse({ route, scope, request }, null, writes)
  await route.access.permit?.(context)
  return { route, scope, request, reply, context, key, writes }
}

/**
 * Checks that a credential that was authenticated again may go on with a read, by what it is and
 * what its role allows now.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
export function admitAgain(call: CallToRead): void {
  checkCredential(call.route, call.request)
  checkUse(call, null, false)
}

/**
 * Refuses what credential or role do not allow to do with the body that was sent.
 *
 * @returns whether the operation stores something with it
 * @throws ApiError OPERATION_NOT_PERMITTED, READ_ONLY_CREDENTIAL
 */
export function admitSent(call: CallToRead & { writes: boolean }, sent: Sent): boolean {
  const { route } = call
  const depends = [route.access.needs, route.lifecycle.stores]
  if (depends.every(one => typeof one !== 'function')) return call.writes
  const body = parsedBody(call, sent)
  // A body that cannot be read is refused as such when the operation reads it, before it acts.
  if (body === null) return false
  const writes = isStoring(route, body)
  checkUse(call, body, writes)
  return writes
}

function parsedBody({ route }: CallToRead, { fields }: Sent): object | null {
  if (!route.body) return {}
  try {
    return readBody(route.body, fields) as object
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

function checkUse(call: CallToRead, body: object | null, writes: boolean): void {
  const { route, scope, request } = call
  if (writes) checkMayWrite(request)
  if (route.access.isOpen) return
  scope.checkUse?.(request, { route, body, access: writes ? 'write' : 'read' })
}

/** Whether an operation runs in no transaction of the scope, and heeds no Idempotency-Key. */
export function commitsByItself({ method, lifecycle }: Route<never>): boolean {
  return method === 'GET' || lifecycle.standalone === true
}

function checkCredential(route: Route<never>, request: FastifyRequest): void {
  checkCaller(route, request)
  checkTag(request.admission, route.tag)
}

function checkCaller(route: Route<never>, request: FastifyRequest): void {
  const { kind } = request.admission
  const { callers = [] } = route.access
  if (!callers.includes(kind)) {
    throw new ApiError('OPERATION_NOT_PERMITTED', 'This credential cannot use this operation', {
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
  throw new ApiError('OPERATION_NOT_PERMITTED', 'This API key is restricted to other operations', {
    members: { requires: `a key for ${tag}` },
  })
}

/** @param body null: it is not read yet, and what depends on it is taken for a read */
function isStoring({ method, lifecycle }: Route<never>, body: object | null): boolean {
  const { stores } = lifecycle
  if (method === 'GET' || stores === false) return false
  return stores === undefined || (body !== null && stores(body as never))
}

function checkMayWrite(request: FastifyRequest): void {
  if (!request.admission.readOnly) return
  throw new ApiError('READ_ONLY_CREDENTIAL', 'This API key is read-only')
}
