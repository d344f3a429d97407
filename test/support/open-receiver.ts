/** A receiver of webhooks: keeps what it is sent and answers as it is told. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** One request as it came. */
export interface Received {
  /** 1 for the first that this receiver got. */
  number: number
  method: string
  /** Path and query as they were written. */
  url: string
  headers: IncomingHttpHeaders
  /** The bytes of the body, over which a signature is made. */
  raw: Buffer
  text: string
  /** When the whole of it had come, in milliseconds since 1970. */
  at: number
}

/** What a request is answered by; nothing said is 200 with an empty body, at once. */
export interface ReceiverAnswer {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
  /** Waits so long before it answers. */
  delayMs?: number
  /**
   * `hang`: no answer ever. `stall`: head and body come, the end does not. `reset`: the connection
   * is broken off without an answer.
   */
  fault?: 'hang' | 'stall' | 'reset'
}

type Answering = (request: Received) => ReceiverAnswer | Promise<ReceiverAnswer>

export interface ReceiverOptions {
  /** Key and certificate in PEM; none: plain http. */
  tls?: { key: string; cert: string }
  host?: string
  port?: number
  answer?: Answering
  /** Is told when a request has ended: answered in full, or broken off by either side. */
  ended?(request: Received, wasAnswered: boolean): void
}

export interface Receiver {
  /** Origin without a trailing slash. */
  readonly url: string
  readonly port: number
  /** Everything received since the start, or since `forget`, in order of arrival. */
  readonly received: readonly Received[]
  /** How many connections it has been opened so far. */
  readonly connections: number
  /** How all further requests are answered: always so, or as a function says. */
  answer(how: ReceiverAnswer | Answering): void
  /** How the next requests are answered, one each, before that applies again. */
  answerOnce(...answers: ReceiverAnswer[]): void
  forget(): void
  close(): Promise<void>
}

/** Starts a receiver on a free port of the loopback address. */
export async function openReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const once: ReceiverAnswer[] = []
  let answering: Answering = options.answer ?? (() => ({}))
  let [count, connections] = [0, 0]
  const onRequest = async (request: IncomingMessage, response: Response) => {
    const raw = await bodyOf(request)
    if (raw === null) return
    const { method = '', url = '', headers } = request
    const at = Date.now()
    const one = { number: ++count, method, url, headers, raw, text: raw.toString('utf8'), at }
    received.push(one)
    response.on('close', () => options.ended?.(one, response.writableFinished))
    await give(response, once.shift() ?? (await answering(one)))
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
    answer(how) {
      answering = typeof how === 'function' ? how : () => how
    },
    answerOnce: (...answers) => void once.push(...answers),
    forget: () => void received.splice(0),
    close() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      return closed
    },
  }
}

type Response = Parameters<NonNullable<Parameters<typeof createServer>[1]>>[1]

/** The whole body, or null if the sender broke off. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer)
  } catch {
    return null
  }
  return Buffer.concat(chunks)
}

async function give(response: Response, answer: ReceiverAnswer): Promise<void> {
  const { status = 200, headers = {}, body = '', delayMs = 0, fault } = answer
  if (delayMs > 0) await sleep(delayMs, null, { ref: false })
  if (fault === 'hang' || response.destroyed) return
  if (fault === 'reset') return void response.socket?.resetAndDestroy()
  response.writeHead(status, headers)
  if (fault !== 'stall') return void response.end(body)
  response.flushHeaders()
  response.write(body)
}
