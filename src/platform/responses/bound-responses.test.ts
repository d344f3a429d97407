/** Responses whose clients read slowly or not at all: docs/decisions/0062-response-spooling.md. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { eventually } from '../../../test/support/eventually.ts'
import { limitsReached } from '../limits/reached.ts'
import { openPlatformMetrics } from '../metrics.ts'
import { createServer } from '../rest/server.ts'
import { withErrorListener } from '../streams/with-error-listener.ts'
import { UnsentBytes } from './unsent-bytes.ts'

const mebibyte = 1_048_576
const stalledMs = 1_000
const bodyOf = (mib: number) =>
  JSON.stringify(['Bärenhütte '.repeat(Math.ceil((mib * mebibyte) / 13))])

/** A server whose connections are closed when nothing is taken for a time. */
async function serve(stalledMs: number) {
  const unsent = new UnsentBytes(160, { stalledMs, memoryBytesMax: 16 * mebibyte })
  const settings = { logLevel: 'silent', hsts: null, trustProxy: ['127.0.0.1'], corsOrigins: [] }
  const app = await createServer({ ...settings, unsent, metrics: openPlatformMetrics() })
  const send = (request: FastifyRequest, reply: FastifyReply) =>
    reply.type('application/json').send(bodyOf(Number((request.params as Mib).mib)))
  app.get('/body/:mib', async (request, reply) => send(request, reply))
  app.post('/body/:mib', async (request, reply) => send(request, reply.code(201)))
  app.get('/tagged', async (_request, reply) =>
    reply.headers({ etag: '"x"', 'content-encoding': 'gzip' }).send(Buffer.alloc(40 * mebibyte)),
  )
  app.get('/quiet', async (_request, reply) => {
    const words = async function* () {
      yield 'first '
      await sleep(stalledMs * 2.5)
      yield 'second'
    }
    return reply.type('text/plain').send(withErrorListener(Readable.from(words())))
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
async function statusOf(ip: string, method = 'GET'): Promise<number> {
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

const codeOf = (body: unknown) => (body as { code: string }).code
const isIdle = () => unsent.load.all === 0 && unsent.load.memory === 0

describe('a response', () => {
  for (const mib of [1, 7, 30]) {
    it(`of ${mib} MiB comes whole and with its length, and is counted no more`, async () => {
      const response = await fetch(`${url}/body/${mib}`, {
        headers: { 'accept-encoding': 'identity' },
      })
      const text = await response.text()
      assert.equal(text, bodyOf(mib))
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

  it('of more than 8 MiB waits in a file for a client that does not read', async () => {
    const sockets = [unread('/body/30', '10.0.0.1'), unread('/body/7', '10.0.0.2')]
    await eventually(() => unsent.load.all > 37 * mebibyte)
    assert.ok(unsent.load.memory < 8 * mebibyte)
    for (const socket of sockets) socket.destroy()
    await eventually(isIdle)
  })

  it('waits in a file when too much is in memory already', async () => {
    const sockets = [1, 2, 3, 4].map(i => unread('/body/7', `10.0.1.${i}`))
    await eventually(() => unsent.load.all > 28 * mebibyte)
    assert.ok(unsent.load.memory <= 16 * mebibyte)
    for (const socket of sockets) socket.destroy()
    await eventually(isIdle)
  })
})

describe('unsent bytes', () => {
  it('429 for a client with a quarter of all, while others are answered', async () => {
    const socket = unread('/body/30', '10.0.2.1')
    await eventually(() => unsent.load.all > 30 * mebibyte)
    const before = limitsReached().get('unsent_bytes_each')!
    const refused = await fetch(`${url}/body/12`, of('10.0.2.1'))
    assert.deepEqual(
      [refused.status, refused.headers.get('retry-after'), codeOf(await refused.json())],
      [429, '5', 'RATE_LIMITED'],
    )
    assert.equal(limitsReached().get('unsent_bytes_each'), before + 1)
    assert.equal(await statusOf('10.0.2.2'), 200)
    socket.destroy()
    await eventually(isIdle)
    assert.equal(await statusOf('10.0.2.1'), 200)
  })

  it('503 when all together are too many', async () => {
    const sockets = [1, 2, 3, 4, 5].map(i => unread('/body/30', `10.0.3.${i}`))
    await eventually(() => unsent.load.all > 150 * mebibyte)
    const refused = await fetch(`${url}/body/30`, of('10.0.3.9'))
    assert.deepEqual(
      [refused.status, refused.headers.get('retry-after'), codeOf(await refused.json())],
      [503, '5', 'SERVICE_UNAVAILABLE'],
    )
    for (const socket of sockets) socket.destroy()
    await eventually(isIdle)
  })

  it('a refusal has no header of the body that is not sent', async () => {
    const refused = await fetch(`${url}/tagged`, of('10.0.4.1'))
    // 40 MiB are just what one client may have.
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

  it('what has been written is told, whatever waits', async () => {
    const socket = unread('/body/30', '10.0.5.1')
    await eventually(() => unsent.load.all > 30 * mebibyte)
    assert.equal(await statusOf('10.0.5.1', 'POST'), 201)
    socket.destroy()
    await eventually(isIdle)
  })
})

const strict = await serve(stalledMs)

describe('a connection', () => {
  for (const path of ['/body/7', '/body/30']) {
    it(`is closed whose client takes nothing of ${path}`, async () => {
      const before = limitsReached().get('response_stalled')!
      const socket = unread(path, '10.0.6.1', strict.port)
      await eventually(() => strict.unsent.load.all > 0)
      await eventually(() => strict.unsent.load.all === 0)
      assert.equal(limitsReached().get('response_stalled'), before + 1)
      socket.destroy()
    })
  }

  it('stays open when it has nothing to take', async () => {
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
    assert.ok(bytes > Buffer.byteLength(bodyOf(7)))
  })
})
