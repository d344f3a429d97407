/** Error responses that the tests cause, checked against the codes that their operation lists. */
import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Codes of a request that no operation handles: it is invalid, or its credential is. */
const earlierCodes = new Set([
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
    if (reply.statusCode >= 400) note(request, reply, payload)
    done()
  })
})

function note(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
  const { method, url, schema } = request.routeOptions
  const { operationId, response } = (schema ?? {}) as { operationId?: string; response?: Listed }
  const isJson = /json/.test(String(reply.getHeader('content-type')))
  if (request.is404 || operationId === undefined || !isJson || typeof payload !== 'string') return
  const { code, apiErrorMessage } = JSON.parse(payload)
  // Errors of GraphQL stand in its envelope, which the schema of the response documents.
  if (code === undefined) return
  const listed = response?.[reply.statusCode]?.description.split(', ') ?? []
  if (listed.includes(code) || earlierCodes.has(code)) return
  undocumented.add(`${method} ${url} does not list ${code}: ${apiErrorMessage}`)
}

/** Codes by status, as the OpenAPI document has them. */
type Listed = Record<number, { description: string }>

/** Returns what operations have responded without listing it, since the last call. */
export function takeUndocumentedErrors(): string[] {
  const taken = [...undocumented]
  undocumented.clear()
  return taken
}
