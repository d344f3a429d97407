/** The proxies of deploy/ in front of a server: docs/reference/proxy.md. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { emitTestEvents } from '../fixtures/events/events.ts'
import { makeManager, password } from '../fixtures/oauth.ts'
import { makeAgency, makeLead, makeProperty } from '../fixtures/rows.ts'
import { Logs } from '../support/logs.ts'
import { startServer } from '../support/server.ts'
import type { Cleanup } from '../support/temporary.ts'
import {
  host,
  openThrough,
  type Ports,
  proxyKinds,
  startProxy,
  through,
  wrongHost,
} from './proxies.ts'
import { isInstalled } from './samples.ts'

const logs = new Logs()
const settings = { PUBLIC_URL: `https://${host}`, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'info' }
const server = await startServer(settings, { logTo: logs, pace: { pollMs: 20 } })
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const email = `grace@${agencyUid}.example`
await makeManager(server, agencyUid, { email })

const cleanup: Cleanup = { add: undo => after(undo) }
const mebibyte = 1_048_576
const credential = { 'x-hostfully-apikey': key }

const signIn = (proxy: Ports, origin: string) =>
  through(proxy, '/console/sign-in', {
    method: 'POST',
    name: new URL(origin).hostname,
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ email, password, next: '/console/account' })),
  })

/** Sends a message whose body has exactly this size. */
async function postMessage(proxy: Ports, bytes: number) {
  const leadUid = await makeLead(server, agencyUid, { property_uid: propertyUid, email })
  const body = { type: 'EMAIL', leadUid, content: { text: 'Hi' }, filler: '' }
  body.filler = 'x'.repeat(bytes - JSON.stringify(body).length)
  const headers = { ...credential, 'content-type': 'application/json' }
  const options = { method: 'POST', headers, body: JSON.stringify(body) }
  return through(proxy, '/api/v3.3/messages', options)
}

for (const kind of proxyKinds) {
  const { name } = kind
  describe(name, { skip: !isInstalled(name) && `${name} is not installed` }, async () => {
    const proxy = await startProxy(cleanup, kind, server.url)
    it('signs in with a cookie that is bound to the host', async () => {
      const { status, headers } = await signIn(proxy, `https://${host}`)
      assert.deepEqual([status, headers.location], [303, '/console/account'])
      const cookie = String(headers['set-cookie'])
      assert.match(cookie, /^__Host-lodgepole=[^;]+; HttpOnly; Secure; SameSite=Lax; Path=\/;/)
      const page = await through(proxy, '/console/account', { headers: { cookie } })
      assert.equal(page.status, 200)
      assert.match(page.text, /Grace/)
    })

    it('explains a PUBLIC_URL that is not the address in the browser', async () => {
      const { status, text } = await signIn(proxy, `https://${wrongHost}`)
      assert.equal(status, 403)
      assert.match(text, new RegExp(`only accepts forms from https://${host}\\..*PUBLIC_URL`, 's'))
    })

    it('redirects http to the same address with https', async () => {
      const path = '/console/reservations?view=mine'
      const { status, headers } = await through(proxy, path, { plain: true })
      assert.deepEqual([status, headers.location], [308, `https://${host}${path}`])
    })

    testTransport(proxy)
  })
}

function testTransport(proxy: Ports): void {
  it('forwards a stream of events at once', async () => {
    const headers = { ...credential, accept: 'text/event-stream' }
    const { status, body } = await openThrough(proxy, '/api/v3.3/events', { headers })
    assert.equal(status, 200)
    const opened = performance.now()
    await emitTestEvents(server, agencyUid, [
      { type: 'UPDATED_PROPERTY', keys: { property_uid: propertyUid } },
    ])
    let text = ''
    for await (const chunk of body) {
      text += chunk
      if (text.includes('UPDATED_PROPERTY')) break
    }
    const ms = performance.now() - opened
    assert.ok(ms < 5_000, `${ms} ms`)
  })

  it('passes a message of 28 MiB, and the error that refuses a larger one', async () => {
    const largest = await postMessage(proxy, 28 * mebibyte)
    assert.equal(largest.status, 201, largest.text)
    const large = await postMessage(proxy, 29 * mebibyte)
    assert.deepEqual([large.status, JSON.parse(large.text).limit], [413, 28 * mebibyte])
  })

  it('passes URLs of 32 KiB', async () => {
    const path = `/api/v3.3/leads?agencyUid=${agencyUid}&unknown=${'x'.repeat(32_000)}`
    const { status } = await through(proxy, path, { headers: credential })
    assert.equal(status, 200)
  })

  it('tells the address of a client, whatever the client claims', async () => {
    const claims: Record<string, string>[] = [{}, { 'x-forwarded-for': '203.0.113.9, 127.0.0.1' }]
    for (const claim of claims) {
      const uid = crypto.randomUUID()
      const headers = { ...credential, ...claim, 'x-trace-id': uid }
      await through(proxy, '/api/v3.3/agencies', { headers, from: '127.0.0.2' })
      const entry = logs.entries.find(({ reqId, msg }) => reqId === uid && msg === 'answered')
      assert.equal(entry.ip, '127.0.0.2')
    }
  })

  it('hides the metrics', async () => {
    assert.equal((await server.request('GET', '/metrics')).status, 200)
    for (const path of ['/metrics', '/metrics/', '//metrics', '/%6detrics', '/metrics?x']) {
      const { status, text } = await through(proxy, path)
      assert.equal(status, 404, path)
      assert.doesNotMatch(text, /lodgepole_/)
    }
  })
}
