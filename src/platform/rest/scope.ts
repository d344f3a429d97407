/**
 * Routes of one scope: an API version, or another part of the API, with its prefix, routes and
 * authentication.
 */
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { memoizeByObject } from '../concurrency/memoize-async.ts'
import { describeRoute } from '../openapi/describe-route.ts'
import { authenticateRequests } from './auth/authenticate-hook.ts'
import type { Route } from './route.ts'
import { schemaAt } from './schema-at.ts'
import { reauthorize } from './steps/authorize.ts'
import { handle } from './steps/handle.ts'
import { checkQueryNames, listQueryNames } from './steps/query-names.ts'
import type { ContextBase, ScopeOptions, ServedScope } from './steps/request-context.ts'
import { acceptUploads } from './upload.ts'
import { pathPattern } from './url-path.ts'
import { existsIn, type Version } from './version.ts'

/**
 * Fastify schemas by route and scope. All servers of the process share them, so that each
 * serializer is compiled once.
 */
const schemasByScope = memoizeByObject<Route<never>, FastifySchema>()

/** Registers the authentication and the routes of a scope. */
export function serveApiVersion<Context extends ContextBase>(
  app: FastifyInstance,
  options: ScopeOptions<Context>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (options.label !== null) reply.header('x-api-version', options.label)
    const headers = options.headersOf?.(request.url.slice(options.prefix.length))
    if (headers) reply.headers(headers)
    done()
  })
  authenticateRequests(app, options.authentication)
  const shutdown = new AbortController()
  app.addHook('preClose', async () => shutdown.abort())
  const served: ServedScope<Context> = {
    ...options,
    shutdown: shutdown.signal,
    async reauthenticate(call) {
      const { request } = call
      request.authentication = await options.authentication.authenticate(request)
      reauthorize(call)
      return options.createContext(request)
    },
  }
  const servedRoutes = options.routes.filter(route => existsIn(options.version, route))
  for (const route of servedRoutes) serveRoute(app, route, served)
  hideUnservedPaths(app, options.routes, servedRoutes)
}

/**
 * Hides paths of other versions that a parameter of a served path would match: where
 * `/leads/group-booking` does not exist, it is not the uid of a lead either.
 */
function hideUnservedPaths(
  app: FastifyInstance,
  all: readonly PathOnly[],
  served: PathOnly[],
): void {
  const unservedPaths = new Set(all.map(({ path }) => path))
  for (const { path } of served) unservedPaths.delete(path)
  const isMatched = (path: string) => served.some(other => pathPattern(other.path).test(path))
  for (const url of unservedPaths) {
    if (url.includes(':') || !isMatched(url)) continue
    // `handleUnknown` then ignores the served path that matches.
    const config = { isUnknown: true }
    app.all(url, { schema: { hide: true }, config }, (_, reply) => reply.callNotFound())
  }
}

type PathOnly = Pick<Route<never>, 'path'>

function serveRoute<Context extends ContextBase>(
  app: FastifyInstance,
  route: Route<Context>,
  served: ServedScope<Context>,
): void {
  const inVersion = <T>(schema: T) => schema && schemaAt(schema as never, served.version)
  const { access, http } = route
  const { upload, ...httpWithoutUpload } = http
  const versioned: Route<Context> = {
    ...route,
    access: { ...access, callers: access.callers ?? served.callers },
    http: upload && existsIn(served.version, upload) ? http : httpWithoutUpload,
    query: inVersion(route.query),
    body: inVersion(route.body),
  }
  const queryNames = listQueryNames(versioned.query, served.ignoredQuery)
  const routeOptions: RouteOptions = {
    method: route.method,
    url: route.path,
    ...bodyLimitIn(route, served.version),
    config: {
      ...(versioned.http.upload ? { upload: versioned.http.upload } : {}),
      ...(access.challenge ? { challenge: access.challenge } : {}),
      ...(http.errorMembers ? { errorMembers: http.errorMembers } : {}),
      ...(access.isOpen ? { isOpen: () => true } : {}),
    },
    schema: schemasByScope(route, `${served.prefix} ${served.version}`, () =>
      describeRoute(versioned, inVersion(route.response), served.texts),
    ),
    // `handle` validates requests. The schemas are for documentation and serializers.
    validatorCompiler: () => () => true,
    handler: (request, reply) => {
      checkQueryNames(queryNames, request, reply)
      return handle(versioned, served, request, reply)
    },
  }
  const { upload: acceptedUpload } = versioned.http
  if (!acceptedUpload) return void app.route(routeOptions)
  // The larger body limit of uploads must not apply to other routes.
  app.register(async child => {
    acceptUploads(child, acceptedUpload)
    child.route(routeOptions)
  })
}

function bodyLimitIn(
  { http: { bodyLimit } }: Route<never>,
  version: Version,
): { bodyLimit?: number } {
  return bodyLimit && existsIn(version, bodyLimit) ? { bodyLimit: bodyLimit.bytes } : {}
}
