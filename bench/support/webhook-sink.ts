// A receiver of webhooks that only counts, a process of its own: several ports, each a destination.
// It answers after as many milliseconds as the path says.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What its parent asks: to tell when a tenth, and all, of so many requests have come. */
interface Expected {
  requests: number
  /** Counts only requests of this path; none: all. */
  path?: string | undefined
}

/** What it answers. */
export type SinkMessage =
  | { kind: 'ready'; urls: string[] }
  | { kind: 'begun' }
  | ({ kind: 'done' } & Arrivals)

export interface Arrivals {
  /** From the first tenth on. */
  perSecond: number
  /** How many that are. */
  measured: number
  /** How many events came, each counted once per port. */
  distinct: number
  /** The last request, as far as it does not depend on the connection. */
  body: string
  headers: Record<string, string>
  /** When each event first came, in milliseconds since 1970. */
  at: Record<string, number>
}

const ports = Number(process.env.PORTS)
let requests = 0
let path: string | undefined
let begunAfter = 0
let count = 0
let begunAt = 0
let firsts = new Map<string, number>()

function tell(message: SinkMessage): void {
  process.send?.(message)
}

const ofConnection = new Set(['host', 'connection', 'content-length'])

function note(port: number, request: IncomingMessage, body: string): void {
  if (path !== undefined && request.url !== path) return
  const now = performance.timeOrigin + performance.now()
  const key = `${port} ${request.headers['webhook-id']}`
  if (!firsts.has(key)) firsts.set(key, now)
  count += 1
  if (count === begunAfter) {
    begunAt = now
    tell({ kind: 'begun' })
  }
  if (count !== requests) return
  const measured = requests - begunAfter
  const perSecond = (measured * 1_000) / (now - begunAt)
  const kept = Object.entries(request.headers).filter(([name]) => !ofConnection.has(name))
  const headers = Object.fromEntries(kept) as Record<string, string>
  const at = Object.fromEntries(Array.from(firsts, ([key, at]) => [key.split(' ')[1], at]))
  tell({ kind: 'done', perSecond, measured, distinct: firsts.size, body, headers, at })
}

process.on('message', (expected: Expected) => {
  requests = expected.requests
  path = expected.path
  begunAfter = Math.ceil(requests / 10)
  count = 0
  firsts = new Map()
})

const listening = Array.from({ length: ports }, async (_, port) => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const ms = Number(request.url?.slice(1).split('?')[0])
      if (ms > 0) setTimeout(() => response.end(), ms)
      else response.end()
      note(port, request, Buffer.concat(chunks).toString())
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
tell({ kind: 'ready', urls: await Promise.all(listening) })
