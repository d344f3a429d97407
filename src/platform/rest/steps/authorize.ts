import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, fixedError } from '../../errors.ts'
import type { AuthenticationResult } from '../auth/authenticate-hook.ts'
import { checkKey } from '../idempotency.ts'
import { readBody } from '../parse-input.ts'
import type { Route } from '../route.ts'
import type { ParsedBody } from './parse-request.ts'
import type { Call, CallToRead, ContextBase, ServedScope } from './request-context.ts'

/**
 * Authorizes a request before its body is read.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED, INVALID_IDEMPOTENCY_KEY, READ_ONLY_CREDENTIAL, and
 * errors of the operation's own check
 */
export async function authorizeRequest<Context extends ContextBase>(
  route: Route<Context>,
  scope: ServedScope<Context>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Call<Context>> {
  const writes = isStoring(route, null)
  if (!route.access.isOpen) checkCredential(route, request)
  const key = runsOutsideTransaction(route) ? null : checkKey(request)
  const context = scope.createContext(request)
  if (route.http.headersFor) reply.headers(route.http.headersFor(context))
  // A read-only credential is refused before its body is read if the operation always stores.
  checkUse({ route, scope, request }, null, { writes })
  await route.access.permit?.(context)
  return { route, scope, request, reply, context, key, writes }
}

/**
 * Checks after another authentication that the credential and its role still allow a read.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
export function reauthorize(call: CallToRead): void {
  checkCredential(call.route, call.request)
  checkUse(call, null, { writes: false })
}

/**
 * Checks permissions that depend on the body.
 *
 * @returns whether the operation stores something for this body
 * @throws ApiError OPERATION_NOT_PERMITTED, READ_ONLY_CREDENTIAL
 */
export function authorizeBody(call: CallToRead & { writes: boolean }, sent: ParsedBody): boolean {
  const { route } = call
  const bodyRules = [route.access.needs, route.lifecycle.stores]
  if (bodyRules.every(rule => typeof rule !== 'function')) return call.writes
  const body = parseBodyOrNull(call, sent)
  // An invalid body is refused when the operation reads it, before any change.
  if (body === null) return false
  const writes = isStoring(route, body)
  checkUse(call, body, { writes })
  return writes
}

/** Returns null for an invalid body. */
function parseBodyOrNull({ route }: CallToRead, { fields }: ParsedBody): object | null {
  if (!route.body) return {}
  try {
    return readBody(route.body, fields) as object
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** @param body null: not read yet */
function checkUse(call: CallToRead, body: object | null, { writes }: { writes: boolean }): void {
  const { route, scope, request } = call
  if (writes) checkMayWrite(request)
  if (route.access.isOpen) return
  scope.checkUse?.(request, { route, body, access: writes ? 'write' : 'read' })
}

/**
 * Returns whether an operation runs outside the scope's transaction and ignores Idempotency-Key.
 */
export function runsOutsideTransaction({ method, lifecycle }: Route<never>): boolean {
  return method === 'GET' || lifecycle.standalone === true
}

function checkCredential(route: Route<never>, request: FastifyRequest): void {
  checkCaller(route, request)
  checkTag(request.authentication, route.tag)
}

function checkCaller(route: Route<never>, request: FastifyRequest): void {
  const { kind } = request.authentication
  const { callers = [] } = route.access
  if (!callers.includes(kind)) {
    throw new ApiError('OPERATION_NOT_PERMITTED', 'This credential cannot use this operation', {
      members: { requires: callers.join(' or ') },
    })
  }
}

/**
 * Checks that the tags of a credential include that of the operation.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
export function checkTag({ tags }: Pick<AuthenticationResult, 'tags'>, tag: string): void {
  if (tags === null || tags.includes(tag)) return
  throw new ApiError('OPERATION_NOT_PERMITTED', 'This API key is restricted to other operations', {
    members: { requires: `a key for ${tag}` },
  })
}

/** @param body null: not read yet; an operation that depends on it counts as a read */
function isStoring({ method, lifecycle }: Route<never>, body: object | null): boolean {
  const { stores } = lifecycle
  if (method === 'GET' || stores === false) return false
  return stores === undefined || (body !== null && stores(body as never))
}

function checkMayWrite(request: FastifyRequest): void {
  if (!request.authentication.readOnly) return
  throw fixedError('READ_ONLY_CREDENTIAL')
}
