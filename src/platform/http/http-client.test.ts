/** Attempts at regular and malicious receivers: contract/events.md §6.6, §8.1 and §11. */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { listen, rawReceiver } from '../../../test/support/webhook-receiver/receivers.ts'
import { SettableClock } from '../clock.ts'
import { addressGuard } from './address-guard.ts'
import { type Call, type HttpClientOptions, httpClient } from './http-client.ts'
import { toSnippet } from './http-outcome.ts'
import { nameResolver } from './resolve-host.ts'

const clock = new SettableClock('2026-05-20T15:00:00Z')
const standard: HttpClientOptions = {
  guard: addressGuard(['127.0.0.0/8']),
  resolve: nameResolver(),
  clock,
  userAgent: 'Test/1',
  extraCa: [],
  proxy: null,
}

function openClient(options: Partial<HttpClientOptions> = {}) {
  const client = httpClient({ ...standard, ...options })
  after(() => client.close())
  return client
}

const client = openClient()
const at = (port: number, path = '/') => `http://127.0.0.1:${port}${path}`
const post = (url: string, call: Partial<Call & { body: string }> = {}, from = client) =>
  from.post({ url, headers: {}, body: '{}', timeoutMs: 10_000, ...call })

type Handler = (request: IncomingMessage, response: ServerResponse) => void
const receiver = (handler: Handler) => listen(createServer(handler))
const responding = (status: number, headers = {}) =>
  receiver((_, response) => response.writeHead(status, headers).end('said'))

describe('a request', () => {
  it('is sent unchanged, including path and query', async () => {
    let received: [IncomingMessage, string] | undefined
    const port = await receiver(async (request, response) => {
      received = [request, String(await buffer(request))]
      response.end()
    })
    const headers = { 'content-type': 'application/json', authorization: 'Basic eDp5' }
    const path = '/%7Ea/../b//?token=a%2Fb+c&{é}'
    const attempt = await post(at(port, path), { headers, body: '{"a":"é"}' })
    assert.equal(attempt.outcome, 'SUCCESS')
    const [request, body] = received!
    assert.equal(body, '{"a":"é"}')
    assert.equal(request.url, '/%7Ea/../b//?token=a%2Fb+c&{%C3%A9}')
    assert.deepEqual(request.headers, {
      host: `127.0.0.1:${port}`,
      connection: 'keep-alive',
      'user-agent': 'Test/1',
      accept: '*/*',
      'content-length': '10',
      ...headers,
    })
  })

  it('needs no path', async () => {
    const port = await receiver((request, response) => response.end(request.url))
    assert.equal(String((await post(at(port, '?x=1'))).body), '/?x=1')
    assert.equal(String((await post(at(port, ''))).body), '/')
  })

  it('reuses a connection', async () => {
    const ports = new Set<number | undefined>()
    const port = await receiver((request, response) => {
      ports.add(request.socket.remotePort)
      response.end('x')
    })
    for (let i = 0; i < 20; i++) await post(at(port))
    assert.ok(ports.size <= 2, 'the next request may come before the last is quite over')
  })

  it('ignores the proxies of the environment', async () => {
    const proxy = await responding(200)
    process.env.http_proxy = at(proxy)
    after(() => delete process.env.http_proxy)
    assert.equal((await post(at(await responding(418)), {}, openClient())).status, 418)
  })
})

describe('a response', () => {
  const outcomes: [status: number, outcome: string][] = [
    [200, 'SUCCESS'],
    [204, 'SUCCESS'],
    [299, 'SUCCESS'],
    [300, 'REDIRECT'],
    [304, 'REDIRECT'],
    [400, 'HTTP_ERROR'],
    [410, 'HTTP_ERROR'],
    [503, 'HTTP_ERROR'],
    [599, 'HTTP_ERROR'],
  ]
  for (const [status, outcome] of outcomes) {
    it(`${status} has the outcome ${outcome}`, async () => {
      const attempt = await post(at(await responding(status)))
      assert.deepEqual([attempt.outcome, attempt.status], [outcome, status])
      assert.equal(attempt.errorMessage, null)
    })
  }

  it('is returned with its headers, its body and its duration', async () => {
    const headers = { 'X-One': 'a', 'set-cookie': ['b=1', 'c=2'], __proto__: null }
    const attempt = await post(at(await responding(500, headers)))
    assert.partialDeepStrictEqual(attempt.headers, { 'x-one': 'a', 'set-cookie': 'b=1, c=2' })
    assert.equal(String(attempt.body), 'said')
    assert.equal(attempt.isBodyComplete, true)
    assert.deepEqual(attempt.startedAt, clock.now())
    assert.ok(attempt.durationMs < 10_000)
  })

  it('may have a Retry-After', async () => {
    const port = await responding(503, { 'retry-after': '30' })
    const { retryAfter } = await post(at(port))
    assert.equal(retryAfter?.toISOString(), '2026-05-20T15:00:30.000Z')
  })

  it('with a redirect to a private address is not followed', async () => {
    let wasRequested = false
    const inside = await receiver((_, response) => {
      wasRequested = true
      response.end('secret')
    })
    const port = await responding(302, { location: at(inside) })
    const attempt = await post(at(port))
    assert.deepEqual([attempt.outcome, attempt.status], ['REDIRECT', 302])
    assert.equal(wasRequested, false)
  })

  it('is read up to a higher limit on request', async () => {
    const port = await receiver((_, response) => response.end(Buffer.alloc(3_000_000, 'x')))
    const call = { url: at(port), headers: {}, timeoutMs: 10_000 }
    const complete = await client.get({ ...call, bodyBytesMax: 3_000_000 })
    assert.deepEqual([complete.body.length, complete.isBodyComplete], [3_000_000, true])
    const truncated = await client.get({ ...call, bodyBytesMax: 2_999_999 })
    assert.deepEqual([truncated.body.length, truncated.isBodyComplete], [2_999_999, false])
  })
})

describe('a malicious receiver', () => {
  it('with an endless body is cut off after 16 KiB', async () => {
    let sent = 0
    let socket: Socket | undefined
    const port = await receiver((request, response) => {
      socket = request.socket
      const chunk = Buffer.alloc(65_536)
      const pour = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length
      }
      response.on('drain', pour)
      pour()
    })
    const attempt = await post(at(port))
    assert.equal(attempt.outcome, 'SUCCESS')
    assert.deepEqual([attempt.body.length, attempt.isBodyComplete], [16_384, false])
    await eventually(async () => socket?.destroyed === true)
    assert.ok(sent < 50_000_000)
  })

  it('with a slow body is a SUCCESS, cut off at the timeout', async () => {
    const port = await receiver((_, response) => {
      response.writeHead(200).write('drop')
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(timer))
    })
    const attempt = await post(at(port), { timeoutMs: 300 })
    assert.deepEqual([attempt.outcome, attempt.status], ['SUCCESS', 200])
    assert.equal(attempt.isBodyComplete, false)
    assert.match(String(attempt.body), /^drop\.+$/)
  })

  it('with a slow head is a TIMEOUT', async () => {
    const port = await rawReceiver(socket => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('a: b\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    const attempt = await post(at(port), { timeoutMs: 300 })
    assert.deepEqual([attempt.outcome, attempt.status], ['TIMEOUT', null])
    assert.equal(attempt.errorMessage, 'No response within 300 ms')
  })

  it('without a response is a TIMEOUT, and its connection is closed', async () => {
    let socket: Socket | undefined
    const port = await rawReceiver(accepted => {
      socket = accepted
    })
    assert.equal((await post(at(port), { timeoutMs: 100 })).outcome, 'TIMEOUT')
    await eventually(async () => socket?.destroyed === true)
  })

  it('with endless 103 responses is a TIMEOUT', async () => {
    const port = await rawReceiver(socket => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 5)
      socket.on('close', () => clearInterval(timer))
    })
    assert.equal((await post(at(port), { timeoutMs: 300 })).outcome, 'TIMEOUT')
  })
})

describe('a broken receiver', () => {
  const broken: [problem: string, respond: (socket: Socket) => void][] = [
    ['with a huge header', socket => socket.write(`HTTP/1.1 200 OK\r\na: ${'b'.repeat(99_999)}`)],
    ['with many headers', socket => socket.write(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(9_999)}`)],
    ['that resets', socket => socket.resetAndDestroy()],
    ['that hangs up', socket => socket.end()],
    ['that hangs up in the head', socket => socket.end('HTTP/1.1 200 OK\r\na:')],
    ['that speaks something else', socket => socket.end('220 mail.example ESMTP\r\n')],
    [
      'that upgrades',
      socket => socket.write('HTTP/1.1 101 x\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    ],
  ]
  for (const [problem, respond] of broken) {
    it(`${problem} is a CONNECTION_ERROR`, async () => {
      const attempt = await post(at(await rawReceiver(respond)))
      assert.deepEqual([attempt.outcome, attempt.status], ['CONNECTION_ERROR', null])
      assert.ok(attempt.errorMessage!.length > 0)
    })
  }

  it('with a truncated body is a SUCCESS', async () => {
    const head = 'HTTP/1.1 500 x\r\nContent-Length: 100\r\n\r\n'
    const attempt = await post(at(await rawReceiver(socket => socket.end(`${head}half`))))
    assert.deepEqual([attempt.outcome, attempt.status], ['HTTP_ERROR', 500])
    assert.deepEqual([toSnippet(attempt.body), attempt.isBodyComplete], ['half', false])
  })

  it('with a closed port is a CONNECTION_ERROR', async () => {
    const server = createServer()
    const port = await listen(server)
    await new Promise(resolve => server.close(resolve))
    assert.equal((await post(at(port))).outcome, 'CONNECTION_ERROR')
  })

  it('with a closed keep-alive connection gets a new one', async () => {
    const port = await receiver((request, response) => {
      response.end('x', () => request.socket.destroy())
    })
    for (let i = 0; i < 5; i++) {
      assert.equal((await post(at(port))).outcome, 'SUCCESS')
      await new Promise(resolve => setImmediate(resolve))
    }
  })
})

describe('an attempt', () => {
  it('ends when it is aborted, even before it has begun', async () => {
    const port = await rawReceiver(() => {})
    const abort = new AbortController()
    const { signal } = abort
    const pending = [1, 2, 3].map(() => post(at(port), { signal }))
    abort.abort(new Error('stopping'))
    for (const attempt of pending) await assert.rejects(attempt, /stopping/)
    await assert.rejects(post(at(port), { signal }), /stopping/)
  })

  it('at a refused address reveals nothing, not even its duration', async () => {
    const urls = ['http://10.0.0.1/', 'https://[::1]/', 'http://localhost/', 'https://a.local/']
    for (const url of [...urls, 'http://127.0.0.1:22/', 'http://0x0a.1/', 'ftp://127.0.0.1/']) {
      const attempt = await post(url)
      assert.partialDeepStrictEqual(attempt, { outcome: 'ADDRESS_REFUSED', durationMs: 0 })
      assert.deepEqual([attempt.status, attempt.headers, attempt.body.length], [null, {}, 0])
      assert.equal(attempt.errorMessage, 'The address is not allowed')
    }
  })

  it('over http is refused if only https is allowed', async () => {
    const strict = openClient({ guard: addressGuard(false) })
    const attempt = await post('http://1.1.1.1/', {}, strict)
    assert.equal(attempt.outcome, 'ADDRESS_REFUSED')
  })
})

describe('a response with a repeated header', () => {
  it('is incomplete if it is the content encoding', async () => {
    const port = await responding(200, { 'content-encoding': ['identity', 'gzip'] })
    const attempt = await client.get({
      url: at(port),
      headers: {},
      timeoutMs: 10_000,
      acceptsCompressed: true,
    })
    assert.deepEqual([attempt.status, attempt.isBodyComplete, attempt.body.length], [200, false, 0])
  })
})
