/** Tests of deliveries to webhooks: contract/events.md §3.4, §5–§8. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { Compile } from 'typebox/schema'
import { startEmitter } from '../../../../test/fixtures/events/emitted-events.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'

const fixture = await startEmitter()
const { server, receiver, ids, post, makeInquiry, change, hook, deliverDue } = fixture
const { bodies, types, deliveries } = fixture

describe('an event', () => {
  it('is delivered as one flat JSON object, signed as in Standard Webhooks', async () => {
    const { uid, secret } = await hook('NEW_INQUIRY')
    const lead_uid = await makeInquiry()
    await deliverDue()
    const [request, ...others] = receiver.received
    assert.equal(others.length, 0)
    assert.equal(
      request!.text,
      JSON.stringify({
        agency_uid: ids().agencyUid,
        event_type: 'NEW_INQUIRY',
        lead_uid,
        property_uid: ids().propertyUid,
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

describe('an EXTENDED payload', () => {
  it('matches the published schema and has every key of it', async () => {
    await hook('BOOKING_UPDATED', { format: 'EXTENDED' })
    await change(await makeInquiry(), 'late')
    await deliverDue()
    const [body] = bodies()
    const path = '/api/v3.3/webhooks/event-types/BOOKING_UPDATED'
    const { body: schema } = await server.request('GET', path)
    assert.ok(Compile(schema).Check(body), JSON.stringify(body))
    assert.deepEqual(
      Object.keys(body as object).filter(key => !(key in schema.properties)),
      [],
    )
    const { components, webhooks } = (await server.request('GET', '/api/v3.3/openapi.json')).body
    const { post } = webhooks.BOOKING_UPDATED
    const { schema: described } = post.requestBody.content['application/json']
    assert.ok(Compile({ ...described, components } as object).Check(body))
    const { headers } = receiver.received[0]!
    const named = Object.values(components.parameters as Record<string, { name: string }>)
    const sentKeys = named.map(({ name }) => name)
    for (const name of ['webhook-id', 'x-lodgepole-seq', 'x-lodgepole-object-version']) {
      assert.ok(name in headers && sentKeys.includes(name), name)
    }
  })
})

describe('the format of an event', () => {
  it('is a form if the webhook has the type POST_FORM', async () => {
    await hook('NEW_INQUIRY', { type: 'POST_FORM', format: 'EXTENDED' })
    await makeInquiry()
    await deliverDue()
    const [request] = receiver.received
    const type = 'application/x-www-form-urlencoded; charset=utf-8'
    assert.equal(request!.headers['content-type'], type)
    const fields = new URLSearchParams(request!.text)
    assert.deepEqual([...fields.keys()].slice(0, 3), ['agency_uid', 'event_type', 'lead_uid'])
    assert.equal(fields.get('event_seq'), '1')
    assert.equal(fields.get('changes'), '{}')
  })

  it('contains changes, actor and request if the webhook includes them', async () => {
    await hook('BOOKING_UPDATED', { format: 'EXTENDED' })
    const lead_uid = await makeInquiry()
    const { headers } = await change(lead_uid, 'late')
    await deliverDue()
    const [body] = bodies()
    assert.deepEqual(body.changes, { notes: [null, null] })
    assert.deepEqual([body.object_type, body.object_uid], ['LEAD', lead_uid])
    assert.deepEqual([body.object_version, body.previous_object_version], [2, 1])
    assert.deepEqual([body.actor_type, body.request_uid], ['API_KEY', headers.get('x-trace-id')])
  })

  it('uses the older type for a webhook of v2', async () => {
    await hook('NEW_INQUIRY', { version: '2.0' })
    await hook('BOOKING_UPDATED', { version: '2.0' })
    await makeInquiry('ON_HOLD')
    const inquiry = await makeInquiry()
    await post(`/leads/${inquiry}/put-on-hold`)
    await deliverDue()
    assert.deepEqual(types(), ['NEW_INQUIRY', 'NEW_INQUIRY', 'BOOKING_UPDATED'])
  })

  it('goes to no webhook of another agency, type or object', async () => {
    const other = await makeAgency(server)
    await hook('NEW_INQUIRY', { agencyUid: other.agencyUid })
    await hook('NEW_BOOKING')
    await hook('NEW_INQUIRY', { objectUid: await makeProperty(server, ids().agencyUid) })
    await makeInquiry()
    await deliverDue()
    assert.equal(receiver.received.length, 0)
  })
})

describe('events of one lead', () => {
  it('are delivered in order, one at a time, across webhooks', async () => {
    await hook('NEW_INQUIRY')
    await hook('BOOKING_UPDATED')
    let concurrent = 0
    let maximum = 0
    receiver.respond(async () => {
      maximum = Math.max(maximum, ++concurrent)
      await new Promise(resolve => setTimeout(resolve, 5))
      concurrent--
      return { status: 200 }
    })
    const lead = await makeInquiry()
    for (const notes of ['a', 'b', 'c', 'd']) await change(lead, notes)
    await deliverDue()
    const seqs = receiver.received.map(({ headers }) => Number(headers['x-lodgepole-seq']))
    assert.equal(seqs.length, 5)
    assert.deepEqual(
      seqs,
      seqs.toSorted((a, b) => a - b),
    )
    assert.equal(maximum, 1)
  })

  it('wait for a failing delivery of their lead; events of other leads do not', async () => {
    await hook('NEW_INQUIRY')
    await hook('BOOKING_UPDATED')
    receiver.respondOnce({ status: 500 })
    const lead = await makeInquiry()
    await change(lead, 'a')
    await deliverDue()
    assert.deepEqual(types(), ['NEW_INQUIRY'])
    await makeInquiry()
    await deliverDue()
    assert.deepEqual(types(), ['NEW_INQUIRY', 'NEW_INQUIRY'])
    server.clock.advance(6_001)
    await deliverDue()
    assert.deepEqual(types().slice(2), ['NEW_INQUIRY', 'BOOKING_UPDATED'])
  })

  it('continue after an hour; the failed one is sent late and flagged as late', async () => {
    await hook('NEW_INQUIRY')
    await hook('BOOKING_UPDATED')
    receiver.respond(({ text }) => ({ status: text.includes('NEW_INQUIRY') ? 500 : 200 }))
    const lead = await makeInquiry()
    await change(lead, 'a')
    for (let minutes = 0; minutes < 62; minutes++) {
      server.clock.advance(60_000)
      await deliverDue()
    }
    assert.equal(types().filter(type => type === 'BOOKING_UPDATED').length, 1)
    receiver.respond({ status: 200 })
    receiver.clear()
    server.clock.advance(4 * 3_600_000)
    await deliverDue()
    assert.deepEqual(types(), ['NEW_INQUIRY'])
    assert.equal(receiver.received[0]!.headers['x-lodgepole-late'], '1')
  })
})

describe('a destination', () => {
  it('has at most 10 concurrent attempts', async () => {
    await hook('NEW_INQUIRY')
    let concurrent = 0
    let maximum = 0
    const ten = Promise.withResolvers<void>()
    receiver.respond(async () => {
      maximum = Math.max(maximum, ++concurrent)
      if (concurrent === 10) setTimeout(ten.resolve, 100)
      await ten.promise
      concurrent--
      return { status: 200 }
    })
    // In batches of ten: 30 at once wait too long for each other on a slow database.
    for (let created = 0; created < 30; created += 10) {
      await Promise.all(Array.from({ length: 10 }, () => makeInquiry()))
    }
    await deliverDue()
    assert.equal(receiver.received.length, 30)
    assert.equal(maximum, 10)
  })
})
