/** That what happens is delivered: contract/events.md §3.4, §5–§8. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { makeAgency, makeProperty } from '../../../test/fixtures.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { startServer } from '../../../test/server.ts'
import { callsAnywhere, deliverDue, makeWebhook } from '../../../test/webhooks.ts'

const server = await startServer({ ...callsAnywhere, CALLBACK_TIMEOUT_MS: '3000' })
const receiver = await startReceiver()
const db = server.database.kysely

let agencyUid: string
let key: string
let propertyUid: string

beforeEach(async () => {
  ;({ agencyUid, key } = await makeAgency(server))
  propertyUid = await makeProperty(server, agencyUid)
  receiver.forget()
  receiver.answer({ status: 200 })
})

let nextDay = 0

const post = (path: string, body: unknown = {}) =>
  server.request('POST', `/api/v3.3${path}`, { key, body })

async function makeInquiry(status = 'NEW'): Promise<string> {
  const checkIn = Temporal.PlainDate.from('2027-01-01').add({ days: 3 * nextDay++ })
  const { body } = await post('/leads', {
    agencyUid,
    propertyUid,
    status,
    checkInLocalDate: checkIn.toString(),
    checkOutLocalDate: checkIn.add({ days: 2 }).toString(),
    guestInformation: { firstName: 'Ada', email: 'ada@example.com' },
  })
  return body.lead.uid
}

const change = (uid: string, notes: string) =>
  server.request('PATCH', `/api/v3.3/leads/${uid}`, { key, body: { notes } })

const hook = (eventType: string, given = {}) =>
  makeWebhook(server, { agencyUid, eventType, url: `${receiver.url}/hook`, ...given })

const bodies = () => receiver.received.map(({ text }) => JSON.parse(text))
const types = () => bodies().map(({ event_type }) => event_type)

const deliveries = () =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .orderBy('seq')
    .execute()

const statuses = async () => (await deliveries()).map(({ status }) => status)

describe('an event', () => {
  it('is delivered as one flat JSON object, signed by the standard', async () => {
    const { uid, secret } = await hook('NEW_INQUIRY')
    const lead_uid = await makeInquiry()
    await deliverDue(server)
    const [request, ...others] = receiver.received
    assert.equal(others.length, 0)
    assert.equal(
      request!.text,
      JSON.stringify({
        agency_uid: agencyUid,
        event_type: 'NEW_INQUIRY',
        lead_uid,
        property_uid: propertyUid,
      }),
    )
    const { headers } = request!
    assert.equal(headers['content-type'], 'application/json')
    assert.equal(headers['user-agent'], 'Lodgepole-Webhooks/1')
    assert.equal(headers['x-lodgepole-seq'], '1')
    assert.equal(headers['x-lodgepole-object'], `lead:${lead_uid}`)
    assert.equal(headers['x-lodgepole-object-version'], '1')
    assert.equal(headers['x-lodgepole-previous-object-version'], '0')
    assert.equal(headers['x-lodgepole-webhook-uid'], uid)
    assert.equal(headers['x-lodgepole-attempt'], '1')
    const id = headers['webhook-id'] as string
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
    const expected = new Webhook(secret).sign(id, at, request!.text)
    assert.equal(headers['webhook-signature'], expected)
    const [delivery] = await deliveries()
    assert.deepEqual([delivery!.status, delivery!.attempt_count], ['DELIVERED', 1])
  })
})

describe('what an event is told as', () => {
  it('is delivered as a form where the webhook asks for one', async () => {
    await hook('NEW_INQUIRY', { type: 'POST_FORM', format: 'EXTENDED' })
    await makeInquiry()
    await deliverDue(server)
    const [request] = receiver.received
    const type = 'application/x-www-form-urlencoded; charset=utf-8'
    assert.equal(request!.headers['content-type'], type)
    const fields = new URLSearchParams(request!.text)
    assert.deepEqual([...fields.keys()].slice(0, 3), ['agency_uid', 'event_type', 'lead_uid'])
    assert.equal(fields.get('event_seq'), '1')
    assert.equal(fields.get('changes'), '{}')
  })

  it('tells what changed, by whom and by which request, where the webhook asks for it', async () => {
    await hook('BOOKING_UPDATED', { format: 'EXTENDED' })
    const lead_uid = await makeInquiry()
    const { headers } = await change(lead_uid, 'late')
    await deliverDue(server)
    const [body] = bodies()
    assert.deepEqual(body.changes, { notes: [null, 'late'] })
    assert.deepEqual([body.object_type, body.object_uid], ['LEAD', lead_uid])
    assert.deepEqual([body.object_version, body.previous_object_version], [2, 1])
    assert.deepEqual([body.actor_type, body.request_uid], ['API_KEY', headers.get('x-trace-id')])
  })

  it('of a kind that v2 does not know is worded as v2 knows it', async () => {
    await hook('NEW_INQUIRY', { version: '2.0' })
    await hook('BOOKING_UPDATED', { version: '2.0' })
    await makeInquiry('ON_HOLD')
    const inquiry = await makeInquiry()
    await post(`/leads/${inquiry}/put-on-hold`)
    await deliverDue(server)
    assert.deepEqual(types(), ['NEW_INQUIRY', 'NEW_INQUIRY', 'BOOKING_UPDATED'])
  })

  it('goes to no webhook of another agency, type or object', async () => {
    const other = await makeAgency(server)
    await hook('NEW_INQUIRY', { agencyUid: other.agencyUid })
    await hook('NEW_BOOKING')
    await hook('NEW_INQUIRY', { objectUid: await makeProperty(server, agencyUid) })
    await makeInquiry()
    await deliverDue(server)
    assert.equal(receiver.received.length, 0)
  })
})

describe('events of one lead', () => {
  it('come in their order, one at a time, whichever webhook asks for them', async () => {
    await hook('NEW_INQUIRY')
    await hook('BOOKING_UPDATED')
    let atOnce = 0
    let most = 0
    receiver.answer(async () => {
      most = Math.max(most, ++atOnce)
      await new Promise(resolve => setTimeout(resolve, 5))
      atOnce--
      return { status: 200 }
    })
    const lead = await makeInquiry()
    for (const notes of ['a', 'b', 'c', 'd']) await change(lead, notes)
    await deliverDue(server)
    const seqs = receiver.received.map(({ headers }) => Number(headers['x-lodgepole-seq']))
    assert.equal(seqs.length, 5)
    assert.deepEqual(
      seqs,
      seqs.toSorted((a, b) => a - b),
    )
    assert.equal(most, 1)
  })

  it('wait for one that fails, those of other leads do not', async () => {
    await hook('NEW_INQUIRY')
    await hook('BOOKING_UPDATED')
    receiver.answerOnce({ status: 500 })
    const lead = await makeInquiry()
    await change(lead, 'a')
    await deliverDue(server)
    assert.deepEqual(types(), ['NEW_INQUIRY'])
    await makeInquiry()
    await deliverDue(server)
    assert.deepEqual(types(), ['NEW_INQUIRY', 'NEW_INQUIRY'])
    server.clock.advance(6_001)
    await deliverDue(server)
    assert.deepEqual(types().slice(2), ['NEW_INQUIRY', 'BOOKING_UPDATED'])
  })

  it('go on after an hour; what failed comes late and says so', async () => {
    await hook('NEW_INQUIRY')
    await hook('BOOKING_UPDATED')
    receiver.answer(({ text }) => ({ status: text.includes('NEW_INQUIRY') ? 500 : 200 }))
    const lead = await makeInquiry()
    await change(lead, 'a')
    for (let minutes = 0; minutes < 62; minutes++) {
      server.clock.advance(60_000)
      await deliverDue(server)
    }
    assert.equal(types().filter(type => type === 'BOOKING_UPDATED').length, 1)
    receiver.answer({ status: 200 })
    receiver.forget()
    server.clock.advance(4 * 3_600_000)
    await deliverDue(server)
    assert.deepEqual(types(), ['NEW_INQUIRY'])
    assert.equal(receiver.received[0]!.headers['x-lodgepole-late'], '1')
  })
})

describe('an attempt that fails', () => {
  const failures: [string, object, string][] = [
    ['400', { status: 400 }, 'HTTP_ERROR'],
    ['500', { status: 500 }, 'HTTP_ERROR'],
    ['302', { status: 302, headers: { location: 'http://127.0.0.1/' } }, 'REDIRECT'],
    ['no answer', { fault: 'hang' }, 'TIMEOUT'],
    ['a broken connection', { fault: 'reset' }, 'CONNECTION_ERROR'],
  ]
  for (const [what, answer, outcome] of failures) {
    it(`by ${what} is noted as ${outcome} and made again`, async () => {
      await hook('NEW_INQUIRY')
      receiver.answerOnce(answer)
      await makeInquiry()
      await deliverDue(server)
      assert.deepEqual(await statuses(), ['RETRYING'])
      server.clock.advance(8_000)
      await deliverDue(server)
      assert.deepEqual(await statuses(), ['DELIVERED'])
      const attempts = await db
        .selectFrom('delivery_attempts')
        .select(['number', 'outcome'])
        .where('agency_uid', '=', agencyUid)
        .orderBy('number')
        .execute()
      assert.deepEqual(attempts, [
        { number: 1, outcome },
        { number: 2, outcome: 'SUCCESS' },
      ])
      const [first, second] = receiver.received.map(({ headers }) => headers['webhook-id'])
      assert.equal(first, second)
    })
  }

  it('is made again when Retry-After says so, not before', async () => {
    await hook('NEW_INQUIRY')
    receiver.answerOnce({ status: 503, headers: { 'retry-after': '600' } })
    await makeInquiry()
    await deliverDue(server)
    server.clock.advance(590_000)
    await deliverDue(server)
    assert.deepEqual(await statuses(), ['RETRYING'])
    server.clock.advance(11_000)
    await deliverDue(server)
    assert.deepEqual(await statuses(), ['DELIVERED'])
  })
})

describe('a webhook that fails', () => {
  it('15 times gives the delivery up, and 5 days without success the webhook', async () => {
    const { uid } = await hook('NEW_INQUIRY')
    receiver.answer({ status: 500 })
    await makeInquiry()
    for (let i = 0; i < 15; i++) {
      await deliverDue(server)
      server.clock.advance(30 * 3_600_000)
    }
    assert.deepEqual(await statuses(), ['EXHAUSTED'])
    assert.equal(receiver.received.length, 15)
    const { status, disabled_reason } = await webhookRow(uid)
    assert.deepEqual([status, disabled_reason], ['DISABLED', 'FAILING'])
  })

  it('by 410 disables the webhook at once, and holds what waits', async () => {
    const { uid } = await hook('NEW_INQUIRY')
    receiver.answer({ status: 410 })
    await makeInquiry()
    await deliverDue(server)
    await makeInquiry()
    server.clock.advance(10 * 24 * 3_600_000)
    await deliverDue(server)
    assert.equal(receiver.received.length, 1)
    assert.equal((await webhookRow(uid)).disabled_reason, 'GONE')
    assert.deepEqual(await statuses(), ['RETRYING', 'PENDING'])
  })
})

const webhookRow = (uid: string) =>
  db.selectFrom('webhooks').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()

describe('a destination', () => {
  it('is sent 10 at once and no more', async () => {
    await hook('NEW_INQUIRY')
    let atOnce = 0
    let most = 0
    const ten = Promise.withResolvers<void>()
    receiver.answer(async () => {
      most = Math.max(most, ++atOnce)
      if (atOnce === 10) setTimeout(ten.resolve, 100)
      await ten.promise
      atOnce--
      return { status: 200 }
    })
    await Promise.all(Array.from({ length: 30 }, () => makeInquiry()))
    await deliverDue(server)
    assert.equal(receiver.received.length, 30)
    assert.equal(most, 10)
  })
})
