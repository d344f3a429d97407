/** A receiver of webhooks: records its requests, and responds as a test specifies. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A request that was received completely. */
export interface Received {
  /** Position among the requests of this receiver, from 1. */
  number: number
  method: string
  /** Path and query, not normalized. */
  url: string
  headers: IncomingHttpHeaders
  /** Bytes of the body, which the signature covers. */
  raw: Buffer
  text: string
  /** Time at which the end of the body arrived, in milliseconds since 1970. */
  at: number
}

/** Response to a request; the default is 200 with an empty body. */
export interface ReceiverResponse {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
  /** Delay before the response. */
  delayMs?: number
  /**
   * `hang`: no response. `stall`: head and body are sent, but not the end. `reset`: the connection
   * is reset without a response.
   */
  fault?: 'hang' | 'stall' | 'reset'
}

type Responder = (request: Received) => ReceiverResponse | Promise<ReceiverResponse>

export interface ReceiverOptions {
  /** Key and certificate in PEM; none: plain http. */
  tls?: { key: string; cert: string }
  host?: string
  port?: number
  respond?: Responder
  /**
   * Runs when a request has ended: with a complete response, or because either side closed the
   * connection.
   */
  ended?(request: Received, isComplete: boolean): void
}

export interface Receiver {
  /** Origin without a trailing slash. */
  readonly url: string
  readonly port: number
  /** Requests since the start, or since they were last cleared, in order of arrival. */
  readonly received: readonly Received[]
  /** Number of connections since the start. */
  readonly connections: number
  /** Sets the response to all further requests, or a function that returns it. */
  respond(response: ReceiverResponse | Responder): void
  /** Sets the responses to the next requests, one each. */
  respondOnce(...responses: ReceiverResponse[]): void
  clear(): void
  close(): Promise<void>
}

/** Starts a receiver on a free port of the loopback address. */
export async function openReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const queued: ReceiverResponse[] = []
  let responder: Responder = options.respond ?? (() => ({}))
  let [count, connections] = [0, 0]
  const onRequest = async (request: IncomingMessage, response: Response) => {
    const raw = await readBody(request)
    if (raw === null) return
    const { method = '', url = '', headers } = request
    const at = Date.now()
    const entry = { number: ++count, method, url, headers, raw, text: raw.toString('utf8'), at }
    received.push(entry)
    response.on('close', () => options.ended?.(entry, response.writableFinished))
    await writeResponse(response, queued.shift() ?? (await responder(entry)))
  }
  const { tls, host = '127.0.0.1', port = 0 } = options
  const server = tls ? createSecureServer(tls, onRequest) : createServer(onRequest)
  server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(port, host, resolve))
  const address = server.address() as AddressInfo
  return {
    url: `${tls ? 'https' : 'http'}://${tls ? 'localhost' : host}:${address.port}`,
    port: address.port,
    received,
    get connections() {
      return connections
    },
    respond(response) {
      responder = typeof response === 'function' ? response : () => response
    },
    respondOnce: (...responses) => void queued.push(...responses),
    clear: () => void received.splice(0),
    close() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      return closed
    },
  }
}

type Response = Parameters<NonNullable<Parameters<typeof createServer>[1]>>[1]

/** Returns the complete body, or null if the sender closed the connection. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer)
  } catch {
    return null
  }
  return Buffer.concat(chunks)
}

async function writeResponse(response: Response, reply: ReceiverResponse): Promise<void> {
  const { status = 200, headers = {}, body = '', delayMs = 0, fault } = reply
  if (delayMs > 0) await sleep(delayMs, null, { ref: false })
  if (fault === 'hang' || response.destroyed) return
  if (fault === 'reset') return void response.socket?.resetAndDestroy()
  response.writeHead(status, headers)
  if (fault !== 'stall') return void response.end(body)
  response.flushHeaders()
  response.write(body)
}
