import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { pathOf, patternOf } from './path.ts'
import { sendError } from './send-error.ts'

interface Known {
  pattern: RegExp
  methods: Set<string>
  /** Nothing is there, whatever else would take the path. */
  isUnknown: boolean
}

/**
 * Refuses the addresses and methods that a scope does not have. To be called before the scope gets
 * its routes.
 */
export function refuseUnknown(
  app: FastifyInstance,
  unknown: (request: FastifyRequest) => ApiError,
): void {
  const known = collectPaths(app)
  app.setNotFoundHandler(async (request, reply) => {
    const allow = methodsOf(known, request)
    if (allow === null) return sendError(unknown(request), request, reply)
    if (request.method === 'OPTIONS') return reply.code(204).header('allow', allow).send()
    const text = `Method ${request.method} is not allowed here, allowed are: ${allow}`
    const refusal = new ApiError('METHOD_NOT_ALLOWED', text, { headers: { allow } })
    return sendError(refusal, request, reply)
  })
}

/** The paths of a scope, so that a wrong method is told from a wrong path. */
function collectPaths(app: FastifyInstance): Map<string, Known> {
  const known = new Map<string, Known>()
  app.addHook('onRoute', ({ url, method, config }) => {
    const isUnknown = config !== undefined && 'isUnknown' in config
    const entry = known.get(url) ?? { pattern: patternOf(url), methods: new Set(), isUnknown }
    for (const one of [method].flat()) entry.methods.add(one)
    known.set(url, entry)
  })
  return known
}

function methodsOf(known: Map<string, Known>, request: FastifyRequest): string | null {
  const path = pathOf(request.url)
  const methods = new Set<string>()
  for (const { pattern, methods: its, isUnknown } of known.values()) {
    if (!pattern.test(path)) continue
    if (isUnknown) return null
    for (const method of its) methods.add(method)
  }
  return methods.size === 0 ? null : [...methods, 'OPTIONS'].join(', ')
}
