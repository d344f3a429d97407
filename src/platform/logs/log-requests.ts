import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PlatformMetrics } from '../metrics.ts'
import { loggedPath } from './logged-path.ts'
import { RequestLog } from './request-log.ts'

/** Who a request is from, by uids: never a credential itself. */
export type Who = Partial<Record<'credential' | 'agency' | 'partner' | 'event' | 'kind', string>>

/** Says in every further entry of a request who it is from, or what became of that. */
export function logAs(request: FastifyRequest, who: Who): void {
  say(request, who)
}

/** Has every entry of a request say what was asked for, and writes one when it is answered. */
export function logRequests(
  app: FastifyInstance,
  metrics: Pick<PlatformMetrics, 'requests' | 'routes'>,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { route, version } = addressOf(request)
    say(request, { method: request.method, route, version })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, ip } = request
    const { statusCode: status, elapsedTime } = reply
    const path = loggedPath(request)
    request.log.info({ path, status, ms: Math.round(elapsedTime), ip }, 'answered')
    const version = String(reply.getHeader('x-api-version') ?? 'none')
    // To the microsecond: further digits of hundreds of sums would be kilobytes of metrics.
    const seconds = Math.round(elapsedTime * 1_000) / 1_000_000
    metrics.requests.observe({ version, status: `${Math.floor(status / 100)}xx` }, seconds)
    const { route } = addressOf(request)
    const labels = { method: method === 'HEAD' ? 'GET' : method, route }
    metrics.routes.seconds.inc(labels, seconds)
    metrics.routes.requests.inc(labels)
    done()
  })
}

function say(request: FastifyRequest, bindings: Record<string, unknown>): void {
  if (request.log instanceof RequestLog) request.log.say(bindings)
  else request.log = request.log.child(bindings)
}

/** The pattern of a route, the same for all versions of `/api`, and the version. */
function addressOf({ routeOptions, url }: FastifyRequest): { route: string; version?: string } {
  const version = /^\/(?:api\/)?(v\d{1,3}(?:\.\d{1,3})?)(?=[/?]|$)/.exec(url)?.[1]
  const route = routeOptions.url?.replace(/^\/api\/v[\d.]+/, '/api') ?? 'unknown'
  return version === undefined ? { route } : { route, version }
}
