/** What operators and visitors find outside the versions: health, the list of versions, papers. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { readinessOf } from '../platform/db/readiness.ts'
import { ApiError, errorBody, fixedError } from '../platform/errors.ts'
import { refuseUnknown } from '../platform/rest/answers/not-found.ts'
import { createServer } from '../platform/rest/server.ts'
import { stoppingText } from '../platform/rest/stop.ts'
import type { Runtime } from './runtime.ts'

const versionsPaper = join(import.meta.dirname, '../../docs/versions.md')

const hidden = { schema: { hide: true } }

type Parts = Pick<Runtime, 'database' | 'metrics'> & { config: Pick<Config, 'metricsPort'> }

/** Whether the process lives, and unless that has a port of its own, all that operators ask. */
export function serveHealth(app: FastifyInstance, { config, ...parts }: Parts): void {
  serveLiveness(app)
  if (config.metricsPort === null) serveReadiness(app, parts, app.stopping)
}

/**
 * A server that tells of the health and the metrics of its process, and nothing else.
 *
 * @param stopping of what the process does besides
 */
export async function healthServer(
  { config, ...parts }: Pick<Runtime, 'database' | 'metrics' | 'config'>,
  stopping?: AbortSignal,
): Promise<FastifyInstance> {
  const options = { logLevel: config.logLevel, hsts: null, trustProxy: [], corsOrigins: [] }
  const app = await createServer({ ...options, metrics: parts.metrics })
  serveLiveness(app)
  serveReadiness(app, parts, stopping ?? app.stopping)
  return app
}

const probe = { ...hidden, config: { answersWhileStopping: true } }

function serveLiveness(app: FastifyInstance): void {
  app.get('/healthz', probe, async () => ({ status: 'ok' }))
}

function serveReadiness(
  app: FastifyInstance,
  { database, metrics: { registry } }: Pick<Runtime, 'database' | 'metrics'>,
  stopping: AbortSignal,
): void {
  const obstacle = readinessOf(database)
  app.get('/readyz', probe, async (request, reply) => {
    const reason = stopping.aborted ? stoppingText : await obstacle()
    if (reason === null) return { status: 'ok' }
    request.log.warn({ reason }, 'not ready')
    const refusal = new ApiError('SERVICE_UNAVAILABLE', reason)
    return reply.code(503).header('retry-after', '1').send(errorBody(refusal, '/readyz'))
  })
  app.get('/metrics', probe, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}

/** The papers; from the root browsers are led to the console, for others there is nothing there. */
export function servePapers(app: FastifyInstance): void {
  app.get('/', hidden, async (request, reply) => {
    reply.header('vary', 'accept')
    if ((request.headers.accept ?? '').includes('text/html')) return reply.redirect('/console', 303)
    throw fixedError('ENDPOINT_NOT_FOUND')
  })
  app.get('/docs/versions', hidden, async (_request, reply) =>
    reply.type('text/markdown; charset=utf-8').send(await readFile(versionsPaper, 'utf8')),
  )
}

/** Refuses versions below `/api` that are not served. */
export function refuseUnknownVersions(api: FastifyInstance): void {
  refuseUnknown(api, ({ url }) => {
    const version = /^\/api\/([^/?]+)/.exec(url)?.[1]
    const isKnown = version === undefined || /^\/api\/auth\/oauth([/?]|$)/.test(url)
    if (isKnown) return fixedError('ENDPOINT_NOT_FOUND')
    return new ApiError('UNKNOWN_API_VERSION', `Unknown api version: ${version}`)
  })
}
