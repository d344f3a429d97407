import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { pathOf } from './path.ts'
import { sendError } from './send-error.ts'

interface Known {
  pattern: RegExp
  methods: Set<string>
}

declare module 'fastify' {
  interface FastifyInstance {
    knownPaths: Map<string, Known>
  }
}

/** Collects the paths of a scope, so that a wrong method is told from a wrong path. */
function collect(app: FastifyInstance): Map<string, Known> {
  const known = new Map<string, Known>()
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(`^${url.replace(/:[^/]+/g, '[^/]+').replaceAll('*', '.*')}$`)
    const entry = known.get(url) ?? { pattern, methods: new Set<string>() }
    for (const one of [method].flat()) entry.methods.add(one)
    known.set(url, entry)
  })
  return known
}

/** To be called before the routes of the scope are added. */
export function knowPaths(app: FastifyInstance): void {
  app.decorate('knownPaths', collect(app))
}

/** Refuses addresses and methods that a scope does not have. */
export function refuseUnknown(app: FastifyInstance, unknown: ApiError): void {
  app.setNotFoundHandler(async (request, reply) => {
    const allow = methodsOf(app, request)
    if (allow === null) {
      const fresh = new ApiError(unknown.code, unknown.message)
      return sendError(fresh, request, reply)
    }
    if (request.method === 'OPTIONS') return reply.code(204).header('allow', allow).send()
    const text = `Method ${request.method} is not allowed here, allowed are: ${allow}`
    const refusal = new ApiError('METHOD_NOT_ALLOWED', text, { headers: { allow } })
    return sendError(refusal, request, reply)
  })
}

function methodsOf(app: FastifyInstance, request: FastifyRequest): string | null {
  const path = pathOf(request.url)
  const methods = new Set<string>()
  for (const known of app.knownPaths.values()) {
    if (known.pattern.test(path)) for (const method of known.methods) methods.add(method)
  }
  return methods.size === 0 ? null : [...methods, 'OPTIONS'].join(', ')
}
