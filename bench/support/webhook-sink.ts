// Process of a receiver that only counts requests, on several ports, each a destination. The path
// is the delay of the response in milliseconds.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Message of the parent: report when a tenth, and all, of so many requests have arrived. */
interface Expected {
  requests: number
  /** Counts only requests of this path; none: all. */
  path?: string | undefined
}

export type SinkMessage =
  | { kind: 'ready'; urls: string[] }
  | { kind: 'begun' }
  | ({ kind: 'done' } & Arrivals)

export interface Arrivals {
  /** Requests per second after the first tenth. */
  perSecond: number
  /** Number of requests after the first tenth. */
  measured: number
  /** Number of received events, each counted once per port. */
  distinct: number
  /** Body of the last request. */
  body: string
  /** Headers of the last request, except those of the connection. */
  headers: Record<string, string>
  /** First arrival of each event by uid, in milliseconds since 1970. */
  at: Record<string, number>
}

const ports = Number(process.env.PORTS)
let requests = 0
let path: string | undefined
let begunAfter = 0
let count = 0
let begunAt = 0
let arrivedAt = new Map<string, number>()

function report(message: SinkMessage): void {
  process.send?.(message)
}

const connectionHeaders = new Set(['host', 'connection', 'content-length'])

function record(port: number, request: IncomingMessage, body: string): void {
  if (path !== undefined && request.url !== path) return
  const now = performance.timeOrigin + performance.now()
  const key = `${port} ${request.headers['webhook-id']}`
  if (!arrivedAt.has(key)) arrivedAt.set(key, now)
  count += 1
  if (count === begunAfter) {
    begunAt = now
    report({ kind: 'begun' })
  }
  if (count !== requests) return
  const measured = requests - begunAfter
  const perSecond = (measured * 1_000) / (now - begunAt)
  const pairs = Object.entries(request.headers).filter(([name]) => !connectionHeaders.has(name))
  const headers = Object.fromEntries(pairs) as Record<string, string>
  const at = Object.fromEntries(Array.from(arrivedAt, ([key, at]) => [key.split(' ')[1], at]))
  report({ kind: 'done', perSecond, measured, distinct: arrivedAt.size, body, headers, at })
}

process.on('message', (expected: Expected) => {
  requests = expected.requests
  path = expected.path
  begunAfter = Math.ceil(requests / 10)
  count = 0
  arrivedAt = new Map()
})

const listening = Array.from({ length: ports }, async (_, port) => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const ms = Number(request.url?.slice(1).split('?')[0])
      if (ms > 0) setTimeout(() => response.end(), ms)
      else response.end()
      record(port, request, Buffer.concat(chunks).toString())
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
report({ kind: 'ready', urls: await Promise.all(listening) })
