import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import { pathOf, patternOf } from '../path.ts'
import type { Version } from '../version.ts'
import { sendError } from './send-error.ts'

interface Known {
  pattern: RegExp
  methods: Set<string>
  /** Nothing is there, whatever else would take the path. */
  isUnknown: boolean
}

/** What a version lacks that a younger one has. */
interface Lack {
  /** What the version is called, `v3.2`. */
  label: string
  younger: readonly { method: string; path: string; since?: Version }[]
}

/**
 * Refuses the addresses and methods that a scope does not have; `unknown` words the refusal of an
 * address, or answers it. To be called before the scope gets
 * its routes. A method of a known path says since when it exists, if a younger version has it.
 */
export function refuseUnknown(
  app: FastifyInstance,
  unknown: (request: FastifyRequest, reply: FastifyReply) => ApiError | FastifyReply,
  lack: Lack = { label: '', younger: [] },
): void {
  const known = collectPaths(app)
  app.setNotFoundHandler(async (request, reply) => {
    const allow = methodsOf(known, request)
    if (allow === null) {
      const answer = unknown(request, reply)
      return answer instanceof ApiError ? sendError(answer, request, reply) : answer
    }
    if (request.method === 'OPTIONS') return reply.code(204).header('allow', allow).send()
    return sendError(
      notAllowed(request, allow, sinceWhen(app, request, lack), lack),
      request,
      reply,
    )
  })
}

function notAllowed(
  { method }: FastifyRequest,
  allow: string,
  since: string | null,
  { label }: Lack,
): ApiError {
  const where = since === null ? 'here' : `here in ${label}, it exists from ${since} on`
  const text = `Method ${method} is not allowed ${where}, allowed methods are: ${allow}`
  const members = since === null ? {} : { since }
  return new ApiError('METHOD_NOT_ALLOWED', text, { headers: { allow }, members })
}

/** The version that the method of a request is new in: `v3.3`. */
function sinceWhen(
  { prefix }: FastifyInstance,
  request: FastifyRequest,
  { younger }: Lack,
): string | null {
  const path = pathOf(request.url).slice(prefix.length)
  const isIt = (route: Lack['younger'][number]) =>
    route.method === request.method && patternOf(route.path).test(path)
  const since = younger.find(isIt)?.since
  return since === undefined ? null : `v${since}`
}

/** The paths of a scope, so that a wrong method is told from a wrong path. */
function collectPaths(app: FastifyInstance): Map<string, Known> {
  const known = new Map<string, Known>()
  app.addHook('onRoute', ({ url, method, config }) => {
    // The route by which CORS is asked is no page.
    if (url === '*') return
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
  // A route of the method was there, and has found nothing.
  if (methods.size === 0 || methods.has(request.method)) return null
  return [...methods, 'OPTIONS'].join(', ')
}
