/**
 * Conditional requests (contract/general.md §14, RFC 9110 §13). GET returns the version of an
 * object as `ETag`; PATCH and PUT with `If-Match` fail if the object has another version.
 */
import type { FastifyRequest } from 'fastify'
import { fixedError, invalidParameter } from '../../errors.ts'
import { redact } from '../response/redact-response.ts'
import { type ObjectState, Reply, type Route } from '../route.ts'
import { existsIn } from '../version.ts'
import type { Call, ContextBase } from './request-context.ts'

/** Error code of a failed precondition. */
export const editConflict = 'CHANGED_MEANWHILE'

/** Parameters of a request, which tell its object. */
interface Target {
  params: Record<string, string>
  query: object
  body: object | undefined
}

/** Returns the version of the object of a route; null if there is none. */
export async function findObjectState<Context extends ContextBase>(
  { route, scope }: Call<Context>,
  context: Context,
  { params, query, body }: Target,
  { locks } = { locks: false },
): Promise<ObjectState | null> {
  if (!route.http.findState || !scope.texts.supportsETags) return null
  const named: Record<string, unknown> = { ...query, ...body }
  const uid = Object.values(params)[0] ?? named.propertyUid ?? named.agencyUid ?? ''
  return route.http.findState(context, String(uid), { locks, named })
}

export function withETag(reply: Reply, state: ObjectState | null): Reply {
  if (state === null || reply.constructor !== Reply || reply.status >= 300) return reply
  return new Reply(reply.status, reply.body, { ...reply.headers, etag: formatETag(state) })
}

/**
 * Locks the object of a PATCH or PUT with `If-Match` and compares its version.
 *
 * @returns whether the request is conditional
 * @throws ApiError CHANGED_MEANWHILE, INVALID_PARAMETER
 */
export async function checkPrecondition<Context extends ContextBase>(
  call: Call<Context>,
  context: Context,
  target: Target,
): Promise<boolean> {
  const expectedTags = parseIfMatch(call.request)
  if (expectedTags === null || !call.route.http.findState || !call.scope.texts.supportsETags)
    return false
  const state = await findObjectState(call, context, target, { locks: true })
  // The operation itself refuses a deleted object.
  if (state === null || expectedTags === '*') return true
  // Events report the version number, which clients may send as well.
  const isExpected = expectedTags.some(
    tag => tag === state.version?.toString() || matchesETag(tag, state),
  )
  if (isExpected) return true
  throw fixedError(editConflict)
}

/**
 * Returns additional members of a CHANGED_MEANWHILE error: in `current` the present body of the
 * object's GET. Runs after the transaction of the refused change.
 */
export async function presentCurrentObject<Context extends ContextBase>(
  call: Call<Context>,
  target: Target,
): Promise<{ members: Record<string, unknown>; headers: Record<string, string> }> {
  const { route, scope, request, context } = call
  const readsSameObject = (candidate: Route<Context>) =>
    candidate.method === 'GET' &&
    candidate.path === (route.http.readPath ?? route.path) &&
    existsIn(scope.version, candidate)
  const readRoute = scope.routes.find(readsSameObject)
  if (!readRoute) return { members: {}, headers: {} }
  const state = await findObjectState(call, context, target)
  // The GET has in its query, and the change in its body, parameters that the path lacks.
  const { params, body: query = {} } = target
  const input = { query, body: {}, sent: {}, params, version: scope.version, file: null }
  // A GET of one object has no other steps, and does not use its connection.
  const noResults = { authorized: undefined as never, prepared: undefined as never }
  const result = await readRoute.handler(
    context,
    { ...input, ...noResults } as never,
    undefined as never,
  )
  const presented = result instanceof Reply ? result.body : result
  const hidingFlags = scope.hiddenFrom?.(request) ?? []
  const current =
    hidingFlags.length > 0 && readRoute.response
      ? redact(readRoute.response, presented, hidingFlags)
      : presented
  return { members: { current }, headers: state ? { etag: formatETag(state) } : {} }
}

function formatETag({ tag }: ObjectState): string {
  return `"${tag}"`
}

/** Compares a tag up to its first dot; the rest names a variant, such as a language. */
function matchesETag(tag: string, state: ObjectState): boolean {
  return tag.split('.', 1)[0] === state.tag
}

/**
 * Parses `If-Match`; `*` matches any version. Accepts weak tags, which compressing proxies send.
 */
function parseIfMatch({ headers }: FastifyRequest): string[] | '*' | null {
  const text = headers['if-match']
  if (text === undefined) return null
  if (text.trim() === '*') return '*'
  const tags = text
    .split(',')
    .map(item => /^(?:W\/)?"([\x21\x23-\x7e]{1,255})"$/.exec(item.trim())?.[1])
  const areAllValid = tags.every(tag => tag !== undefined)
  if (!areAllValid)
    throw invalidParameter('If-Match', 'must be `*` or a list of quoted entity tags')
  return tags as string[]
}
