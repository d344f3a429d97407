import type { FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'
import type { ErrorCode } from '../errors.ts'
import { statusOfCode } from '../errors.ts'
import type { Route } from '../rest/route.ts'
import { descriptionOf, isConditional, type Wording } from './description.ts'
import { inputCodes } from './input-codes.ts'
import { operationIdOf } from './operation-id.ts'

export type { Wording } from './description.ts'

/** Codes that every operation may answer with. */
const commonCodes: ErrorCode[] = [
  'AUTHENTICATION_REQUIRED',
  'INVALID_CREDENTIALS',
  'TOKEN_EXPIRED',
  'INVALID_CLIENT',
  'OPERATION_NOT_PERMITTED',
  'UNKNOWN_PARAMETER',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
]

/** Codes that every write may answer with, too. */
const writeCodes: ErrorCode[] = [
  'MALFORMED_BODY',
  'INVALID_IDEMPOTENCY_KEY',
  'READ_ONLY_CREDENTIAL',
  'IDEMPOTENCY_IN_PROGRESS',
  'PAYLOAD_TOO_LARGE',
  'IDEMPOTENCY_KEY_REUSED',
  // A stored response whose objects the partner may not access any more.
  'ACCESS_DENIED',
]

const errorSchema = {
  type: 'object',
  required: ['apiErrorMessage', 'uid'],
  properties: {
    apiErrorMessage: { type: 'string' },
    uid: { type: 'string', format: 'uuid' },
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string' },
  },
  additionalProperties: true,
}

/** Codes that only an operation without a credential does not answer with. */
const credentialCodes = new Set<ErrorCode>([
  'AUTHENTICATION_REQUIRED',
  'INVALID_CREDENTIALS',
  'TOKEN_EXPIRED',
  'INVALID_CLIENT',
  'OPERATION_NOT_PERMITTED',
  'UNKNOWN_PARAMETER',
  'RATE_LIMITED',
])

/** What Fastify, its serializer and the OpenAPI document need to know of a route. */
export function describeRoute(
  route: Route<never>,
  answer: TSchema | undefined,
  wording: Wording,
): FastifySchema {
  const status = route.http.status ?? 200
  const common = route.access.isOpen
    ? commonCodes.filter(c => !credentialCodes.has(c))
    : commonCodes
  const ofMethod = route.method === 'GET' ? common : [...common, ...writeCodes]
  const heeds = wording.heedsStates === true && isConditional(route)
  const compares = wording.heedsStates === true && route.http.findState && route.method !== 'GET'
  const general: ErrorCode[] = compares ? [...ofMethod, 'CHANGED_MEANWHILE'] : ofMethod
  const success = successOf(route, answer)
  const statuses = [status, route.http.otherStatus ?? status]
  const successes = Object.fromEntries(statuses.map(status => [status, success]))
  return {
    operationId: operationIdOf(route, wording.spelt),
    summary: route.summary,
    description: descriptionOf(route, wording),
    tags: [route.tag],
    ...(wording.isDeprecated ? { deprecated: true } : {}),
    ...securityOf(route),
    ...(route.query ? { querystring: route.query } : {}),
    ...bodyOf(route),
    ...paramsOf(route.path),
    ...headersOf(route, heeds),
    response: {
      ...successes,
      ...(route.http.cache ? { 304: unchanged } : {}),
      ...errorResponses(new Set([...route.errors, ...general, ...inputCodes(route)])),
    },
  }
}

const idempotencyKey =
  'Makes the write safe to retry: the same key with the same request returns the stored response ' +
  'instead of writing again. Unique per intended write, 1 to 255 visible ASCII characters.'

const ifMatch =
  '`ETag` of the object as last read. The change is rejected with 412 if the object has changed ' +
  'since. Weak tags (`W/"…"`) are accepted.'

const ifNoneMatch = '`ETag` of an earlier response. Returns 304 if the response has not changed.'

/** Returns the request headers of a route, as the schema that Fastify takes. */
function headersOf({ method, lifecycle, http }: Route<never>, isConditional: boolean) {
  const descriptions = {
    ...(method === 'GET' || lifecycle.standalone ? {} : { 'idempotency-key': idempotencyKey }),
    ...(isConditional ? { 'if-match': ifMatch } : {}),
    ...(http.cache ? { 'if-none-match': ifNoneMatch } : {}),
  }
  const headers = Object.entries(descriptions)
  if (headers.length === 0) return {}
  const properties = Object.fromEntries(
    headers.map(([name, description]) => [name, { type: 'string', description }]),
  )
  return { headers: { type: 'object', properties } }
}

/** contract/general.md §10. */
const unchanged = { type: 'null', description: 'Not modified' }

/** Where it is not that of the document. */
function securityOf({ access }: Route<never>): { security?: { client: string[] }[] } {
  if (access.isOpen) return { security: [] }
  return access.challenge === 'Basic' ? { security: [{ client: [] }] } : {}
}

function successOf({ http }: Route<never>, answer: TSchema | undefined) {
  const { streams, answersFile } = http
  if (answersFile) {
    const schema = { type: 'string', format: 'binary' }
    return { description: 'File content', content: { 'application/octet-stream': { schema } } }
  }
  if (!answer) return { type: 'null', description: 'No content' }
  if (!streams) return answer
  const content = {
    'application/json': { schema: answer },
    [streams]: { schema: { type: 'string' } },
  }
  return { description: 'Format as requested by `Accept`', content }
}

/** A body that may carry a file, or be a form, is described in both of its forms. */
function bodyOf({ body, http: { upload, takesForm } }: Route<never>): { body?: unknown } {
  if (!body) return {}
  if (takesForm) {
    const types = ['application/x-www-form-urlencoded', 'application/json']
    return { body: { content: Object.fromEntries(types.map(type => [type, { schema: body }])) } }
  }
  if (!upload) return { body }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const { properties } = body as { properties?: object }
  const parts = { ...body, properties: { ...properties, [upload.part]: file } }
  if (Object.keys(properties ?? {}).length === 0) {
    const schema = { ...parts, required: [upload.part] }
    return { body: { content: { 'multipart/form-data': { schema } } } }
  }
  return {
    body: {
      content: {
        'application/json': { schema: body },
        'multipart/form-data': { schema: parts },
      },
    },
  }
}

function paramsOf(path: string): { params?: unknown } {
  const names = [...path.matchAll(/:(\w+)/g)].map(match => match[1]!)
  if (names.length === 0) return {}
  const properties = Object.fromEntries(names.map(name => [name, { type: 'string' }]))
  return { params: { type: 'object', properties, required: names } }
}

/** The errors of an operation, by status. */
export function errorResponses(codes: Set<ErrorCode>): Record<string, unknown> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const status = statusOfCode(code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const entries = [...byStatus].map(([status, list]) => {
    return [status, { ...errorSchema, description: list.join(', ') }] as const
  })
  return Object.fromEntries(entries)
}
