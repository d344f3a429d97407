/** Tests of sending, resending and waiting for results: contract/messaging.md §4.2, §11, §12. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Insertable } from 'kysely'
import {
  grant,
  makeAgency,
  makeLead,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { type RequestOptions, startServer } from '../../../../test/support/server.ts'
import { newUid } from '../../../platform/uid.ts'
import type { LeadsTable } from '../../tables.ts'
import { versions } from '../../versions.ts'

const server = await startServer({ RUN_WORKER: 'true' })
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const airbnb = { source: 'DIRECT_AIRBNB', channel: 'AIRBNB' }

/** Creates a lead with a guest, in a minute in which the agency has sent nothing yet. */
const makeStay = (columns: Partial<Insertable<LeadsTable>> = {}) => {
  server.clock.advance(61_000)
  const email = `${newUid()}@guests.example`
  return makeLead(server, agencyUid, { property_uid: propertyUid, email, ...columns })
}
const post = (path: string, body?: object, options: RequestOptions = {}) =>
  server.request('POST', `/api/v3.3/messages${path}`, { key, body, ...options })
const send = async (leadUid: string, body: object = {}) => {
  const letter = { type: 'EMAIL', leadUid, content: { text: 'Welcome' }, ...body }
  const response = await post('', letter)
  assert.equal(response.status, 201, response.text)
  return response.body.message
}
const get = async (uid: string) =>
  (await server.request('GET', `/api/v3.3/messages/${uid}`, { key })).body.message
const outbox = async (query: string, path = '/api/v3.3/outbox') =>
  server.request('GET', `${path}?agencyUid=${agencyUid}&${query}`, { key })
const listStatusEvents = async (uid: string) => {
  const rows = await server.database.kysely
    .selectFrom('events')
    .select(['type', 'payload'])
    .where('agency_uid', '=', agencyUid)
    .orderBy('seq')
    .execute()
  const events = rows.map(row => ({ type: row.type, keys: row.payload as Record<string, string> }))
  const threadUid = events.find(({ keys }) => keys.message_uid === uid)!.keys.thread_uid
  return events
    .filter(({ keys }) => keys.thread_uid === threadUid)
    .map(({ type, keys: { status } }) => `${type}${status ? ` ${status}` : ''}`)
}

describe('POST /messages', () => {
  it('201 SENT: waits until the message is sent', async () => {
    const leadUid = await makeStay({ email: 'ana@guests.example' })
    const message = await send(leadUid, { content: { subject: 'Keys', text: 'At 4' } })
    assert.deepEqual([message.status, message.failureReason], ['SENT', null])
    const { body } = await outbox(`leadUid=${leadUid}`)
    const [{ uid, createdUtcDateTime, ...rest }, ...others] = body.outbox
    assert.deepEqual(rest, {
      messageUid: message.uid,
      leadUid,
      transport: 'outbox',
      kind: 'EMAIL',
      from: 'Cedar Stays',
      to: 'ana@guests.example',
      subject: 'Keys',
      text: 'At 4',
      attachments: [],
    })
    assert.match(createdUtcDateTime, /^2026-05-20T\d\d:\d\d:\d\d\.000Z$/)
    assert.deepEqual(others, [])
    assert.deepEqual(await listStatusEvents(message.uid), [
      'NEW_INBOX_MESSAGE CREATED',
      'INBOX_THREAD_UPDATED',
      'MESSAGE_STATUS_UPDATED SENT',
    ])
  })

  it('201 SENT: a direct message, in every version', async () => {
    for (const version of versions) {
      const leadUid = await makeStay(airbnb)
      const body = { type: 'DIRECT_MESSAGE', leadUid, content: { text: 'Hi' } }
      const path = `/api/v${version}/messages`
      const response = await server.request('POST', path, { key, body })
      assert.deepEqual([response.status, response.body.message.status], [201, 'SENT'], version)
    }
  })

  it('201 FAILED: contains the reason', async () => {
    const message = await send(await makeStay({ email: 'ana@fail.invalid' }))
    assert.deepEqual(
      [message.status, message.failureReason],
      ['FAILED', 'Recipients at fail.invalid are refused'],
    )
    assert.deepEqual((await listStatusEvents(message.uid)).slice(2), [
      'MESSAGE_STATUS_UPDATED FAILED',
      'INBOX_THREAD_UPDATED',
    ])
  })

  it('201 CREATED: the message is retried', async () => {
    const message = await send(await makeStay({ email: 'ana@retry.invalid' }))
    assert.deepEqual([message.status, message.failureReason], ['CREATED', null])
  })

  it('an Idempotency-Key repeats the response to the first request', async () => {
    const body = { type: 'EMAIL', leadUid: await makeStay(), content: { text: 'Once' } }
    const headers = { 'idempotency-key': newUid() }
    const [first, second] = [await post('', body, { headers }), await post('', body, { headers })]
    assert.equal(first.body.message.status, 'SENT')
    assert.deepEqual(second.body, first.body)
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
  })
})

describe('POST /messages/{uid}/resend', () => {
  it('200: sends a failed message to the current address of the guest', async () => {
    const leadUid = await makeStay({ email: 'ana@fail.invalid' })
    const failed = await send(leadUid)
    const body = { guestInformation: { email: 'ana@guests.example' } }
    await server.request('PATCH', `/api/v3.3/leads/${leadUid}`, { key, body })
    const { status, body: response } = await post(`/${failed.uid}/resend`)
    assert.equal(status, 200)
    const { uid, createdUtcDateTime } = failed
    assert.partialDeepStrictEqual(response.message, {
      uid,
      createdUtcDateTime,
      status: 'SENT',
      failureReason: null,
    })
    const { body: list } = await outbox(`leadUid=${leadUid}`)
    assert.deepEqual(
      list.outbox.map(({ to }: { to: string }) => to),
      ['ana@guests.example'],
    )
    assert.deepEqual((await listStatusEvents(uid)).slice(-3), [
      'MESSAGE_STATUS_UPDATED CREATED',
      'MESSAGE_STATUS_UPDATED SENT',
      'INBOX_THREAD_UPDATED',
    ])
  })

  it('200: sends a sent message again', async () => {
    const leadUid = await makeStay()
    const { uid } = await send(leadUid)
    assert.equal((await post(`/${uid}/resend`)).body.message.status, 'SENT')
    const { body } = await outbox(`leadUid=${leadUid}&_total=true`)
    assert.equal(body._metadata.totalCount, 2)
  })

  it('200: two requests within ten seconds send once, a later one sends again', async () => {
    const leadUid = await makeStay()
    const { uid } = await send(leadUid)
    const count = async () => (await outbox(`leadUid=${leadUid}`)).body.outbox.length
    const first = await post(`/${uid}/resend`)
    const events = await listStatusEvents(uid)
    server.clock.advance(9_999)
    assert.deepEqual((await post(`/${uid}/resend`)).body, first.body)
    assert.deepEqual([await count(), await listStatusEvents(uid)], [2, events])
    server.clock.advance(1)
    assert.deepEqual([(await post(`/${uid}/resend`)).status, await count()], [200, 3])
  })
})

describe('refusals of a resend', () => {
  it('409 STATE_CONFLICT while it is being sent, and for an inbound message', async () => {
    const leadUid = await makeStay({ email: 'ana@retry.invalid' })
    const { uid } = await send(leadUid)
    const received = { type: 'AIRBNB', leadUid, content: { text: 'Hello' } }
    const inbound = (await post('/inbound', received)).body.message
    for (const one of [uid, inbound.uid]) {
      const { status, body } = await post(`/${one}/resend`)
      assert.partialDeepStrictEqual(body, {
        status: 409,
        code: 'STATE_CONFLICT',
        state: 'CREATED',
        allowedActions: [],
        apiErrorMessage: `Only sent or failed outgoing messages can be resent, message ${one} is CREATED`,
      })
      assert.equal(status, 409)
    }
  })

  it('400 if the guest no longer has an e-mail address; the status stays', async () => {
    const leadUid = await makeStay({ email: 'ana@fail.invalid' })
    const { uid } = await send(leadUid)
    const db = server.database.kysely
    await db
      .updateTable('leads')
      .set({ email: null })
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', leadUid)
      .execute()
    const { status, body } = await post(`/${uid}/resend`)
    assert.equal(status, 400)
    assert.equal(
      body.apiErrorMessage,
      `Invalid parameter 'type' must not be EMAIL: lead ${leadUid} has no guest e-mail address`,
    )
    assert.equal((await get(uid)).status, 'FAILED')
  })

  it('sends one of two concurrent requests', async () => {
    const leadUid = await makeStay()
    const { uid } = await send(leadUid)
    const responses = await Promise.all([1, 2].map(() => post(`/${uid}/resend`)))
    assert.ok(responses.every(({ status }) => status === 200 || status === 409))
    await eventually(async () => (await get(uid)).status === 'SENT')
    const { body } = await outbox(`leadUid=${leadUid}`)
    assert.ok(responses.some(({ status }) => status === 200))
    assert.equal(body.outbox.length, 2)
  })

  it('429 RATE_LIMITED after ten resends in 24 hours that all failed', async () => {
    const { uid } = await send(await makeStay({ email: 'ana@fail.invalid' }))
    for (let i = 0; i < 10; i++) {
      assert.equal((await post(`/${uid}/resend`)).status, 200)
      server.clock.advance(1_000)
    }
    const { status, body, headers } = await post(`/${uid}/resend`)
    assert.deepEqual([status, body.code, body.limit], [429, 'RATE_LIMITED', 10])
    assert.equal(headers.get('retry-after'), String(86_400 - 10))
    server.clock.advance((86_400 - 10) * 1_000)
    assert.equal((await post(`/${uid}/resend`)).status, 200)
  })
})

describe('permission to resend', () => {
  it('404 MESSAGE_NOT_FOUND for an unknown or foreign message; 404 before v3.2', async () => {
    const { uid } = await send(await makeStay())
    const other = await makeAgency(server)
    const foreign = await post(`/${uid}/resend`, undefined, { key: other.key })
    assert.deepEqual(
      [foreign.status, foreign.body.apiErrorMessage],
      [404, `Message not found: ${uid}`],
    )
    assert.equal((await post('/nothing/resend')).body.code, 'MESSAGE_NOT_FOUND')
    for (const version of ['3.0', '3.1']) {
      const path = `/api/v${version}/messages/${uid}/resend`
      const { status, body } = await server.request('POST', path, { key })
      assert.deepEqual([status, body.apiErrorMessage], [404, 'Unknown api: '])
    }
    const path = `/api/v3.2/messages/${uid}/resend`
    assert.equal((await server.request('POST', path, { key })).status, 200)
  })

  it('403 READ_ONLY_GRANT, 404 for partners that may not write or read', async () => {
    const { uid } = await send(await makeStay())
    for (const [access, code] of [
      ['READ', 'READ_ONLY_GRANT'],
      [null, 'MESSAGE_NOT_FOUND'],
    ] as const) {
      const { partnerUid } = await makePartner(server)
      const objectUid = access ? propertyUid : await makeProperty(server, agencyUid)
      await grant(server, { agencyUid, partnerUid, objectUid, ...(access && { access }) })
      const token = await makeToken(server, partnerUid, agencyUid)
      assert.equal((await post(`/${uid}/resend`, undefined, { key: token })).body.code, code)
    }
  })
})

describe('GET /outbox', () => {
  it('200: sorts newest first, and returns pages', async () => {
    const leadUid = await makeStay()
    for (const text of ['1', '2', '3']) {
      await send(leadUid, { content: { text } })
      server.clock.advance(1_000)
    }
    const texts = (body: { outbox: { text: string }[] }) => body.outbox.map(({ text }) => text)
    const first = await outbox(`leadUid=${leadUid}&_limit=2`)
    assert.deepEqual(texts(first.body), ['3', '2'])
    const next = first.body._paging._nextCursor
    const second = await outbox(`leadUid=${leadUid}&_limit=2&_cursor=${next}`)
    assert.deepEqual([texts(second.body), second.body._paging._nextCursor], [['1'], null])
    const nothing = await outbox(`leadUid=${await makeStay()}`)
    assert.deepEqual(nothing.body, {
      outbox: [],
      _metadata: { count: 0, totalCount: null },
      _paging: {},
    })
  })

  it('403 for a foreign agency and partners, 404 for a foreign lead and before v3.3', async () => {
    const other = await makeAgency(server)
    const path = `/api/v3.3/outbox?agencyUid=${agencyUid}`
    const { status, body } = await server.request('GET', path, { key: other.key })
    assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
    assert.equal((await outbox(`leadUid=${newUid()}`)).body.code, 'LEAD_NOT_FOUND')
    assert.equal((await outbox('', '/api/v3.2/outbox')).body.apiErrorMessage, 'Unknown api: ')
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    const token = await makeToken(server, partnerUid, agencyUid)
    const refused = await server.request('GET', path, { key: token })
    assert.deepEqual([refused.status, refused.body.code], [403, 'OPERATION_NOT_PERMITTED'])
  })
})
