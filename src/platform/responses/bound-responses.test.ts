/** Responses whose clients read slowly or not at all: docs/decisions/0062-response-spooling.md. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { eventually } from '../../../test/support/eventually.ts'
import { withErrorListener } from '../io/with-error-listener.ts'
import { readLimitCounts } from '../limits/limit-metrics.ts'
import { openPlatformMetrics } from '../metrics/metrics.ts'
import { createServer } from '../rest/server.ts'
import { UnsentBytes } from './unsent-bytes.ts'

const mebibyte = 1_048_576
const stalledMs = 1_000
const bodyText = (mib: number) =>
  JSON.stringify(['Bärenhütte '.repeat(Math.ceil((mib * mebibyte) / 13))])

/** Starts a server that closes stalled connections. */
async function serve(stalledMs: number) {
  const unsent = new UnsentBytes(160, { stalledMs, memoryBytesMax: 16 * mebibyte })
  const settings = { logLevel: 'silent', hsts: null, trustProxy: ['127.0.0.1'], corsOrigins: [] }
  const app = await createServer({ ...settings, unsent, metrics: openPlatformMetrics() })
  const send = (request: FastifyRequest, reply: FastifyReply) =>
    reply.type('application/json').send(bodyText(Number((request.params as Mib).mib)))
  app.get('/body/:mib', async (request, reply) => send(request, reply))
  app.post('/body/:mib', async (request, reply) => send(request, reply.code(201)))
  app.get('/tagged', async (_request, reply) =>
    reply.headers({ etag: '"x"', 'content-encoding': 'gzip' }).send(Buffer.alloc(40 * mebibyte)),
  )
  app.get('/quiet', async (_request, reply) => {
    const chunks = async function* () {
      yield 'first '
      await sleep(stalledMs * 2.5)
      yield 'second'
    }
    return reply.type('text/plain').send(withErrorListener(Readable.from(chunks())))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  after(() => app.close())
  return { unsent, port: (app.server.address() as AddressInfo).port }
}

const { unsent, port } = await serve(600_000)
const url = `http://127.0.0.1:${port}`
interface Mib {
  mib: string
}

const of = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })

/** The status of a response of 12 MiB that is read to its end. */
async function readStatus(ip: string, method = 'GET'): Promise<number> {
  const response = await fetch(`${url}/body/12`, { method, ...of(ip) })
  await response.arrayBuffer()
  return response.status
}

/** A request whose response is not read. */
function unread(path: string, ip: string, at = port): Socket {
  const socket = connect(at, '127.0.0.1').on('error', () => {})
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${ip}\r\n\r\n`)
  return socket
}

const readCode = (body: unknown) => (body as { code: string }).code
const isIdle = () => unsent.load.all === 0 && unsent.load.memory === 0

describe('a response', () => {
  for (const mib of [1, 7, 30]) {
    it(`sends ${mib} MiB completely with its length, and stops counting it`, async () => {
      const response = await fetch(`${url}/body/${mib}`, {
        headers: { 'accept-encoding': 'identity' },
      })
      const text = await response.text()
      assert.equal(text, bodyText(mib))
      assert.equal(response.headers.get('content-length'), String(Buffer.byteLength(text)))
      await eventually(isIdle)
      const zipped = await fetch(`${url}/body/${mib}`)
      assert.equal(zipped.headers.get('content-encoding'), 'gzip')
      assert.equal(await zipped.text(), text)
      await eventually(isIdle)
      const { headers } = await fetch(`${url}/body/${mib}`, { method: 'HEAD' })
      assert.equal(headers.get('content-encoding'), null)
      await eventually(isIdle)
    })
  }

  it('stores more than 8 MiB in a file for a client that does not read', async () => {
    const sockets = [unread('/body/30', '10.0.0.1'), unread('/body/7', '10.0.0.2')]
    await eventually(() => unsent.load.all > 37 * mebibyte)
    assert.ok(unsent.load.memory < 8 * mebibyte)
    for (const socket of sockets) socket.destroy()
    await eventually(isIdle)
  })

  it('uses a file when too much is in memory already', async () => {
    const sockets = [1, 2, 3, 4].map(i => unread('/body/7', `10.0.1.${i}`))
    await eventually(() => unsent.load.all > 28 * mebibyte)
    assert.ok(unsent.load.memory <= 16 * mebibyte)
    for (const socket of sockets) socket.destroy()
    await eventually(isIdle)
  })
})

describe('unsent bytes', () => {
  it('429: limits a client to a quarter, while other clients get responses', async () => {
    const socket = unread('/body/30', '10.0.2.1')
    await eventually(() => unsent.load.all > 30 * mebibyte)
    const before = readLimitCounts().get('unsent_bytes_each')!
    const refused = await fetch(`${url}/body/12`, of('10.0.2.1'))
    assert.deepEqual(
      [refused.status, refused.headers.get('retry-after'), readCode(await refused.json())],
      [429, '5', 'RATE_LIMITED'],
    )
    assert.equal(readLimitCounts().get('unsent_bytes_each'), before + 1)
    assert.equal(await readStatus('10.0.2.2'), 200)
    socket.destroy()
    await eventually(isIdle)
    assert.equal(await readStatus('10.0.2.1'), 200)
  })

  it('503: limits the bytes of all clients', async () => {
    const sockets = [1, 2, 3, 4, 5].map(i => unread('/body/30', `10.0.3.${i}`))
    await eventually(() => unsent.load.all > 150 * mebibyte)
    const refused = await fetch(`${url}/body/30`, of('10.0.3.9'))
    assert.deepEqual(
      [refused.status, refused.headers.get('retry-after'), readCode(await refused.json())],
      [503, '5', 'SERVICE_UNAVAILABLE'],
    )
    for (const socket of sockets) socket.destroy()
    await eventually(isIdle)
  })

  it('omits headers of the unsent body from the error', async () => {
    const refused = await fetch(`${url}/tagged`, of('10.0.4.1'))
    // The limit per client is 40 MiB.
    assert.equal(refused.status, 200)
    await refused.body!.cancel()
    await eventually(isIdle)
    const socket = unread('/body/7', '10.0.4.2')
    await eventually(() => unsent.load.all > 0)
    const { status, headers } = await fetch(`${url}/tagged`, of('10.0.4.2'))
    assert.deepEqual(
      [status, headers.get('etag'), headers.get('content-encoding'), headers.get('cache-control')],
      [429, null, null, 'no-store'],
    )
    socket.destroy()
    await eventually(isIdle)
  })

  it('always sends the response to a write', async () => {
    const socket = unread('/body/30', '10.0.5.1')
    await eventually(() => unsent.load.all > 30 * mebibyte)
    assert.equal(await readStatus('10.0.5.1', 'POST'), 201)
    socket.destroy()
    await eventually(isIdle)
  })
})

const strict = await serve(stalledMs)

describe('a connection', () => {
  for (const path of ['/body/7', '/body/30']) {
    it(`closes when its client reads nothing of ${path}`, async () => {
      const before = readLimitCounts().get('response_stalled')!
      const socket = unread(path, '10.0.6.1', strict.port)
      await eventually(() => strict.unsent.load.all > 0)
      await eventually(() => strict.unsent.load.all === 0)
      assert.equal(readLimitCounts().get('response_stalled'), before + 1)
      socket.destroy()
    })
  }

  it('stays open when nothing is unsent', async () => {
    const response = await fetch(`http://127.0.0.1:${strict.port}/quiet`)
    assert.equal(await response.text(), 'first second')
  })

  it('stays open when its client reads slowly', async () => {
    const socket = connect(strict.port, '127.0.0.1')
    socket.write('GET /body/7 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    let bytes = 0
    socket.on('data', chunk => {
      bytes += chunk.length
      socket.pause()
      setTimeout(() => socket.resume(), 10)
    })
    await once(socket, 'close')
    assert.ok(bytes > Buffer.byteLength(bodyText(7)))
  })
})
