import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PlatformMetrics } from '../metrics/metrics.ts'
import { loggedPath } from './logged-path.ts'
import { RequestLog } from './request-log.ts'

/** Caller of a request, by uids: never a credential itself. */
export type CallerFields = Partial<
  Record<'credential' | 'agency' | 'partner' | 'event' | 'kind', string>
>

/** Adds the caller, or the result of authentication, to all further log entries of a request. */
export function logAs(request: FastifyRequest, fields: CallerFields): void {
  addBindings(request, fields)
}

/** Adds method and route to the log entries of each request, and writes one after the response. */
export function logRequests(
  app: FastifyInstance,
  metrics: Pick<PlatformMetrics, 'requests' | 'routes'>,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { route, version } = readRoute(request)
    addBindings(request, { method: request.method, route, version })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, ip } = request
    const { statusCode: status, elapsedTime } = reply
    const path = loggedPath(request)
    request.log.info({ path, status, ms: Math.round(elapsedTime), ip }, 'answered')
    const version = String(reply.getHeader('x-api-version') ?? 'none')
    // Rounded to microseconds: further digits of hundreds of sums would be kilobytes of metrics.
    const seconds = Math.round(elapsedTime * 1_000) / 1_000_000
    metrics.requests.observe({ version, status: `${Math.floor(status / 100)}xx` }, seconds)
    const { route } = readRoute(request)
    // The route of GET serves HEAD as well.
    const labels = { method: method === 'HEAD' ? 'GET' : method, route }
    metrics.routes.seconds.inc(labels, seconds)
    metrics.routes.requests.inc(labels)
    done()
  })
}

function addBindings(request: FastifyRequest, bindings: Record<string, unknown>): void {
  if (request.log instanceof RequestLog) request.log.addBindings(bindings)
  else request.log = request.log.child(bindings)
}

/** Returns the pattern of a route, the same for all versions of `/api`, and the version. */
function readRoute({ routeOptions, url }: FastifyRequest): { route: string; version?: string } {
  const version = /^\/(?:api\/)?(v\d{1,3}(?:\.\d{1,3})?)(?=[/?]|$)/.exec(url)?.[1]
  const route = routeOptions.url?.replace(/^\/api\/v[\d.]+/, '/api') ?? 'unknown'
  return version === undefined ? { route } : { route, version }
}
