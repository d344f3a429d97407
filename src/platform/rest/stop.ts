/**
 * How a server stops: what runs is finished, what waits is ended, and nobody who merely keeps a
 * connection open holds it.
 */
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers also while the server stops. */
    answersWhileStopping?: boolean
  }
  interface FastifyInstance {
    /** Aborts when the server begins to stop: an answer that waits for something ends then. */
    stopping: AbortSignal
  }
}

/**
 * Sees to it that `app.close()` refuses new requests with 503 and takes at most `limitMs` for those
 * that run. To be called when refusals can be answered, and before there are routes.
 */
export function stopGently(app: FastifyInstance, { limitMs }: { limitMs: number }): void {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = countRunning(app.server, signal)
  app.decorate('stopping', signal)
  app.addHook('preClose', async () => {
    stopping.abort()
    if (running() === 0) app.server.closeAllConnections()
    setTimeout(() => app.server.closeAllConnections(), limitMs).unref()
  })
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (!signal.aborted || routeOptions.config?.answersWhileStopping) return
    throw new ApiError('SERVICE_UNAVAILABLE', stoppingText, { headers: { 'retry-after': '1' } })
  })
  app.addHook('onSend', async (_request, reply) => {
    if (signal.aborted) reply.header('connection', 'close')
  })
}

/** What a request is told that comes too late. */
export const stoppingText = 'The server is shutting down; retry'

/** How many requests run; once the server stops, the last of them closes what is still open. */
function countRunning(server: Server, stopping: AbortSignal): () => number {
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
