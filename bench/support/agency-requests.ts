import type { Call } from './load.ts'

/** Inputs of requests: the agency, its key, and the server's URL. */
export interface Agency {
  origin: string
  apiKey: string
  agencyUid: string
  propertyUids: string[]
}

export interface RouteCall {
  /** `GET /leads/{uid}` */
  name: string
  /** Creates the nth request; writes differ from each other. */
  call(n: number): Call
  /** True if it waits for background work. */
  needsWorker?: boolean
}

export type Body = Record<string, unknown>

export const base = '/api/v3.3'

/** Returns the longest list in a response; a response without a list is one row. */
export function longestList(body: unknown): unknown[] {
  const lists = (value: unknown, depth: number): unknown[][] => {
    if (Array.isArray(value))
      return [value, ...value.slice(0, 50).flatMap(item => lists(item, depth - 1))]
    if (value === null || typeof value !== 'object' || depth === 0) return []
    return Object.values(value).flatMap(item => lists(item, depth - 1))
  }
  return lists(body, 2).sort((a, b) => b.length - a.length)[0] ?? [body]
}

export function createCall(agency: Agency, method: string, path: string, body?: unknown): Call {
  const headers = { 'x-hostfully-apikey': agency.apiKey, 'content-type': 'application/json' }
  const call = { url: `${agency.origin}${path}`, method: method as Call['method'], headers }
  return body === undefined ? call : { ...call, body: JSON.stringify(body) }
}

/** Sends a request. Returns the body as JSON if it is. */
export async function send(call: Call): Promise<{ status: number; body: unknown }> {
  const { url, method, headers, body = null } = call
  const response = await fetch(url, { method, headers, body })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text }
}

/**
 * Sends a request and returns the body of its response.
 *
 * @throws Error if it is rejected
 */
export async function request(
  agency: Agency,
  method: string,
  path: string,
  sent?: unknown,
): Promise<Body> {
  const { status, body } = await send(createCall(agency, method, `${base}${path}`, sent))
  if (status >= 300) throw toError(`${method} ${path}`, status, body)
  return body as Body
}

export function toError(name: string, status: number, body: unknown): Error {
  return new Error(`${name}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
}
