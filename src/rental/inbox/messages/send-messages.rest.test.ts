import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Insertable } from 'kysely'
import { readEventLog } from '../../../../test/fixtures/events/event-log.ts'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { makeSignedIn } from '../../../../test/fixtures/sessions.ts'
import { startServer } from '../../../../test/support/server.ts'
import { newUid } from '../../../platform/uid.ts'
import type { LeadsTable } from '../../tables.ts'
import { versions } from '../../versions.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)

const makeStay = (columns: Partial<Insertable<LeadsTable>> = {}) =>
  makeLead(server, agencyUid, {
    property_uid: propertyUid,
    email: `${newUid()}@guest.example`,
    ...columns,
  })
const airbnb = { source: 'DIRECT_AIRBNB', channel: 'AIRBNB' }
const post = (body: object, path = '/api/v3.3/messages', options: object = {}) =>
  server.request('POST', path, { key, body, ...options })
const content = { text: 'Welcome' }

describe('POST /messages', () => {
  it('201: creates the thread and returns the message', async () => {
    const leadUid = await makeStay()
    const { status, body } = await post({ type: 'EMAIL', leadUid, content })
    assert.equal(status, 201, JSON.stringify(body))
    const { uid, threadUid, createdUtcDateTime, ...rest } = body.message
    assert.deepEqual(rest, {
      leadUid,
      status: 'CREATED',
      type: 'EMAIL',
      senderType: 'AGENCY',
      sender: { type: 'API_KEY', uid: body.message.sender.uid, name: null },
      content: { subject: 'Your stay at Cedar Cabin', text: 'Welcome' },
      attachments: [],
      failureReason: null,
      externalId: null,
    })
    assert.equal(createdUtcDateTime, '2026-05-20T15:00:00.000Z')
    const again = await post({
      type: 'EMAIL',
      threadUid,
      content: { subject: 'Keys', text: 'At 4' },
    })
    assert.deepEqual(
      [again.status, again.body.message.threadUid, again.body.message.content.subject],
      [201, threadUid, 'Keys'],
    )
    assert.notEqual(uid, again.body.message.uid)
  })

  it('has the channel as type and no subject for a direct message', async () => {
    for (const [source, type] of [
      ['DIRECT_AIRBNB', 'AIRBNB'],
      ['DIRECT_VRBO', 'VRBO'],
      ['DIRECT_BOOKINGDOTCOM', 'BOOKING_COM'],
    ]) {
      const leadUid = await makeStay({ source, channel: type })
      const letter = { type: 'DIRECT_MESSAGE', leadUid, content: { ...content, subject: 'x' } }
      const { message } = (await post(letter)).body
      assert.deepEqual([message.type, message.content.subject], [type, null])
    }
  })
})

describe('a message that is sent', () => {
  it('is emitted with the keys of the contract', async () => {
    const leadUid = await makeStay()
    const before = (await readEventLog(server, agencyUid)).length
    const { message } = (await post({ type: 'EMAIL', leadUid, content })).body
    const events = (await readEventLog(server, agencyUid)).slice(before)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['NEW_INBOX_MESSAGE', 'INBOX_THREAD_UPDATED'],
    )
    assert.deepEqual(events[0]!.payload, {
      agency_uid: agencyUid,
      event_type: 'NEW_INBOX_MESSAGE',
      message_uid: message.uid,
      thread_uid: message.threadUid,
      lead_uid: leadUid,
      property_uid: propertyUid,
      status: 'CREATED',
      type: 'EMAIL',
      message_content: 'Welcome',
      sender_type: 'AGENCY',
      created: '2026-05-20T15:00:00.000Z',
    })
    assert.deepEqual(events[1]!.payload, {
      agency_uid: agencyUid,
      event_type: 'INBOX_THREAD_UPDATED',
      thread_uid: message.threadUid,
      lead_uid: leadUid,
      property_uid: propertyUid,
    })
  })

  it('preserves line ends and drops control characters', async () => {
    const leadUid = await makeStay()
    const { body } = await post({
      type: 'EMAIL',
      leadUid,
      content: { text: 'a\r\nb\tc\u0007\u0000' },
    })
    assert.equal(body.message.content.text, 'a\nb\tc')
  })
})

describe('messages that are sent', () => {
  it('create one thread, however many are first concurrently', async () => {
    const leadUid = await makeStay()
    const sent = await Promise.all(
      [1, 2, 3, 4].map(() => post({ type: 'EMAIL', leadUid, content })),
    )
    assert.deepEqual(
      sent.map(({ status }) => status),
      [201, 201, 201, 201],
    )
    assert.equal(new Set(sent.map(({ body }) => body.message.threadUid)).size, 1)
    assert.equal(new Set(sent.map(({ body }) => body.message.uid)).size, 4)
  })

  it('are stored once per idempotency key', async () => {
    const leadUid = await makeStay()
    const headers = { 'idempotency-key': newUid() }
    const send = () => post({ type: 'EMAIL', leadUid, content }, undefined, { headers })
    const [first, again] = [await send(), await send()]
    assert.deepEqual([again.status, again.body], [201, first.body])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
  })

  it('emit no event for a sample lead', async () => {
    const before = (await readEventLog(server, agencyUid)).length
    const leadUid = await makeStay({ status: 'SAMPLE' })
    assert.equal((await post({ type: 'EMAIL', leadUid, content })).status, 201)
    assert.equal((await readEventLog(server, agencyUid)).length, before)
  })
})

describe('the type of a message', () => {
  const wrong = 'Wrong enum value, allowed values are: EMAIL, DIRECT_MESSAGE'
  const types: [unknown, string][] = [
    ['SMS', "'SMS'"],
    ['email', "'email'"],
    ['', "''"],
    [null, 'null'],
    [undefined, 'null'],
    [5, '5'],
    [{ a: 1 }, '{"a":1}'],
  ]
  for (const [type, quoted] of types) {
    it(`400 for ${quoted} in v3.3; replaces it before`, async () => {
      const leadUid = await makeStay()
      const { status, body } = await post({ type, leadUid, content })
      assert.deepEqual([status, body.code], [400, 'INVALID_MESSAGE_TYPE'])
      assert.equal(body.apiErrorMessage, `Incorrect message.type value ${quoted}. ${wrong}`)
      assert.deepEqual([body.parameter, body.allowedValues], ['type', ['EMAIL', 'DIRECT_MESSAGE']])
      for (const version of ['3.0', '3.1', '3.2']) {
        for (const [lead, kind, sentType] of [
          [leadUid, 'EMAIL', 'EMAIL'],
          [await makeStay(airbnb), 'DIRECT_MESSAGE', 'AIRBNB'],
        ]) {
          const sent = await post({ type, leadUid: lead, content }, `/api/v${version}/messages`)
          assert.deepEqual([sent.status, sent.body.message.type], [201, sentType], version)
          const warning = sent.headers.get('x-lodgepole-warning')
          assert.match(warning!, new RegExp(`^message.type '.*' replaced by ${kind}$`))
        }
      }
    })
  }

  it('is quoted in the warning in characters that a header may have', async () => {
    server.clock.advance(60_000)
    const leadUid = await makeStay()
    const sent = await post({ type: 'é\n'.repeat(500), leadUid, content }, '/api/v3.2/messages')
    assert.equal(sent.status, 201)
    assert.match(sent.headers.get('x-lodgepole-warning')!, /^message.type '[?]{100}' replaced/)
    const right = await post({ type: 'EMAIL', leadUid, content }, '/api/v3.2/messages')
    assert.equal(right.headers.get('x-lodgepole-warning'), null)
  })
})

describe('the sender of a message', () => {
  it('is the employee who wrote the message, with the name', async () => {
    const columns = { first_name: 'Ada', last_name: 'Hall' }
    const { employeeUid, headers } = await makeSignedIn(server, agencyUid, 'MANAGER', columns)
    const leadUid = await makeStay()
    server.clock.advance(60_000)
    const body = { type: 'EMAIL', leadUid, content }
    const written = { ...headers, 'x-lodgepole-console': '1' }
    const sent = await server.request('POST', '/api/v3.3/messages', { headers: written, body })
    const expected = { type: 'EMPLOYEE', uid: employeeUid, name: 'Ada Hall' }
    assert.deepEqual(sent.body.message?.sender, expected, sent.text)
    const listed = await server.request('GET', `/api/v3.3/messages?leadUid=${leadUid}`, { key })
    assert.deepEqual(listed.body.messages[0].sender, expected)
  })

  it('is null for a message that was sent before senders were recorded', async () => {
    server.clock.advance(60_000)
    const leadUid = await makeStay()
    const { body } = await post({ type: 'EMAIL', leadUid, content })
    await server.database.kysely
      .updateTable('messages')
      .set({ sender_kind: null, sender_uid: null })
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', body.message.uid)
      .execute()
    const path = `/api/v3.3/messages/${body.message.uid}`
    assert.equal((await server.request('GET', path, { key })).body.message.sender, null)
  })
})

describe('a message by version', () => {
  const keys = ['uid', 'threadUid', 'leadUid', 'createdUtcDateTime', 'status', 'type', 'content']
  const added: Record<string, string[]> = {
    '3.2': ['senderType', 'attachments'],
    '3.3': ['failureReason', 'externalId', 'sender'],
  }
  for (const [i, version] of versions.entries()) {
    it(`${version}: has the keys of the version`, async () => {
      server.clock.advance(60_000)
      const younger = versions.slice(0, i + 1).flatMap(one => added[one] ?? [])
      const path = `/api/v${version}/messages`
      const leadUid = await makeStay()
      const sent = await post({ type: 'EMAIL', leadUid, content }, path)
      const listed = await server.request('GET', `${path}?leadUid=${leadUid}`, { key })
      const expected = [...keys, ...younger].sort()
      assert.deepEqual(Object.keys(sent.body.message).sort(), expected)
      assert.deepEqual(Object.keys(listed.body.messages[0]).sort(), expected)
    })
  }
})
