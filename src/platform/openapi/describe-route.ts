import type { FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'
import type { ErrorCode } from '../errors.ts'
import { errorStatus } from '../errors.ts'
import type { Route } from '../rest/route.ts'
import { buildDescription, isConditional, type RouteTexts } from './description.ts'
import { inputCodes } from './input-codes.ts'
import { buildOperationId } from './operation-id.ts'

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

const writeCodes: ErrorCode[] = [
  'MALFORMED_BODY',
  'INVALID_IDEMPOTENCY_KEY',
  'READ_ONLY_CREDENTIAL',
  'IDEMPOTENCY_IN_PROGRESS',
  'PAYLOAD_TOO_LARGE',
  'IDEMPOTENCY_KEY_REUSED',
  // Stored response with objects that the partner may no longer access.
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

/** Codes that an operation without credentials cannot return. */
const codesOfCredentials = new Set<ErrorCode>([
  'AUTHENTICATION_REQUIRED',
  'INVALID_CREDENTIALS',
  'TOKEN_EXPIRED',
  'INVALID_CLIENT',
  'OPERATION_NOT_PERMITTED',
  'UNKNOWN_PARAMETER',
  'RATE_LIMITED',
])

/** Returns the schema of a route for Fastify, its serializer and the OpenAPI document. */
export function describeRoute(
  route: Route<never>,
  responseSchema: TSchema | undefined,
  texts: RouteTexts,
): FastifySchema {
  const status = route.http.status ?? 200
  const common = route.access.isOpen
    ? commonCodes.filter(code => !codesOfCredentials.has(code))
    : commonCodes
  const methodCodes = route.method === 'GET' ? common : [...common, ...writeCodes]
  const hasIfMatch = texts.supportsETags === true && isConditional(route)
  const mayConflict = texts.supportsETags === true && route.http.findState && route.method !== 'GET'
  const generalCodes: ErrorCode[] = mayConflict
    ? [...methodCodes, 'CHANGED_MEANWHILE']
    : methodCodes
  const success = describeSuccess(route, responseSchema)
  const statuses = [status, route.http.otherStatus ?? status]
  const successes = Object.fromEntries(statuses.map(successStatus => [successStatus, success]))
  return {
    operationId: buildOperationId(route, texts.hyphenated),
    summary: route.summary,
    description: buildDescription(route, texts),
    tags: [route.tag],
    ...(texts.isDeprecated ? { deprecated: true } : {}),
    ...describeSecurity(route),
    ...(route.query ? { querystring: route.query } : {}),
    ...describeBody(route),
    ...describeParams(route.path),
    ...describeHeaders(route, { hasIfMatch }),
    response: {
      ...successes,
      ...(route.http.cache ? { 304: notModified } : {}),
      ...errorResponses(new Set([...route.errors, ...generalCodes, ...inputCodes(route)])),
    },
  }
}

const idempotencyKeyText =
  'Makes the write safe to retry: the same key with the same request returns the stored response ' +
  'instead of writing again. Unique per intended write, 1 to 255 visible ASCII characters.'

const ifMatchText =
  '`ETag` of the object as last read. The change is rejected with 412 if the object has changed ' +
  'since. Weak tags (`W/"…"`) are accepted.'

const ifNoneMatchText =
  '`ETag` of an earlier response. Returns 304 if the response has not changed.'

/** Returns the request headers of a route, as a Fastify schema. */
function describeHeaders(
  { method, lifecycle, http }: Route<never>,
  { hasIfMatch }: { hasIfMatch: boolean },
) {
  const descriptions = {
    ...(method === 'GET' || lifecycle.standalone ? {} : { 'idempotency-key': idempotencyKeyText }),
    ...(hasIfMatch ? { 'if-match': ifMatchText } : {}),
    ...(http.cache ? { 'if-none-match': ifNoneMatchText } : {}),
  }
  const headers = Object.entries(descriptions)
  if (headers.length === 0) return {}
  const properties = Object.fromEntries(
    headers.map(([name, description]) => [name, { type: 'string', description }]),
  )
  return { headers: { type: 'object', properties } }
}

/** Response 304 (contract/general.md §10). */
const notModified = { type: 'null', description: 'Not modified' }

/** Returns the security of a route if it differs from that of the document. */
function describeSecurity({ access }: Route<never>): { security?: { client: string[] }[] } {
  if (access.isOpen) return { security: [] }
  return access.challenge === 'Basic' ? { security: [{ client: [] }] } : {}
}

function describeSuccess({ http }: Route<never>, responseSchema: TSchema | undefined) {
  const { streams, sendsFile } = http
  if (sendsFile) {
    const schema = { type: 'string', format: 'binary' }
    return { description: 'File content', content: { 'application/octet-stream': { schema } } }
  }
  if (!responseSchema) return { type: 'null', description: 'No content' }
  if (!streams) return responseSchema
  const content = {
    'application/json': { schema: responseSchema },
    [streams]: { schema: { type: 'string' } },
  }
  return { description: 'Format as requested by `Accept`', content }
}

/** Returns the body of a route in each media type that it accepts. */
function describeBody({ body, http: { upload, acceptsForm } }: Route<never>): { body?: unknown } {
  if (!body) return {}
  if (acceptsForm) {
    const types = ['application/x-www-form-urlencoded', 'application/json']
    return { body: { content: Object.fromEntries(types.map(type => [type, { schema: body }])) } }
  }
  if (!upload) return { body }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const { properties } = body as { properties?: object }
  const form = { ...body, properties: { ...properties, [upload.part]: file } }
  if (Object.keys(properties ?? {}).length === 0) {
    const schema = { ...form, required: [upload.part] }
    return { body: { content: { 'multipart/form-data': { schema } } } }
  }
  return {
    body: {
      content: {
        'application/json': { schema: body },
        'multipart/form-data': { schema: form },
      },
    },
  }
}

function describeParams(path: string): { params?: unknown } {
  const names = [...path.matchAll(/:(\w+)/g)].map(match => match[1]!)
  if (names.length === 0) return {}
  const properties = Object.fromEntries(names.map(name => [name, { type: 'string' }]))
  return { params: { type: 'object', properties, required: names } }
}

/** Returns the error responses of an operation, by status. */
export function errorResponses(codes: Set<ErrorCode>): Record<string, unknown> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const status = errorStatus(code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const entries = [...byStatus].map(([status, statusCodes]) => {
    // The OpenAPI document replaces the schema and keeps the list of codes, see `ErrorResponses`.
    return [status, { ...errorSchema, description: statusCodes.join(', ') }] as const
  })
  return Object.fromEntries(entries)
}
