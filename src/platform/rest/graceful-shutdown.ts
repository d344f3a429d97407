/**
 * Graceful shutdown: running requests finish, long waits are aborted, and idle connections do not
 * delay the stop.
 */
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True: the route responds while the server stops. */
    servesDuringShutdown?: boolean
  }
  interface FastifyInstance {
    /** Aborts when the server begins to stop, to end responses that wait. */
    stopping: AbortSignal
  }
}

/**
 * Makes `app.close()` refuse new requests with 503 and wait at most `limitMs` for running ones.
 * Call it after the error handlers are set, and before routes are added.
 */
export function shutDownGracefully(app: FastifyInstance, { limitMs }: { limitMs: number }): void {
  const stopping = new AbortController()
  const { signal } = stopping
  const countRunning = trackRunning(app.server, signal)
  app.decorate('stopping', signal)
  app.addHook('preClose', async () => {
    stopping.abort()
    if (countRunning() === 0) app.server.closeAllConnections()
    setTimeout(() => app.server.closeAllConnections(), limitMs).unref()
  })
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (!signal.aborted || routeOptions.config?.servesDuringShutdown) return
    throw new ApiError('SERVICE_UNAVAILABLE', shutdownText, { headers: { 'retry-after': '1' } })
  })
  app.addHook('onSend', async (_request, reply) => {
    if (signal.aborted) reply.header('connection', 'close')
  })
}

/** Error text of requests that arrive during the shutdown. */
export const shutdownText = 'The server is shutting down; retry'

/**
 * Returns a function that counts running requests. During the shutdown, all connections are closed
 * after the last request.
 */
function trackRunning(server: Server, stopping: AbortSignal): () => number {
  let running = 0
  server.on('request', (_request, response) => {
    running++
    response.once('close', () => {
      running--
      if (running === 0 && stopping.aborted) server.closeAllConnections()
    })
  })
  return () => running
}
