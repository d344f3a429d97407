/** Tests of deliveries and replays: contract/events.md §9.5–§9.14. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { callsAnywhere, deliverDue } from '../../../../test/fixtures/webhooks.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { startServer } from '../../../../test/support/server.ts'
import { startReceiver } from '../../../../test/support/webhook-receiver/receiver.ts'
import { testSlots } from '../delivery-attempts/send-test.ts'

const server = await startServer(callsAnywhere)
const receiver = await startReceiver()

let key: string
let propertyUid: string
let uid: string

const call = (method: string, path: string, body?: unknown) =>
  server.request(method, `/api/v3.3${path}`, { key, ...(body === undefined ? {} : { body }) })
const hook = (method: string, path = '', body?: unknown) =>
  call(method, `/webhooks/${uid}${path}`, body)
const change = (name: string) => call('PATCH', `/properties/${propertyUid}`, { name })
const deliveries = async (query = '') => (await hook('GET', `/deliveries${query}`)).body.deliveries
const replay = (body: object) => hook('POST', '/replays', body)
const count = async (body: object) => {
  const { status, body: result } = await replay({ ...body, dryRun: true })
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(result.replay), ['matched'])
  return result.replay.matched
}

/** Returns the requests to this webhook; the receiver also gets those of others. */
const received = () =>
  receiver.received.filter(({ headers }) => headers['x-lodgepole-webhook-uid'] === uid)

beforeEach(async () => {
  const agency = await makeAgency(server)
  key = agency.key
  propertyUid = await makeProperty(server, agency.agencyUid)
  receiver.clear()
  receiver.respond({ status: 200 })
  await change('Before the webhook')
  const registration = { eventType: 'UPDATED_PROPERTY', callbackUrl: `${receiver.url}/hook` }
  uid = (await call('POST', '/webhooks', registration)).body.webhook.uid
})

/** Format of timestamps: contract/general.md §8. */
const inSeconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/

describe('deliveries', () => {
  it('200: returns a delivery with its payload and its attempts', async () => {
    receiver.respond({ status: 500 })
    await change('North Cabin')
    await deliverDue(server)
    const [listed] = await deliveries()
    assert.equal(listed.status, 'RETRYING')
    assert.equal(listed.lastResponseStatus, 500)
    assert.equal(listed.attemptCount, 1)
    assert.match(listed.nextAttemptUtcDateTime, inSeconds)
    assert.match(listed.createdUtcDateTime, inSeconds)
    const { status, body } = await hook('GET', `/deliveries/${listed.uid}`)
    assert.equal(status, 200)
    const { requestBody, attempts, ...rest } = body.delivery
    assert.deepEqual(rest, listed)
    assert.equal(requestBody, received()[0]!.text)
    assert.deepEqual([attempts[0].number, attempts[0].outcome], [1, 'HTTP_ERROR'])
    assert.match(attempts[0].startedUtcDateTime, inSeconds)
    const alone = await hook('GET', `/deliveries/${listed.uid}/attempts`)
    assert.deepEqual(alone.body, { attempts })
    const { webhookStatus } = (await hook('GET', '/status')).body
    assert.equal(webhookStatus.pendingCount, 1)
    assert.equal(webhookStatus.oldestPendingSeq, listed.eventSeq)
    assert.match(webhookStatus.failingSinceUtcDateTime, inSeconds)
  })

  it('200: filters, sorts newest first, and returns pages', async () => {
    await change('North Cabin')
    await change('South Cabin')
    const all = await deliveries()
    assert.equal(all.length, 2)
    const first = (await hook('GET', '/deliveries?_limit=1')).body
    const next = await deliveries(`?_limit=1&_cursor=${first._paging._nextCursor}`)
    assert.deepEqual([first.deliveries[0].uid, next[0].uid], [all[0].uid, all[1].uid])
    assert.equal((await deliveries(`?propertyUid=${propertyUid}&status=PENDING,HELD`)).length, 2)
    for (const query of ['status=DELIVERED', 'eventType=NEW_BOOKING', `leadUid=${uid}`]) {
      assert.deepEqual(await deliveries(`?${query}`), [])
    }
    assert.deepEqual(await deliveries('?until=2020-01-01T00:00:00Z'), [])
    assert.equal((await hook('GET', '/deliveries?status=LOST')).status, 400)
  })

  it('404: rejects a delivery of another webhook', async () => {
    const { status, body } = await hook('GET', `/deliveries/${uid}`)
    assert.deepEqual([status, body.code], [404, 'DELIVERY_NOT_FOUND'])
  })

  it('202: replays a delivery with the same id', async () => {
    await change('North Cabin')
    await deliverDue(server)
    const [first] = await deliveries()
    const { status, body } = await hook('POST', `/deliveries/${first.uid}/replay`)
    assert.equal(status, 202)
    assert.equal(body.delivery.replayOf, first.uid)
    assert.equal(body.delivery.eventUid, first.eventUid)
    await deliverDue(server)
    const [one, other] = received()
    assert.equal(one!.headers['webhook-id'], other!.headers['webhook-id'])
    assert.equal(other!.headers['x-lodgepole-replay'], '1')
    await hook('POST', '/disable')
    const refused = await hook('POST', `/deliveries/${first.uid}/replay`)
    assert.deepEqual([refused.status, refused.body.code], [409, 'STATE_CONFLICT'])
  })
})

describe('POST /webhooks/{uid}/test', () => {
  it('200: sends the newest event of the type, once', async () => {
    receiver.respond({ status: 500 })
    const { status, body } = await hook('POST', '/test')
    assert.equal(status, 200)
    assert.equal(body.delivery.status, 'EXHAUSTED')
    assert.equal(body.delivery.lastResponseStatus, 500)
    const [{ headers, text }] = received() as [ReturnType<typeof received>[number]]
    assert.equal(headers['x-lodgepole-test'], '1')
    assert.equal(headers['webhook-id'], body.delivery.uid)
    assert.notEqual(headers['webhook-id'], body.delivery.eventUid)
    assert.equal(JSON.parse(text).property_uid, propertyUid)
    assert.equal((await deliveries())[0].uid, body.delivery.uid)
    assert.equal((await hook('GET', '/status')).body.webhookStatus.failingSinceUtcDateTime, null)
  })

  it('200: sends a sample if there is no event', async () => {
    const { body } = await hook('POST', '/test', { eventType: 'NEW_BOOKING' })
    assert.deepEqual([body.delivery.status, body.delivery.eventSeq], ['DELIVERED', null])
    const sent = JSON.parse(received()[0]!.text)
    assert.equal(sent.event_type, 'NEW_BOOKING')
    assert.match(sent.lead_uid, /^00000000-0000-4000-8000-/)
    const read = await hook('GET', `/deliveries/${body.delivery.uid}`)
    assert.deepEqual(JSON.parse(read.body.delivery.requestBody), sent)
    assert.equal(read.body.delivery.eventType, 'NEW_BOOKING')
  })

  it('200: sends two tests of an agency at once, and a third when one of them ends', async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    receiver.respond(() => opened.then(() => ({ status: 200 })))
    const tests = [1, 2, 3].map(() => hook('POST', '/test'))
    await eventually(() => testSlots.load.waiting === 1)
    await receiver.has(2)
    assert.equal(received().length, 2)
    open()
    assert.deepEqual(
      (await Promise.all(tests)).map(({ status }) => status),
      [200, 200, 200],
    )
    assert.equal(received().length, 3)
  })
})

describe('replays', () => {
  it('202: replays a range, also to another URL', async () => {
    await change('North Cabin')
    await deliverDue(server)
    receiver.clear()
    const { status, body } = await replay({ mode: 'RANGE', afterSeq: 0, ratePerSecond: 50 })
    assert.equal(status, 202)
    const { uid: replayUid, createdUtcDateTime, ...rest } = body.replay
    assert.match(createdUtcDateTime, inSeconds)
    const counts = { matched: 2, queued: 2, delivered: 0, exhausted: 0 }
    assert.deepEqual(rest, { mode: 'RANGE', status: 'RUNNING', ...counts })
    server.clock.set(new Date(server.clock.now().getTime() + 1_000))
    await deliverDue(server)
    assert.equal(received().length, 2)
    const done = (await hook('GET', `/replays/${replayUid}`)).body.replay
    assert.deepEqual([done.status, done.delivered], ['DONE', 2])
    const callbackUrl = `${receiver.url.replace('//', '//me:pa55@')}/elsewhere`
    await replay({ mode: 'RANGE', afterSeq: 0, callbackUrl, ratePerSecond: 50 })
    assert.match((await deliveries())[0].callbackUrl, /\/\/\*\*\*@.*\/elsewhere$/)
    server.clock.set(new Date(server.clock.now().getTime() + 1_000))
    await deliverDue(server)
    assert.equal(received().at(-1)!.headers.authorization, `Basic ${btoa('me:pa55')}`)
  })

  it('200: counts events never queued, and failed ones', async () => {
    assert.equal(await count({ mode: 'MISSING', afterSeq: 0 }), 1)
    await change('North Cabin')
    assert.equal(await count({ mode: 'MISSING', since: '2020-01-01T00:00:00' }), 1)
    assert.equal(await count({ mode: 'RANGE', afterSeq: 0 }), 2)
    assert.equal(await count({ mode: 'RANGE', afterSeq: 0, untilSeq: 1 }), 1)
    assert.equal(await count({ mode: 'RANGE', afterSeq: 0, propertyUid: uid }), 0)
    assert.equal(await count({ mode: 'FAILED', afterSeq: 0 }), 0)
    await hook('POST', '/disable')
    assert.equal(await count({ mode: 'FAILED', afterSeq: 0 }), 1)
    assert.equal((await replay({ mode: 'FAILED', afterSeq: 0 })).status, 409)
    await hook('POST', '/enable', { backlog: 'SKIP' })
    assert.equal(await count({ mode: 'FAILED', afterSeq: 0 }), 1)
  })

  it('204: cancels deliveries not sent yet', async () => {
    const { body } = await replay({ mode: 'MISSING', afterSeq: 0 })
    const path = `/replays/${body.replay.uid}`
    assert.equal((await hook('DELETE', path)).status, 204)
    assert.equal((await hook('GET', path)).body.replay.status, 'CANCELLED')
    await deliverDue(server)
    assert.equal(received().length, 0)
    const unknown = await hook('GET', `/replays/${uid}`)
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'REPLAY_NOT_FOUND'])
  })

  it('400: requires a mode and a lower bound', async () => {
    const noBound = await replay({ mode: 'RANGE' })
    assert.equal(noBound.body.apiErrorMessage, "One of ['afterSeq', 'since'] is required")
    for (const body of [{ afterSeq: 0 }, { mode: 'RANGE', afterSeq: 0, ratePerSecond: 51 }]) {
      assert.equal((await replay(body)).status, 400)
    }
  })
})
