/** contract/general.md §6: sizes of requests. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { before, describe, it } from 'node:test'
import { makeAgency } from '../fixtures/rows.ts'
import { raw } from '../support/raw-http.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const kibibyte = 1_024
let key: string
let settings: string

before(async () => {
  const agency = await makeAgency(server)
  key = agency.key
  settings = `/api/v3.3/agencies/${agency.agencyUid}/settings`
})

const patch = (body: string) => server.request('PATCH', settings, { key, body })

/** Returns a JSON body of an exact number of bytes. */
function makeBody(bytes: number): string {
  const frame = '{"holdHours":5,"x":""}'
  return frame.replace('""', `"${'a'.repeat(bytes - frame.length)}"`)
}

describe('the body', () => {
  it('200 with 1 MiB', async () => {
    assert.equal((await patch(makeBody(kibibyte * kibibyte))).status, 200)
  })

  it('413 with one byte more', async () => {
    const { status, body } = await patch(makeBody(kibibyte * kibibyte + 1))
    assert.deepEqual([status, body.code, body.limit], [413, 'PAYLOAD_TOO_LARGE', 1_048_576])
  })

  it('413 for a chunked body without a length', async () => {
    const response = await raw(server, settings, {
      method: 'PATCH',
      headers: { 'x-hostfully-apikey': key, 'transfer-encoding': 'chunked' },
      body: makeBody(kibibyte * kibibyte + 1),
    })
    assert.deepEqual([response.status, response.body.code], [413, 'PAYLOAD_TOO_LARGE'])
  })

  const patient = { timeout: 20_000 }
  it('413 reaches a client that first sends everything', patient, async () => {
    const body = makeBody(16 * kibibyte * kibibyte)
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname).pause()
    const head = `PATCH ${settings} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n`
    const writing = Promise.withResolvers<void>()
    socket.on('error', writing.reject)
    socket.write(`${head}x-hostfully-apikey: ${key}\r\n\r\n${body}`, () => writing.resolve())
    await writing.promise
    const [response] = await once(socket.resume(), 'data')
    assert.match(String(response), /^HTTP\/1\.1 413 .*"code":"PAYLOAD_TOO_LARGE"/s)
    socket.destroy()
  })

  it('413 for a lead query, with its errors', async () => {
    const body = `{ __typename } #${'x'.repeat(kibibyte * kibibyte)}`
    const response = await server.request('POST', '/v2/leadsql', { key, body })
    assert.deepEqual([response.status, response.body.code], [413, 'PAYLOAD_TOO_LARGE'])
    assert.equal(response.body.errors[0].extensions.code, 'PAYLOAD_TOO_LARGE')
  })
})

describe('JSON', () => {
  const nested = (depth: number) => {
    const inner = depth - 1
    return `{"holdHours":6,"x":${'['.repeat(inner)}${']'.repeat(inner)}}`
  }

  it('200 when 32 deep', async () => {
    const { status, body } = await patch(nested(32))
    assert.deepEqual([status, body.agencySettings.holdHours], [200, 6])
  })

  it('400 when 33 deep', async () => {
    const { status, body } = await patch(nested(33))
    assert.deepEqual([status, body.code], [400, 'MALFORMED_BODY'])
  })

  it('200 with many brackets in a text', async () => {
    assert.equal((await patch(`{"holdHours":6,"x":"${'[{'.repeat(50)}\\"[["}`)).status, 200)
  })

  it('400, quickly, with a body of brackets only', async () => {
    assert.equal((await patch('['.repeat(1_000_000))).status, 400)
  })
})

describe('the URL', () => {
  const path = (bytes: number) => {
    const start = '/api/v3.3/agencies?x='
    return start + 'a'.repeat(bytes - start.length)
  }
  const get = (path: string) => raw(server, path, { headers: { 'x-hostfully-apikey': key } })

  it('200 with 32 KiB', async () => {
    assert.equal((await get(path(32 * kibibyte))).status, 200)
  })

  it('414 with one byte more', async () => {
    const { status, body } = await get(path(32 * kibibyte + 1))
    assert.deepEqual([status, body.code, body.limit], [414, 'URI_TOO_LONG', 32_768])
  })

  it('200 with 500 uids', async () => {
    const uids = Array.from({ length: 500 }, () => randomUUID()).join()
    assert.equal((await get(`/api/v3.3/leads?leadUids=${uids}`)).status, 200)
  })
})

describe('the headers', () => {
  const get = (bytes: number) =>
    raw(server, '/api/v3.3/agencies', {
      headers: { 'x-hostfully-apikey': key, 'x-padding': 'a'.repeat(bytes) },
    })

  it('200 with 31 KiB', async () => {
    assert.equal((await get(31 * kibibyte)).status, 200)
  })

  for (const size of [33, 60, 80, 200]) {
    it(`431 with ${size} KiB`, async () => {
      const { status, body, headers } = await get(size * kibibyte)
      assert.deepEqual([status, body.code, body.limit], [431, 'HEADERS_TOO_LARGE', 32_768])
      assert.match(headers['x-trace-id'] as string, /^[0-9a-f-]{36}$/)
    })
  }
})
