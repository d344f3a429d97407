import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import { pathPattern, pathWithoutQuery } from '../url-path.ts'
import type { Version } from '../version.ts'
import { sendError } from './send-error.ts'

interface ServedPath {
  pattern: RegExp
  methods: Set<string>
  /** True: the path is unknown although a route matches it, see `hideUnservedPaths`. */
  isUnknown: boolean
}

interface NewerRoutes {
  /** Label of this version, `v3.2`. */
  label: string
  routes: readonly { method: string; path: string; since?: Version }[]
}

/**
 * Handles unknown paths and methods of a scope. Call it before routes are added. A known path with
 * a method of a newer version names that version.
 *
 * @param unknownPathError returns the error of an unknown path, or sends a response
 */
export function handleUnknown(
  app: FastifyInstance,
  unknownPathError: (request: FastifyRequest, reply: FastifyReply) => ApiError | FastifyReply,
  newerRoutes: NewerRoutes = { label: '', routes: [] },
): void {
  const paths = collectPaths(app)
  app.setNotFoundHandler(async (request, reply) => {
    const allow = allowedMethods(paths, request)
    if (allow === null) {
      const result = unknownPathError(request, reply)
      return result instanceof ApiError ? sendError(result, request, reply) : result
    }
    if (request.method === 'OPTIONS') return reply.code(204).header('allow', allow).send()
    return sendError(
      methodNotAllowed(
        request,
        allow,
        findIntroducingVersion(app, request, newerRoutes),
        newerRoutes,
      ),
      request,
      reply,
    )
  })
}

function methodNotAllowed(
  { method }: FastifyRequest,
  allow: string,
  since: string | null,
  { label }: NewerRoutes,
): ApiError {
  const versionText = since === null ? 'here' : `here in ${label}, it exists from ${since} on`
  const text = `Method ${method} is not allowed ${versionText}, allowed methods are: ${allow}`
  const members = since === null ? {} : { since }
  return new ApiError('METHOD_NOT_ALLOWED', text, { headers: { allow }, members })
}

/** Returns the version that introduced the method of a request, `v3.3`. */
function findIntroducingVersion(
  { prefix }: FastifyInstance,
  request: FastifyRequest,
  { routes }: NewerRoutes,
): string | null {
  const path = pathWithoutQuery(request.url).slice(prefix.length)
  const matches = (route: NewerRoutes['routes'][number]) =>
    route.method === request.method && pathPattern(route.path).test(path)
  const since = routes.find(matches)?.since
  return since === undefined ? null : `v${since}`
}

/** Collects the paths of a scope, to distinguish a wrong method from a wrong path. */
function collectPaths(app: FastifyInstance): Map<string, ServedPath> {
  const paths = new Map<string, ServedPath>()
  app.addHook('onRoute', ({ url, method, config }) => {
    // The catch-all route of CORS preflights would make every path known.
    if (url === '*') return
    const isUnknown = config !== undefined && 'isUnknown' in config
    const entry = paths.get(url) ?? { pattern: pathPattern(url), methods: new Set(), isUnknown }
    for (const pathMethod of [method].flat()) entry.methods.add(pathMethod)
    paths.set(url, entry)
  })
  return paths
}

function allowedMethods(paths: Map<string, ServedPath>, request: FastifyRequest): string | null {
  const path = pathWithoutQuery(request.url)
  const methods = new Set<string>()
  for (const { pattern, methods: pathMethods, isUnknown } of paths.values()) {
    if (!pattern.test(path)) continue
    if (isUnknown) return null
    for (const method of pathMethods) methods.add(method)
  }
  // The method has a route, which reported that the object does not exist.
  if (methods.size === 0 || methods.has(request.method)) return null
  return [...methods, 'OPTIONS'].join(', ')
}
