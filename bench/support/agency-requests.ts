/** Requests of an agency, sent one by one. */
import type { Call } from './load.ts'

/** How requests are made: the agency, a key of its own, and where the server is. */
export interface Agency {
  origin: string
  apiKey: string
  agencyUid: string
  propertyUids: string[]
}

/** One thing to ask, and how. */
export interface RouteCall {
  /** `GET /leads/{uid}` */
  name: string
  /** The request of the given number; writes differ from one to the next. */
  call(n: number): Call
  /** It waits for what works in the background. */
  needsWorker?: boolean
}

export type Body = Record<string, unknown>

/** Before every path. */
export const base = '/api/v3.3'

/** The longest list in an answer; what is no list is one row. */
export function rowsOf(body: unknown): unknown[] {
  const lists = (value: unknown, depth: number): unknown[][] => {
    if (Array.isArray(value))
      return [value, ...value.slice(0, 50).flatMap(one => lists(one, depth - 1))]
    if (value === null || typeof value !== 'object' || depth === 0) return []
    return Object.values(value).flatMap(one => lists(one, depth - 1))
  }
  return lists(body, 2).sort((a, b) => b.length - a.length)[0] ?? [body]
}

/** A request with the agency's key. */
export function request(agency: Agency, method: string, path: string, body?: unknown): Call {
  const headers = { 'x-hostfully-apikey': agency.apiKey, 'content-type': 'application/json' }
  const made = { url: `${agency.origin}${path}`, method: method as Call['method'], headers }
  return body === undefined ? made : { ...made, body: JSON.stringify(body) }
}

/** Sends it; the body as JSON. */
export async function send(call: Call): Promise<{ status: number; body: unknown }> {
  const { url, method, headers, body = null } = call
  const answer = await fetch(url, { method, headers, body })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json')
  return { status: answer.status, body: isJson && text !== '' ? JSON.parse(text) : text }
}

/**
 * What a request is answered.
 *
 * @throws Error when it is refused
 */
export async function ask(
  agency: Agency,
  method: string,
  path: string,
  sent?: unknown,
): Promise<Body> {
  const { status, body } = await send(request(agency, method, `${base}${path}`, sent))
  if (status >= 300) throw refusedBy(`${method} ${path}`, status, body)
  return body as Body
}

/** What to throw when a bench is refused what it asks for. */
export function refusedBy(name: string, status: number, body: unknown): Error {
  return new Error(`${name}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
}
