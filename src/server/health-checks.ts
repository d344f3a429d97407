/** Routes outside the versions: health, metrics, and the list of versions. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { ApiError, errorBody, fixedError } from '../platform/errors.ts'
import { shutdownText } from '../platform/rest/graceful-shutdown.ts'
import { handleUnknown } from '../platform/rest/response/not-found.ts'
import { createServer } from '../platform/rest/server.ts'
import { acceptsHtml } from '../platform/web/pages.ts'
import { runningVersion } from '../version.ts'
import { createReadinessCheck } from './checks/readiness.ts'
import { identify } from './checks/server-identity.ts'
import type { Runtime } from './runtime.ts'

const versionsFile = join(import.meta.dirname, '../../docs/versions.md')

const hidden = { schema: { hide: true } }

type Settings = Pick<Config, 'metricsPort' | 'databaseUrl' | 'dataDir' | 'secretKeys' | 'publicUrl'>
type HealthDependencies = Pick<Runtime, 'database' | 'metrics'> & { config: Settings }

/** Serves liveness, and without a port for metrics also readiness and metrics. */
export function serveHealth(app: FastifyInstance, dependencies: HealthDependencies): void {
  const { config } = dependencies
  // Clients do not learn the version; the identity is encrypted for the operator.
  app.get('/healthz', probe, async (request, reply) => {
    identify(config, request, reply)
    return { status: 'ok' }
  })
  if (config.metricsPort === null) serveReadiness(app, dependencies, app.stopping)
}

/**
 * Creates a server for health and metrics only.
 *
 * @param stopping aborts when the process begins to stop
 */
export async function healthServer(
  dependencies: Pick<Runtime, 'database' | 'metrics' | 'config'>,
  stopping?: AbortSignal,
): Promise<FastifyInstance> {
  const { config, metrics } = dependencies
  const options = { logLevel: config.logLevel, hsts: null, trustProxy: [], corsOrigins: [] }
  const app = await createServer({ ...options, metrics })
  const { version } = runningVersion()
  app.get('/healthz', probe, async () => ({ status: 'ok', version }))
  serveReadiness(app, dependencies, stopping ?? app.stopping)
  return app
}

const probe = { ...hidden, config: { servesDuringShutdown: true } }

function serveReadiness(
  app: FastifyInstance,
  { config, database, metrics: { registry } }: HealthDependencies,
  stopping: AbortSignal,
): void {
  const findObstacle = createReadinessCheck({ config, database })
  app.get('/readyz', probe, async (request, reply) => {
    const reason = stopping.aborted ? shutdownText : await findObstacle()
    if (reason === null) return { status: 'ok' }
    request.log.warn({ reason }, 'not ready')
    const error = new ApiError('SERVICE_UNAVAILABLE', reason)
    return reply.code(503).header('retry-after', '1').send(errorBody(error, '/readyz'))
  })
  app.get('/metrics', probe, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}

/** Serves documentation; redirects browsers from the root to the console. */
export function serveDocumentation(app: FastifyInstance): void {
  app.get('/', hidden, async (request, reply) => {
    reply.header('vary', 'accept')
    if (acceptsHtml(request)) return reply.redirect('/console', 303)
    throw fixedError('ENDPOINT_NOT_FOUND')
  })
  app.get('/docs/versions', hidden, async (_request, reply) =>
    reply.type('text/markdown; charset=utf-8').send(await readFile(versionsFile, 'utf8')),
  )
}

/** Refuses unknown versions below `/api`. */
export function refuseUnknownVersions(api: FastifyInstance): void {
  handleUnknown(api, ({ url }) => {
    const version = /^\/api\/([^/?]+)/.exec(url)?.[1]
    const hasNoVersion = version === undefined || /^\/api\/auth\/oauth([/?]|$)/.test(url)
    if (hasNoVersion) return fixedError('ENDPOINT_NOT_FOUND')
    return new ApiError('UNKNOWN_API_VERSION', `Unknown api version: ${version}`)
  })
}
