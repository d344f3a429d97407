/** Requirements of RFC 9110 and RFC 9112 for every server: contract/general.md §1, §10. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { eventually } from '../support/eventually.ts'
import { Logs } from '../support/logs.ts'
import { raw } from '../support/raw-http.ts'
import { startServer } from '../support/server.ts'

const logs = new Logs()
const logTo = { write: (text: string) => logs.write(text) }
const server = await startServer({ LOG_LEVEL: 'debug' }, { logTo })
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const headers = { 'x-hostfully-apikey': key }

/** Sends raw bytes, and returns the response until the connection ends. */
async function wire(text: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.write(text)
  let response = ''
  for await (const chunk of socket) response += chunk
  return response
}

const parseStatus = (response: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1])

describe('a request that its client ends within the body', () => {
  it('is neither an error of the server nor of the database', async () => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    // The operation needs no credential, and the body is read from the start.
    const lines = ['POST /console/sign-in HTTP/1.1', 'Host: a', 'Expect: 100-continue']
    socket.write([...lines, 'Content-Length: 100', '', ''].join('\r\n'))
    await once(socket, 'data')
    socket.write('abc', () => socket.destroy())
    const listEntries = () => logs.entries.filter(({ route }) => route === '/console/sign-in')
    await eventually(() => listEntries().length > 0)
    const [entry] = listEntries()
    assert.deepEqual([entry!.level, entry!.msg, entry!.code], [20, 'refused', 'MALFORMED_BODY'])
  })
})

describe('two Host lines', () => {
  for (const path of ['/docs', '/api/v3.3/leads']) {
    it(`400 at ${path}`, async () => {
      const response = await wire(
        `GET ${path} HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`,
      )
      assert.equal(parseStatus(response), 400)
    })
  }
})

describe('the absolute form of a target', () => {
  it('means its path', async () => {
    for (const [target, status] of [
      ['http://localhost:3000/healthz', 200],
      [`HTTPS://lodgepole.example/api/v3.3/properties/${propertyUid}`, 200],
      ['http://localhost:3000', 404],
      ['http://localhost:3000?x=1', 404],
    ] as const) {
      const lines = [`GET ${target} HTTP/1.1`, 'Host: a', `X-HOSTFULLY-APIKEY: ${key}`]
      const response = await wire([...lines, 'Connection: close', '', ''].join('\r\n'))
      assert.equal(parseStatus(response), status, target)
    }
    const body = '{"query":"{ __typename }"}'
    const lines = ['POST http://a/v2/leadsql HTTP/1.1', 'Host: a', `X-HOSTFULLY-APIKEY: ${key}`]
    const length = `Content-Length: ${body.length}`
    const response = await wire([...lines, length, 'Connection: close', '', body].join('\r\n'))
    assert.match(response, /"__typename":"leadQuery"/)
  })
})

describe('a 304 to HEAD', () => {
  for (const path of [`/api/v3.3/properties/${propertyUid}`, '/api/v3.3/openapi.json']) {
    it(`has no length at ${path.replace(propertyUid, '{uid}')}`, async () => {
      const full = await raw(server, path, { headers })
      const ifNoneMatch = { 'if-none-match': String(full.headers.etag) }
      for (const method of ['HEAD', 'GET']) {
        const response = await raw(server, path, {
          method,
          headers: { ...headers, ...ifNoneMatch },
        })
        assert.deepEqual([response.status, response.headers['content-length']], [304, undefined])
      }
      const head = await raw(server, path, { method: 'HEAD', headers })
      assert.deepEqual(
        [head.status, head.headers['content-length']],
        [200, full.headers['content-length']],
      )
    })
  }
})

describe('a method that a page does not have', () => {
  for (const [method, path, allow] of [
    ['POST', '/docs', 'GET, HEAD, OPTIONS'],
    ['PUT', '/p/x/y', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/console/sign-in', 'GET, HEAD, POST, OPTIONS'],
    ['PUT', '/calendar/x.ics', 'GET, HEAD, OPTIONS'],
  ] as const) {
    it(`405: ${method} ${path}`, async () => {
      const { status, headers } = await raw(server, path, { method })
      assert.equal(status, 405)
      assert.deepEqual(headers.allow!.split(', ').sort(), allow.split(', ').sort())
    })
  }

  it('204: OPTIONS names those that it has', async () => {
    const { status, headers } = await raw(server, '/console/sign-in', { method: 'OPTIONS' })
    assert.deepEqual([status, headers.allow?.includes('POST')], [204, true])
  })

  it('404: where nothing is', async () => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      assert.equal((await raw(server, '/nowhere', { method })).status, 404)
    }
  })
})
