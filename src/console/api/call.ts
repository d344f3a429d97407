/** Calls of the public interface, as every client makes them. */
import { isAnythingUnsaved } from '../kit/unsaved.ts'
import type { AnswerOf, BodyOf, PathOf, QueryOf } from './answer.ts'
import { noteCall } from './calls-made.ts'
import { sendDelayed } from './delayed.ts'
import type { OperationName } from './operations.ts'
import { ApiProblem, readProblem, Unreachable } from './problem.ts'
import { noteWarnings } from './warnings-told.ts'

interface Given<O extends OperationName> {
  path?: PathOf<O>
  query?: QueryOf<O>
  body?: BodyOf<O>
  signal?: AbortSignal | undefined
  /** Of a write: the same key again does it no second time (contract/general.md §11). */
  key?: string
  /** Of a change: the state of the object that it is a change of (contract/general.md §14). */
  etag?: string | undefined
  /** Keeps the request alive when the page is left. */
  keepalive?: boolean
  /** True for a delayed write: it does not send other delayed writes. */
  isDelayed?: boolean
}

/** Below this address is all that the console calls. */
export const apiPath = '/api/v3.3'

/**
 * Calls an operation, and gives its answer.
 *
 * @throws ApiProblem what the server refuses
 * @throws Unreachable where there is no answer
 */
export async function call<O extends OperationName>(
  operation: O,
  given: Given<O> = {},
): Promise<AnswerOf<O>> {
  return (await callTagged(operation, given)).answer
}

/** The same, with the state of the object that the answer gives, where it has one. */
export async function callTagged<O extends OperationName>(
  operation: O,
  { path, query, ...sent }: Given<O>,
): Promise<{ answer: AnswerOf<O>; etag: string | undefined }> {
  const [method = 'GET', pattern = ''] = operation.split(' ')
  const values = (path ?? {}) as Record<string, string>
  const filled = pattern.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''))
  const full = `${filled}${queryText(query)}`
  const response = await send(method, full, sent)
  const answer = response.status === 204 ? undefined : await response.json()
  return { answer, etag: response.headers.get('etag') ?? undefined }
}

/** A query of the GraphQL endpoint, which is part of the interface, too. */
export async function graphql<T>(
  query: string,
  variables: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<{ data: T; nextCursor: string | null }> {
  const body = { query, variables }
  const answer = (await (await send('POST', '/graphql', { body, signal })).json()) as {
    data?: T | null
    extensions?: { nextCursor?: string | null }
    errors?: { message: string; extensions?: { code?: string; status?: number; uid?: string } }[]
  }
  const [error] = answer.errors ?? []
  if (error || !answer.data) {
    const { code = 'GRAPHQL', status = 400, ...more } = error?.extensions ?? {}
    throw new ApiProblem(status, { ...more, code, apiErrorMessage: error?.message ?? '' })
  }
  return { data: answer.data, nextCursor: answer.extensions?.nextCursor ?? null }
}

interface Sent {
  body?: unknown
  signal?: AbortSignal | undefined
  key?: string | undefined
  etag?: string | undefined
  keepalive?: boolean
  isDelayed?: boolean
}

async function send(method: string, path: string, sent: Sent): Promise<Response> {
  const { body, signal, key, etag, keepalive = false, isDelayed = false } = sent
  // A read as a POST has no key.
  if (key !== undefined && !isDelayed) {
    const text = path + JSON.stringify(body ?? null)
    const noun = path.split(/[/?]/)[1]
    await sendDelayed(one => one.noun === noun || text.includes(one.object))
  }
  noteCall({ method, path: apiPath + path, body })
  let response: Response
  try {
    response = await fetch(apiPath + path, {
      method,
      headers: {
        'x-lodgepole-console': '1',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(etag === undefined ? {} : { 'if-match': etag }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
      ...(keepalive ? { keepalive } : {}),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Unreachable()
  }
  // What somebody has typed stays: the page says that the session has ended.
  if (response.status === 401 && !isAnythingUnsaved()) signInAgain()
  if (!response.ok) throw await readProblem(response)
  noteWarnings(response.headers.get('x-lodgepole-warning'))
  return response
}

/** The session has ended, here or elsewhere. */
function signInAgain(): void {
  const { pathname, search } = location
  location.assign(`/console/sign-in?next=${encodeURIComponent(pathname + search)}`)
}

function queryText(query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === '') continue
    search.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
