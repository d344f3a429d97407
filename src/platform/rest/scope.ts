import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { madeForEach } from '../concurrency/made-once.ts'
import { describeRoute } from '../openapi/describe-route.ts'
import { admitRequests } from './limits/admission.ts'
import { patternOf } from './path.ts'
import type { Route } from './route.ts'
import { schemaAt } from './schema-at.ts'
import { admitAgain } from './steps/admit.ts'
import type { ContextBase, ScopeOptions, ServedScope } from './steps/call.ts'
import { handle } from './steps/handle.ts'
import { checkQueryNames, queryNamesOf } from './steps/query-names.ts'
import { takeUploads } from './upload.ts'
import { existsIn, type Version } from './version.ts'

/** All servers of the process share descriptions, and serializers by them. */
const onceForScope = madeForEach<Route<never>, FastifySchema>()

/** Serves the routes that exist in a version, below its prefix. */
export function serveScope<Context extends ContextBase>(
  app: FastifyInstance,
  options: ScopeOptions<Context>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (options.label !== null) reply.header('x-api-version', options.label)
    const headers = options.headersOf?.(request.url.slice(options.prefix.length))
    if (headers) reply.headers(headers)
    done()
  })
  admitRequests(app, options.admission)
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  const scope: ServedScope<Context> = {
    ...options,
    stopping: stopping.signal,
    async renew(call) {
      const { request } = call
      request.admission = await options.admission.authenticate(request)
      admitAgain(call)
      return options.contextOf(request)
    },
  }
  const routes = options.routes.filter(route => existsIn(options.version, route))
  for (const route of routes) serveRoute(app, route, scope)
  hideYounger(app, options.routes, routes)
}

/**
 * A path that a version does not have yet is unknown there, also where a parameter of an older path
 * would take its last part: `/leads/group-booking` is no lead.
 */
function hideYounger(app: FastifyInstance, all: readonly PathOnly[], served: PathOnly[]): void {
  const younger = new Set(all.map(({ path }) => path))
  for (const { path } of served) younger.delete(path)
  const isTaken = (path: string) => served.some(other => patternOf(other.path).test(path))
  for (const url of younger) {
    if (url.includes(':') || !isTaken(url)) continue
    const config = { isUnknown: true }
    app.all(url, { schema: { hide: true }, config }, (_, reply) => reply.callNotFound())
  }
}

type PathOnly = Pick<Route<never>, 'path'>

function serveRoute<Context extends ContextBase>(
  app: FastifyInstance,
  route: Route<Context>,
  options: ServedScope<Context>,
): void {
  const at = <T>(schema: T) => schema && schemaAt(schema as never, options.version)
  const { access, http } = route
  const { upload, ...exchange } = http
  const versioned: Route<Context> = {
    ...route,
    access: { ...access, callers: access.callers ?? options.callers },
    http: upload && existsIn(options.version, upload) ? http : exchange,
    query: at(route.query),
    body: at(route.body),
  }
  const names = queryNamesOf(versioned.query, options.ignoredQuery)
  const served: RouteOptions = {
    method: route.method,
    url: route.path,
    ...bodyLimitOf(route, options.version),
    config: {
      ...(versioned.http.upload ? { upload: versioned.http.upload } : {}),
      ...(access.challenge ? { challenge: access.challenge } : {}),
      ...(http.errorMembers ? { errorMembers: http.errorMembers } : {}),
      ...(access.isOpen ? { isOpen: () => true } : {}),
    },
    schema: onceForScope(route, `${options.prefix} ${options.version}`, () =>
      describeRoute(versioned, at(route.answer), options.wording),
    ),
    validatorCompiler: () => () => true,
    handler: (request, reply) => {
      checkQueryNames(names, request, reply)
      return handle(versioned, options, request, reply)
    },
  }
  const { upload: taken } = versioned.http
  if (!taken) return void app.route(served)
  app.register(async scope => {
    takeUploads(scope, taken)
    scope.route(served)
  })
}

function bodyLimitOf(
  { http: { bodyLimit } }: Route<never>,
  version: Version,
): { bodyLimit?: number } {
  return bodyLimit && existsIn(version, bodyLimit) ? { bodyLimit: bodyLimit.bytes } : {}
}
