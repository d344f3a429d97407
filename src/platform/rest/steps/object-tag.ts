/**
 * Changes that only hold if nobody else has changed the object meanwhile: contract/general.md §14.
 * A GET says by an `ETag` which state of an object it gives; a PATCH or PUT with `If-Match` is
 * refused when the object is in another one.
 */
import type { FastifyRequest } from 'fastify'
import { ApiError, invalidParameter } from '../../errors.ts'
import { shown } from '../answers/shown.ts'
import { type ObjectState, Reply, type Route } from '../route.ts'
import { existsIn } from '../version.ts'
import type { Call, ContextBase } from './call.ts'

/** The code of the refusal. */
export const changedMeanwhile = 'CHANGED_MEANWHILE'

type Params = Record<string, string>

/** The state of the object that a request reads or changes, where its route is about one. */
export async function stateOf<Context extends ContextBase>(
  { route, scope }: Call<Context>,
  context: Context,
  params: Params,
  locks = false,
): Promise<ObjectState | null> {
  if (!route.http.findState || !scope.wording.heedsStates) return null
  return route.http.findState(context, Object.values(params)[0] ?? '', { locks })
}

/** A reply that says which state of an object it gives. */
export function tagged(reply: Reply, state: ObjectState | null): Reply {
  if (state === null || reply.constructor !== Reply || reply.status >= 300) return reply
  return new Reply(reply.status, reply.body, { ...reply.headers, etag: tagOf(state) })
}

/**
 * Locks the object of a PATCH or PUT with `If-Match`, if it is as that says.
 *
 * @returns whether the request has the header
 * @throws ApiError CHANGED_MEANWHILE, INVALID_PARAMETER
 */
export async function requireUnchanged<Context extends ContextBase>(
  call: Call<Context>,
  context: Context,
  params: Params,
): Promise<boolean> {
  const wanted = ifMatch(call.request)
  if (wanted === null || !call.route.http.findState || !call.scope.wording.heedsStates) return false
  const state = await stateOf(call, context, params, true)
  // What is gone is refused by the operation itself.
  if (state === null || wanted === '*') return true
  const isSame = wanted.some(tag => tag === state.version?.toString() || tagBegins(tag, state))
  if (isSame) return true
  const text = 'The object has changed since it was read; read it again'
  throw new ApiError(changedMeanwhile, text)
}

/**
 * Returns what a refusal with CHANGED_MEANWHILE has besides: in `current` the body that the GET of
 * the object gives now. The transaction of the refused change has ended.
 */
export async function presentNow<Context extends ContextBase>(
  call: Call<Context>,
  params: Params,
): Promise<{ members: Record<string, unknown>; headers: Record<string, string> }> {
  const { route, scope, request, context } = call
  const isIts = (each: Route<Context>) =>
    each.method === 'GET' && each.path === route.path && existsIn(scope.version, each)
  const read = scope.routes.find(isIts)
  if (!read) return { members: {}, headers: {} }
  const state = await stateOf(call, context, params)
  const input = { query: {}, body: {}, sent: {}, params, version: scope.version, file: null }
  const nothing = { reached: undefined as never, ahead: undefined as never }
  const given = await read.handler(context, { ...input, ...nothing } as never, undefined as never)
  const body = given instanceof Reply ? given.body : given
  const marks = scope.hiddenFrom?.(request) ?? []
  const current = marks.length > 0 && read.answer ? shown(read.answer, body, marks) : body
  return { members: { current }, headers: state ? { etag: tagOf(state) } : {} }
}

function tagOf({ tag }: ObjectState): string {
  return `"${tag}"`
}

/** What stands after a dot says more than the state, such as how an answer was worded. */
function tagBegins(tag: string, state: ObjectState): boolean {
  return tag.split('.', 1)[0] === state.tag
}

/** The tags of `If-Match`, `*` for any; a proxy that compresses makes weak ones of them. */
function ifMatch({ headers }: FastifyRequest): string[] | '*' | null {
  const text = headers['if-match']
  if (text === undefined) return null
  if (text.trim() === '*') return '*'
  const tags = text
    .split(',')
    .map(part => /^(?:W\/)?"([\x21\x23-\x7e]{1,255})"$/.exec(part.trim())?.[1])
  const isWhole = tags.every(tag => tag !== undefined)
  if (!isWhole) throw invalidParameter('If-Match', 'must be `*` or a list of quoted entity tags')
  return tags as string[]
}
