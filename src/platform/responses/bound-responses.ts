/** Bounds on the memory of unsent responses to slow clients. */
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limitReached } from '../limits/limit-metrics.ts'
import { ResponseSpool, type SpooledBody } from './response-spool.ts'
import { inMemoryBytesMax, type UnsentBytes, UnsentResponse } from './unsent-bytes.ts'

/** Minimum size of counted responses: the operating system buffers shorter ones. */
const countedBytesMin = 65_536

/**
 * Counts the unsent bytes of text and byte responses. Sends a response from a file if it is long or
 * too many others are in memory. Streams are sent at the speed of their clients.
 */
export function boundResponses(app: FastifyInstance, unsent: UnsentBytes): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isShort = !hasLength(payload) || payload.length < countedBytesMin
    if (isShort || request.method === 'HEAD' || reply.raw.destroyed) return done()
    const bytes = Buffer.byteLength(payload)
    const credential = request.authentication?.credential ?? `address ${request.ip}`
    // The response of a completed write is not refused: its client could not repeat it.
    const isBounded = isRepeatable(request)
    const refuse = (error: Error) => {
      // These headers describe the body that is not sent.
      for (const name of ['content-encoding', 'etag']) reply.removeHeader(name)
      reply.header('cache-control', 'no-store')
      done(error)
    }
    if (bytes > inMemoryBytesMax || !unsent.hasMemory(bytes)) {
      const spool = new ResponseSpool(unsent, credential, { memoryBytes: 0, isBounded })
      spoolPayload(spool, payload).then(({ stream, size }) => {
        reply.header('content-length', size)
        done(null, stream)
      }, refuse)
      return
    }
    const unsentResponse = new UnsentResponse(unsent, credential)
    try {
      unsentResponse.add(bytes, { inMemory: true, isBounded })
    } catch (error) {
      return refuse(error as Error)
    }
    reply.raw.once('close', () => unsentResponse.close())
    done()
  })
}

async function spoolPayload(spool: ResponseSpool, payload: string | Buffer): Promise<SpooledBody> {
  try {
    await spool.write(payload)
    return (await spool.finish()) as SpooledBody
  } catch (error) {
    await spool.discard()
    throw error
  }
}

/** Returns whether the request is a read, which the client can repeat. */
function isRepeatable({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'GET' || routeOptions.config?.isGraphQL === true
}

function hasLength(payload: unknown): payload is string | Buffer {
  return typeof payload === 'string' || payload instanceof Buffer
}

/**
 * Closes connections without activity for `stalledMs` if they are idle, or if their clients do not
 * read. A connection without unsent bytes stays open while its request runs, such as an event
 * stream.
 */
export function closeStalled(app: FastifyInstance, { limits }: UnsentBytes): void {
  const openRequests = new WeakMap<Socket, number>()
  app.server.on('request', ({ socket }, response) => {
    openRequests.set(socket, (openRequests.get(socket) ?? 0) + 1)
    response.once('close', () => openRequests.set(socket, openRequests.get(socket)! - 1))
  })
  app.server.setTimeout(limits.stalledMs, socket => {
    const isStalled = socket.writableLength > 0
    if (isStalled) limitReached('response_stalled')
    if (isStalled || !openRequests.get(socket)) socket.destroy()
  })
}
