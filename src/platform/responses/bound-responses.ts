/** Sends all responses of a server in bounded memory, however slowly clients read them. */
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limitReached } from '../limits/reached.ts'
import { ResponseSpool, type SpooledBody } from './response-spool.ts'
import { inMemoryBytesMax, type UnsentBytes, UnsentResponse } from './unsent-bytes.ts'

/** Bytes that the system takes of a response at once: shorter ones are not counted. */
const countedBytesMin = 65_536

/**
 * Counts the unsent bytes of every response that is text or bytes, and has a long one, or one that
 * finds too many others in memory, sent from a file. Streams are sent as fast as they are read.
 */
export function boundResponses(app: FastifyInstance, unsent: UnsentBytes): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isShort = !hasLength(payload) || payload.length < countedBytesMin
    if (isShort || request.method === 'HEAD' || reply.raw.destroyed) return done()
    const bytes = Buffer.byteLength(payload)
    const credential = request.admission?.credential ?? `address ${request.ip}`
    const isBounded = isRepeatable(request)
    const refused = (error: Error) => {
      // They are of the body that is not sent.
      for (const name of ['content-encoding', 'etag']) reply.removeHeader(name)
      reply.header('cache-control', 'no-store')
      done(error)
    }
    if (bytes > inMemoryBytesMax || !unsent.hasMemory(bytes)) {
      const spool = new ResponseSpool(unsent, credential, { memoryBytes: 0, isBounded })
      spooled(spool, payload).then(({ stream, size }) => {
        reply.header('content-length', size)
        done(null, stream)
      }, refused)
      return
    }
    const counted = new UnsentResponse(unsent, credential)
    try {
      counted.add(bytes, { inMemory: true, isBounded })
    } catch (error) {
      return refused(error as Error)
    }
    reply.raw.once('close', () => counted.close())
    done()
  })
}

async function spooled(spool: ResponseSpool, payload: string | Buffer): Promise<SpooledBody> {
  try {
    await spool.write(payload)
    return (await spool.finish()) as SpooledBody
  } catch (error) {
    await spool.discard()
    throw error
  }
}

/** The response to a write is always sent; only that of a read may be refused when it is done. */
function isRepeatable({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'GET' || routeOptions.config?.isGraphQL === true
}

function hasLength(payload: unknown): payload is string | Buffer {
  return typeof payload === 'string' || payload instanceof Buffer
}

/**
 * Closes connections whose clients take nothing of what is sent to them for 30 to 60 seconds. One
 * that has nothing to take stays open while its request is answered, such as a stream of events.
 */
export function closeStalled(app: FastifyInstance, { limits }: UnsentBytes): void {
  const open = new WeakMap<Socket, number>()
  app.server.on('request', ({ socket }, response) => {
    open.set(socket, (open.get(socket) ?? 0) + 1)
    response.once('close', () => open.set(socket, open.get(socket)! - 1))
  })
  app.server.setTimeout(limits.stalledMs, socket => {
    const isStalled = socket.writableLength > 0
    if (isStalled) limitReached('response_stalled')
    if (isStalled || !open.get(socket)) socket.destroy()
  })
}
