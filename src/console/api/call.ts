/** HTTP client of the public API. The console has no private endpoints. */
import { isAnythingUnsaved } from '../routing/unsaved.ts'
import { sendDelayed } from './delayed.ts'
import type { OperationName } from './operations.ts'
import { ApiProblem, readProblem, Unreachable } from './problem.ts'
import { logRequest } from './request-log.ts'
import type { BodyOf, PathOf, QueryOf, ResponseOf } from './response-types.ts'
import { addWarnings } from './warnings.ts'

interface RequestOptions<O extends OperationName> {
  path?: PathOf<O>
  query?: QueryOf<O>
  body?: BodyOf<O>
  signal?: AbortSignal | undefined
  /** Idempotency key of a write (contract/general.md §11). */
  key?: string
  /** ETag for `If-Match`, for updates (contract/general.md §14). */
  etag?: string | undefined
  /** Lets the request outlive the page. */
  keepalive?: boolean
  /** True for a delayed write: it does not flush other delayed writes. */
  isDelayed?: boolean
}

/** Base path of all requests of the console. */
export const apiPath = '/api/v3.3'

/**
 * Sends a request and returns the response body.
 *
 * @throws ApiProblem if the server responds with an error
 * @throws Unreachable if there is no response
 */
export async function call<O extends OperationName>(
  operation: O,
  options: RequestOptions<O> = {},
): Promise<ResponseOf<O>> {
  return (await callWithEtag(operation, options)).body
}

/** Sends a request like {@link call}; returns the response body and its ETag, if any. */
export async function callWithEtag<O extends OperationName>(
  operation: O,
  { path, query, ...options }: RequestOptions<O>,
): Promise<{ body: ResponseOf<O>; etag: string | undefined }> {
  const [method = 'GET', pattern = ''] = operation.split(' ')
  const pathValues = (path ?? {}) as Record<string, string>
  const filledPath = pattern.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(pathValues[name] ?? ''),
  )
  const url = `${filledPath}${formatQuery(query)}`
  const response = await send(method, url, options)
  const data = response.status === 204 ? undefined : await response.json()
  return { body: data, etag: response.headers.get('etag') ?? undefined }
}

/** Runs a GraphQL query; throws the first of its errors as an `ApiProblem`. */
export async function graphql<T>(
  query: string,
  variables: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<{ data: T; nextCursor: string | null }> {
  const body = { query, variables }
  const result = (await (await send('POST', '/graphql', { body, signal })).json()) as {
    data?: T | null
    extensions?: { nextCursor?: string | null }
    errors?: { message: string; extensions?: { code?: string; status?: number; uid?: string } }[]
  }
  const [error] = result.errors ?? []
  if (error || !result.data) {
    const { code = 'GRAPHQL', status = 400, ...details } = error?.extensions ?? {}
    throw new ApiProblem(status, { ...details, code, apiErrorMessage: error?.message ?? '' })
  }
  return { data: result.data, nextCursor: result.extensions?.nextCursor ?? null }
}

interface SendOptions {
  body?: unknown
  signal?: AbortSignal | undefined
  key?: string | undefined
  etag?: string | undefined
  keepalive?: boolean
  isDelayed?: boolean
}

async function send(method: string, path: string, options: SendOptions): Promise<Response> {
  const { body, signal, key, etag, keepalive = false, isDelayed = false } = options
  // Queries that are sent as POST have no key.
  if (key !== undefined && !isDelayed) {
    // A pending write to the same object must reach the server before this one.
    const pathAndBody = path + JSON.stringify(body ?? null)
    const noun = path.split(/[/?]/)[1]
    await sendDelayed(write => write.noun === noun || pathAndBody.includes(write.object))
  }
  logRequest({ method, path: apiPath + path, body })
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
  // Unsaved input is not lost: the page itself reports that the session has ended.
  if (response.status === 401 && !isAnythingUnsaved()) signInAgain()
  if (!response.ok) throw await readProblem(response)
  addWarnings(response.headers.get('x-lodgepole-warning'))
  return response
}

/** Redirects to the sign-in page, which leads back here. */
function signInAgain(): void {
  const { pathname, search } = location
  location.assign(`/console/sign-in?next=${encodeURIComponent(pathname + search)}`)
}

function formatQuery(query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === '') continue
    search.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
