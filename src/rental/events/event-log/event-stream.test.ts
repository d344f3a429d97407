/** Tests of long polls and event streams: contract/events.md §10. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emitTestEvents, framesFrom } from '../../../../test/fixtures/events/events.ts'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { startServer } from '../../../../test/support/server.ts'

const pace = { pollMs: 20, pingMs: 60, renewMs: 100 }
const server = await startServer({}, { pace })
// The rate limit counts requests, so that a test can wait for them.
const stopping = await startServer({ RATE_LIMIT_PER_HOUR: '16' }, { pace: { pollMs: 20 } })
const brief = await startServer({}, { pace: { pollMs: 20, streamMs: 2_000 } })

async function makeCase(on = server) {
  const { agencyUid, key } = await makeAgency(on)
  return { agencyUid, key, propertyUid: await makeProperty(on, agencyUid) }
}

type Case = Awaited<ReturnType<typeof makeCase>>

const emitEvent = ({ agencyUid, propertyUid }: Case, on = server) =>
  emitTestEvents(on, agencyUid, [{ type: 'UPDATED_PROPERTY', keys: { property_uid: propertyUid } }])

const poll = (key: string, query: string) =>
  server.request('GET', `/api/v3.3/events?${query}`, { key })

const follow = (key: string, options: { query?: string; headers?: object } = {}, on = server) => {
  const headers = { 'x-hostfully-apikey': key, accept: 'text/event-stream', ...options.headers }
  return framesFrom(`${on.url}/api/v3.3/events?${options.query ?? ''}`, headers)
}

describe('wait', () => {
  it('200: responds as soon as another process has committed', async () => {
    const it = await makeCase()
    const response = poll(it.key, 'wait=30')
    await emitEvent(it)
    const { status, body } = await response
    assert.deepEqual([status, body.events.length, body.nextAfter], [200, 1, 1])
  })

  it('200: skips filtered events, and returns an empty list after the timeout', async () => {
    const it = await makeCase()
    const response = poll(it.key, 'wait=0.4&eventTypes=HOTEL_UPDATED')
    await emitEvent(it)
    const { body } = await response
    assert.deepEqual([body.events, body.nextAfter, body.latestSeq], [[], 1, 1])
  })

  it('200: holds no connection of the database', async () => {
    const it = await makeCase()
    const otherCases = await Promise.all(Array.from({ length: 6 }, () => makeCase()))
    const keys = [it, ...otherCases].flatMap(({ key }) => Array.from({ length: 5 }, () => key))
    const waiting = keys.map(key => poll(key, 'wait=30'))
    const responses = await Promise.all(Array.from({ length: 20 }, () => poll(it.key, 'after=0')))
    assert.ok(responses.every(({ status }) => status === 200))
    for (const one of [it, ...otherCases]) await emitEvent(one)
    const received = await Promise.all(waiting)
    assert.ok(received.every(({ body }) => body.events.length === 1))
  })

  it('429: rejects more than 5 concurrent polls of one credential', async () => {
    const it = await makeCase()
    const waiting = Array.from({ length: 6 }, () => poll(it.key, 'wait=30'))
    const { status, headers, body } = await Promise.race(waiting)
    assert.deepEqual([status, body.code, body.limit], [429, 'RATE_LIMITED', 5])
    assert.equal(headers.get('retry-after'), '1')
    assert.equal((await poll(it.key, 'wait=1')).status, 429)
    assert.equal((await poll(it.key, '')).status, 200)
    await emitEvent(it)
    await Promise.all(waiting)
    assert.equal((await poll(it.key, 'wait=1')).status, 200)
  })

  it('ends when the client disconnects', async () => {
    const it = await makeCase()
    const abort = new AbortController()
    const url = `${server.url}/api/v3.3/events?wait=30`
    const headers = { 'x-hostfully-apikey': it.key }
    const waiting = Array.from({ length: 6 }, () => fetch(url, { headers, signal: abort.signal }))
    assert.equal((await Promise.race(waiting)).status, 429)
    abort.abort()
    await Promise.allSettled(waiting)
    await eventually(async () => (await poll(it.key, 'wait=0.01')).status === 200)
  })
})

describe('a stream', () => {
  it('200: sends stored and new events, and pings', async () => {
    const it = await makeCase()
    await emitEvent(it)
    const stream = await follow(it.key)
    assert.equal(stream.headers.get('content-type'), 'text/event-stream')
    assert.equal(stream.headers.get('x-ratelimit-remaining'), '9999')
    assert.deepEqual(await stream.next(), { retry: '2000' })
    const first = await stream.next()
    assert.deepEqual([first.id, first.event], ['1', 'UPDATED_PROPERTY'])
    const [event] = (await poll(it.key, '_limit=1')).body.events
    assert.deepEqual(JSON.parse(first.data!), event)
    assert.deepEqual(await stream.next(), { '': 'ping', event: 'ping', data: '{}' })
    await emitEvent(it)
    assert.equal((await stream.nextEvent()).id, '2')
    stream.close()
  })

  it('200: continues after Last-Event-ID, which takes precedence over after', async () => {
    const it = await makeCase()
    for (let i = 0; i < 3; i++) await emitEvent(it)
    const stream = await follow(it.key, { query: 'after=0', headers: { 'last-event-id': '2' } })
    assert.equal((await stream.nextEvent()).id, '3')
    stream.close()
  })

  it('200: sends a partner the last scanned position', async () => {
    const it = await makeCase()
    const hidden = { ...it, propertyUid: await makeProperty(server, it.agencyUid) }
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid: it.agencyUid, partnerUid, objectUid: it.propertyUid })
    const token = await makeToken(server, partnerUid, it.agencyUid)
    await emitEvent(it)
    await emitEvent(hidden)
    const stream = await follow(token)
    assert.equal((await stream.nextEvent()).id, '1')
    assert.deepEqual(await stream.nextEvent(), {
      id: '2',
      event: 'cursor',
      data: '{"nextAfter":2}',
    })
    stream.close()
  })

  const refused: [string, object, string, number, string][] = [
    ['a position ahead of the log', { 'last-event-id': '9' }, '', 400, 'INVALID_PARAMETER'],
    ['an id that is not a position', { 'last-event-id': 'x' }, '', 400, 'INVALID_PARAMETER'],
    ['an unknown type', {}, 'eventTypes=X', 400, 'INVALID_ENUM_VALUE'],
  ]
  for (const [what, headers, query, status, code] of refused) {
    it(`${status}: ${what} is refused as JSON`, async () => {
      const { key } = await makeCase()
      const stream = await follow(key, { headers, query })
      assert.deepEqual([stream.status, (await stream.json()).code], [status, code])
    })
  }
})

describe('the end of the server', () => {
  it('is not delayed by long polls and streams, which end normally', async () => {
    const it = await makeCase(stopping)
    const path = '/api/v3.3/events?wait=30'
    const waiting = stopping.request('GET', path, { key: it.key })
    const stream = await follow(it.key, {}, stopping)
    assert.deepEqual(await stream.next(), { retry: '2000' })
    const counted = stopping.database.kysely.selectFrom('rate_windows').select('used')
    await eventually(async () => (await counted.executeTakeFirst())?.used === 2)
    await Promise.all([stopping.stop(), stream.end()])
    const { status, body } = await waiting
    assert.deepEqual([status, body.events], [200, []])
  })
})

describe('the end of a stream', () => {
  it('comes when the key is revoked', async () => {
    const it = await makeCase()
    const stream = await follow(it.key)
    await server.database.kysely
      .updateTable('api_keys')
      .set({ revoked_at: server.clock.now() })
      .where('agency_uid', '=', it.agencyUid)
      .execute()
    await stream.end()
  })

  it('comes when the last grant has ended', async () => {
    const it = await makeCase()
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid: it.agencyUid, partnerUid, objectUid: it.propertyUid })
    const stream = await follow(await makeToken(server, partnerUid, it.agencyUid))
    await server.database.kysely
      .deleteFrom('grants')
      .where('agency_uid', '=', it.agencyUid)
      .where('partner_uid', '=', partnerUid)
      .execute()
    await stream.end()
  })

  it('comes after the maximum duration, and releases its slot', async () => {
    const { key } = await makeCase(brief)
    const streams = await Promise.all(Array.from({ length: 5 }, () => follow(key, {}, brief)))
    assert.equal((await follow(key, {}, brief)).status, 429)
    await Promise.all(streams.map(stream => stream.end()))
    const again = await follow(key, {}, brief)
    assert.equal(again.status, 200)
    await again.end()
  })

  it('200: HEAD returns the content type and opens no stream', async () => {
    const { key } = await makeCase()
    const headers = { 'x-hostfully-apikey': key, accept: 'text/event-stream' }
    for (let i = 0; i < 6; i++) {
      const response = await fetch(`${server.url}/api/v3.3/events`, { method: 'HEAD', headers })
      assert.deepEqual(
        [response.status, response.headers.get('content-type')],
        [200, 'text/event-stream'],
      )
    }
  })
})
