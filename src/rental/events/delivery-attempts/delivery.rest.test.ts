/** That what happens is delivered: contract/events.md §3.4, §5–§8. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { Compile } from 'typebox/schema'
import { startTelling } from '../../../../test/fixtures/events/told.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'

const told = await startTelling()
const { server, receiver, ids, post, makeInquiry, change, hook, deliverDue } = told
const { bodies, types, deliveries } = told

describe('an event', () => {
  it('is delivered as one flat JSON object, signed by the standard', async () => {
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
  it('is what the published schema says, with every key in it', async () => {
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
    const known = named.map(({ name }) => name)
    for (const name of ['webhook-id', 'x-lodgepole-seq', 'x-lodgepole-object-version']) {
      assert.ok(name in headers && known.includes(name), name)
    }
  })
})

describe('what an event is told as', () => {
  it('is delivered as a form where the webhook asks for one', async () => {
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

  it('tells what changed, by whom and by which request, where the webhook asks for it', async () => {
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

  it('of a kind that v2 does not know is worded as v2 knows it', async () => {
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
    await deliverDue()
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
    await deliverDue()
    assert.deepEqual(types(), ['NEW_INQUIRY'])
    await makeInquiry()
    await deliverDue()
    assert.deepEqual(types(), ['NEW_INQUIRY', 'NEW_INQUIRY'])
    server.clock.advance(6_001)
    await deliverDue()
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
      await deliverDue()
    }
    assert.equal(types().filter(type => type === 'BOOKING_UPDATED').length, 1)
    receiver.answer({ status: 200 })
    receiver.forget()
    server.clock.advance(4 * 3_600_000)
    await deliverDue()
    assert.deepEqual(types(), ['NEW_INQUIRY'])
    assert.equal(receiver.received[0]!.headers['x-lodgepole-late'], '1')
  })
})

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
    // Ten after ten: all of them at once wait too long for each other on a slow database.
    for (let made = 0; made < 30; made += 10) {
      await Promise.all(Array.from({ length: 10 }, () => makeInquiry()))
    }
    await deliverDue()
    assert.equal(receiver.received.length, 30)
    assert.equal(most, 10)
  })
})
