/** contract/general.md §7, §13: incomplete requests, and too many connections. */
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { readLimitCounts } from '../../src/platform/limits/limit-metrics.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({ REQUEST_TIMEOUT_MS: '1000', MAX_CONNECTIONS: '10' })
const { port } = new URL(server.url)
const sockets: Socket[] = []
after(() => {
  for (const socket of sockets) socket.destroy()
})

function open(): Socket {
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  return socket
}

describe('an incomplete request', () => {
  const head = 'POST /api/auth/oauth/authorize?x HTTP/1.1\r\nHost: x\r\n'
  const incompleteRequests = {
    body: `${head}Content-Length: 1000\r\n\r\nstep=`,
    headers: `${head}X-One: 1\r\n`,
  }
  for (const [what, sent] of Object.entries(incompleteRequests)) {
    it(`408 in its ${what}, and the connection is closed`, async () => {
      const before = readLimitCounts().get('request_time')!
      const socket = open()
      socket.write(sent)
      // A client that drips bytes is as slow as one that sends nothing.
      const drip = setInterval(() => socket.writable && socket.write('a'), 200)
      const response = await text(socket)
      clearInterval(drip)
      assert.match(response, /^HTTP\/1\.1 408 /)
      assert.match(response, /"code":"REQUEST_TIMEOUT"/)
      assert.equal(readLimitCounts().get('request_time'), before + 1)
    })
  }
})

describe('connections above the limit', () => {
  it('are closed, and counted', async () => {
    const before = readLimitCounts().get('connections')!
    const many = Array.from({ length: 14 }, open)
    await eventually(() => many.filter(({ destroyed }) => destroyed).length >= 4)
    assert.ok(readLimitCounts().get('connections')! >= before + 4)
    for (const socket of many) socket.destroy()
    await eventually(async () => {
      return fetch(`${server.url}/healthz`).then(
        ({ status }) => status === 200,
        () => false,
      )
    })
  })
})
