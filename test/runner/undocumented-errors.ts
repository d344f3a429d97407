/** Error responses in tests, compared with the error codes that their operation documents. */
import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Codes of errors that occur before an operation is called. */
const earlierCodes = new Set([
  'AGENCY_DISABLED',
  'CROSS_SITE_REQUEST',
  'HEADERS_TOO_LARGE',
  'PARTNER_KEY_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'SESSION_ENDED',
  'UNSUPPORTED_CONTENT_ENCODING',
  'URI_TOO_LONG',
])

const undocumented = new Set<string>()

subscribe('fastify.initialization', message => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode >= 400) checkResponse(request, reply, payload)
    done()
  })
})

function checkResponse(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
  const { method, url, schema } = request.routeOptions
  const { operationId, response } = (schema ?? {}) as {
    operationId?: string
    response?: DocumentedCodes
  }
  const isJson = /json/.test(String(reply.getHeader('content-type')))
  if (request.is404 || operationId === undefined || !isJson || typeof payload !== 'string') return
  const { code, apiErrorMessage } = JSON.parse(payload)
  // GraphQL errors are in an envelope, which the response schema documents.
  if (code === undefined) return
  const listed = response?.[reply.statusCode]?.description.split(', ') ?? []
  if (listed.includes(code) || earlierCodes.has(code)) return
  undocumented.add(`${method} ${url} does not list ${code}: ${apiErrorMessage}`)
}

/** Error codes by status, in the format of the OpenAPI document. */
type DocumentedCodes = Record<number, { description: string }>

/** Returns undocumented errors since the last call. */
export function takeUndocumentedErrors(): string[] {
  const errors = [...undocumented]
  undocumented.clear()
  return errors
}
