import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Insertable } from 'kysely'
import { formatEvents, readEventLog } from '../../../../test/fixtures/events/event-log.ts'
import {
  grant,
  makeAgency,
  makeLead,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { newUid } from '../../../platform/uid.ts'
import { upsertGuests } from '../../leads/guest-matching/upsert-guests.ts'
import type { LeadsTable } from '../../tables.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)

const request = (method: string, path: string, body?: object, by = key) =>
  server.request(method, `/api/v3.3${path}`, { key: by, ...(body ? { body } : {}) })
const content = { text: 'Hello' }
const post = (body: object, by = key) =>
  request('POST', '/messages/inbound', { type: 'AIRBNB', content, ...body }, by)
const makeStay = (columns: Partial<Insertable<LeadsTable>> = {}) =>
  makeLead(server, agencyUid, { property_uid: propertyUid, ...columns })
const createAddress = (name: string) => `${name}-${newUid()}@guest.example`
const getThread = async (uid: string) => (await request('GET', `/threads/${uid}`)).body.thread

async function collectEvents(command: () => Promise<unknown>) {
  const before = (await readEventLog(server, agencyUid)).length
  await command()
  return (await readEventLog(server, agencyUid)).slice(before)
}

/** Returns the token of a channel with a grant on the property, or of an integration. */
async function tokenFor(channel: string | null, access: 'READ' | 'READ_WRITE' = 'READ_WRITE') {
  const { partnerUid } = await makePartner(server)
  if (channel) {
    await server.database.kysely
      .updateTable('partners')
      .set({ kind: 'CHANNEL', channel })
      .where('partner_uid', '=', partnerUid)
      .execute()
  }
  await grant(server, { agencyUid, partnerUid, objectUid: propertyUid, access })
  return makeToken(server, partnerUid, agencyUid)
}

describe('POST /messages/inbound', () => {
  it('201: stores the message of a lead’s guest, and emits it', async () => {
    const leadUid = await makeStay()
    let message: Record<string, unknown> = {}
    const events = await collectEvents(async () => {
      const { status, body } = await post({ leadUid, externalId: 'A-1' })
      assert.equal(status, 201, JSON.stringify(body))
      message = body.message
    })
    const { uid, threadUid, ...rest } = message
    assert.deepEqual(rest, {
      leadUid,
      createdUtcDateTime: '2026-05-20T15:00:00.000Z',
      status: 'CREATED',
      type: 'AIRBNB',
      senderType: 'GUEST',
      sender: { type: 'GUEST', uid: null, name: null },
      content: { subject: null, text: 'Hello' },
      attachments: [],
      failureReason: null,
      externalId: 'A-1',
    })
    assert.deepEqual(formatEvents(events), ['NEW_INBOX_MESSAGE', 'INBOX_THREAD_UPDATED'])
    const { sender_type, message_uid } = events[0]!.payload as Record<string, string>
    assert.deepEqual([sender_type, message_uid], ['GUEST', uid])
    const inThread = await post({ threadUid })
    assert.deepEqual([inThread.status, inThread.body.message.leadUid], [201, leadUid])
  })

  it('200: returns the stored message for a known id, and emits no event', async () => {
    const leadUid = await makeStay()
    const inbound = { leadUid, externalId: newUid() }
    const responses = await Promise.all([1, 2, 3].map(() => post(inbound)))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 200, 201])
    assert.equal(new Set(responses.map(({ body }) => body.message.uid)).size, 1)
    const events = await collectEvents(async () => {
      assert.equal(
        (await post({ ...inbound, content: { text: 'Other' } })).body.message.content.text,
        'Hello',
      )
    })
    assert.deepEqual(events, [])
    assert.equal((await post({ ...inbound, type: 'VRBO' })).status, 201)
  })

  it('200: returns the stored message even if its time is too old for a new one', async () => {
    const leadUid = await makeStay()
    const createdUtcDateTime = '2026-05-13T15:00:00Z'
    const inbound = { leadUid, externalId: newUid(), createdUtcDateTime }
    assert.equal((await post(inbound)).status, 201)
    const later = { ...inbound, createdUtcDateTime: '2026-05-13T14:59:59Z' }
    assert.equal((await post(later)).status, 200)
    assert.equal((await post({ ...later, externalId: newUid() })).status, 400)
  })
})

describe('an inbound message', () => {
  it('is truncated if its texts are too long', async () => {
    const leadUid = await makeStay()
    const long = { text: '😀'.repeat(20_001), subject: 'x'.repeat(300) }
    const { text, subject } = (await post({ leadUid, content: long })).body.message.content
    assert.deepEqual([[...text].length, text.slice(-3)], [20_000, '😀…'])
    assert.deepEqual([subject.length, subject.at(-1)], [255, '…'])
  })

  it('that is historic emits only a thread event, and marks nothing as unread', async () => {
    const leadUid = await makeStay({ email: createAddress('ada') })
    const letter = { type: 'EMAIL', leadUid, content }
    const { threadUid } = (await request('POST', '/messages', letter)).body.message
    const createdUtcDateTime = '2024-02-03T04:05:06.789Z'
    const events = await collectEvents(async () => {
      const { status, body } = await post({ leadUid, historic: true, createdUtcDateTime })
      assert.deepEqual([status, body.message.createdUtcDateTime], [201, createdUtcDateTime])
    })
    assert.deepEqual(formatEvents(events), ['INBOX_THREAD_UPDATED'])
    const thread = await getThread(threadUid)
    assert.equal(thread.participantsReadStatuses[0].readStatus, 'READ')
    assert.deepEqual(
      [thread.creationDate, thread.lastUpdateDate],
      [createdUtcDateTime, '2026-05-20T15:00:00.000Z'],
    )
  })

  it('has a time in the last 7 days, or up to 5 minutes in the future', async () => {
    const leadUid = await makeStay()
    for (const [createdUtcDateTime, status] of [
      ['2026-05-13T15:00:00Z', 201],
      ['2026-05-13T14:59:59Z', 400],
      ['2026-05-20T15:05:00Z', 201],
      ['2026-05-20T15:05:01Z', 400],
      ['yesterday', 400],
    ] as const) {
      const response = await post({ leadUid, createdUtcDateTime })
      assert.equal(response.status, status, createdUtcDateTime)
      if (status === 400) {
        assert.match(response.body.apiErrorMessage, /^Invalid parameter 'createdUtcDateTime'/)
      }
    }
    const future = { leadUid, createdUtcDateTime: '2026-05-20T16:00:00Z', historic: true }
    assert.equal((await post(future)).status, 400)
  })
})

const guest = (email: string) => ({ agencyUid, guest: { firstName: 'Ada', email } })

describe('a message of a named guest', () => {
  it('goes to the newest open lead of the guest', async () => {
    const email = createAddress('ada')
    const make = (status: string) => makeStay({ email, status })
    await make('NEW')
    const open = await make('NEW')
    const closed = await make('CLOSED')
    const ctx = { db: server.database.kysely, clock: server.clock }
    const leads = [open, closed].map(uid => ({ agency_uid: agencyUid, uid }))
    await upsertGuests(ctx, leads)
    const { status, body } = await post(guest(email.toUpperCase()))
    assert.deepEqual([status, body.message.leadUid], [201, open])
  })

  it('does not go to a lead that the channel may only read', async () => {
    const email = createAddress('dot')
    const leadUid = await makeStay({ email, status: 'NEW' })
    const ctx = { db: server.database.kysely, clock: server.clock }
    await upsertGuests(ctx, [{ agency_uid: agencyUid, uid: leadUid }])
    const reader = await post(guest(email), await tokenFor('AIRBNB', 'READ'))
    assert.deepEqual([reader.status, reader.body.message?.leadUid], [201, null])
    const writer = await post(guest(email), await tokenFor('AIRBNB'))
    assert.deepEqual([writer.status, writer.body.message.leadUid], [201, leadUid])
  })

  it('has a thread without a lead until a lead is created', async () => {
    const email = createAddress('bob')
    const { message } = (await post(guest(email))).body
    assert.equal(message.leadUid, null)
    const again = (await post(guest(email))).body.message
    assert.equal(again.threadUid, message.threadUid)
    const [, other] = (await getThread(message.threadUid)).participants
    assert.equal(other.participantType, 'GUEST')
    const token = await tokenFor('AIRBNB')
    assert.equal(
      (await request('GET', `/threads/${message.threadUid}`, undefined, token)).status,
      404,
    )
    const stay = { checkInLocalDate: '2027-06-05', checkOutLocalDate: '2027-06-09' }
    const body = { agencyUid, propertyUid, status: 'NEW', ...stay }
    let leadUid = ''
    const events = await collectEvents(async () => {
      const created = await request('POST', '/leads', {
        ...body,
        guestInformation: { firstName: 'Bob', email, adultCount: 1 },
      })
      assert.equal(created.status, 201, created.text)
      leadUid = created.body.lead.uid
    })
    const [update] = events.filter(({ type }) => type === 'INBOX_THREAD_UPDATED')
    assert.deepEqual(update!.changes, { leadUid: [null, leadUid] })
    const attached = await getThread(message.threadUid)
    assert.deepEqual(
      [attached.propertyUid, attached.participants[1].participantType],
      [propertyUid, 'LEAD'],
    )
    assert.equal((await post(guest(email))).body.message.threadUid, message.threadUid)
    assert.equal((await request('GET', `/messages?leadUid=${leadUid}`)).body.messages.length, 3)
  })
})

describe('a guest without a lead', () => {
  it('gets replies by e-mail, if an address is known', async () => {
    const stored = (await post(guest(createAddress('cid')))).body.message
    const send = (threadUid: string, type = 'EMAIL') =>
      request('POST', '/messages', { type, threadUid, content })
    const response = await send(stored.threadUid)
    assert.deepEqual(
      [response.status, response.body.message.leadUid, response.body.message.content.subject],
      [201, null, 'Your stay at Cedar Stays'],
    )
    assert.equal(
      (await send(stored.threadUid, 'DIRECT_MESSAGE')).body.code,
      'UNSUPPORTED_FOR_SOURCE',
    )
    const silent = { agencyUid, guest: { phoneNumber: '+1 303 555 0100' } }
    const { threadUid } = (await post(silent)).body.message
    const { status, body } = await send(threadUid)
    assert.deepEqual([status, body.code], [400, 'INVALID_PARAMETER'])
  })
})

describe('refusals of POST /messages/inbound', () => {
  it('400: requires the guest, a text, and the channel', async () => {
    const leadUid = await makeStay()
    const texts: [object, string][] = [
      [{}, "One of ['leadUid', 'threadUid', 'guest'] is required"],
      [{ leadUid, content: {} }, "Invalid parameter 'content.text' must not be null"],
      [{ leadUid, type: null }, "Invalid parameter 'type' must not be null"],
    ]
    for (const [body, text] of texts) {
      const response = await post(body)
      assert.deepEqual([response.status, response.body.apiErrorMessage], [400, text])
    }
    const { status, body } = await post({ leadUid, type: 'FAX' })
    assert.deepEqual([status, body.code], [400, 'INVALID_ENUM_VALUE'])
    const block = await makeStay({ type: 'BLOCK', status: 'BLOCKED' })
    assert.equal((await post({ leadUid: block })).status, 400)
  })

  it('404 and 403: rejects unknown objects', async () => {
    assert.equal((await post({ leadUid: newUid() })).body.code, 'LEAD_NOT_FOUND')
    assert.equal((await post({ threadUid: newUid() })).body.code, 'THREAD_NOT_FOUND')
    const guest = { email: createAddress('eve') }
    assert.equal((await post({ agencyUid: newUid(), guest })).body.code, 'ACCESS_DENIED')
  })

  it('403: rejects a partner that is not the channel, or has only read access', async () => {
    const leadUid = await makeStay()
    for (const channel of ['VRBO', null]) {
      const { status, body } = await post({ leadUid }, await tokenFor(channel))
      assert.deepEqual([status, body.code], [403, 'OPERATION_NOT_PERMITTED'])
    }
    const reader = await post({ leadUid }, await tokenFor('AIRBNB', 'READ'))
    assert.deepEqual([reader.status, reader.body.code], [403, 'READ_ONLY_GRANT'])
    const channel = await tokenFor('AIRBNB')
    assert.equal((await post({ leadUid }, channel)).status, 201)
    const elsewhere = await makeProperty(server, agencyUid)
    const hidden = await makeStay({ property_uid: elsewhere })
    assert.equal((await post({ leadUid: hidden }, channel)).status, 404)
  })

  it('201: accepts a channel by any of its names, and returns the name used by leads', async () => {
    const leadUid = await makeStay()
    for (const channel of ['BOOKINGDOTCOM', 'BOOKING_COM']) {
      const token = await tokenFor(channel)
      for (const type of ['BOOKINGDOTCOM', 'BOOKING_COM']) {
        const { status, body } = await post({ leadUid, type }, token)
        assert.deepEqual([status, body.message.type], [201, 'BOOKING_COM'])
      }
    }
  })

  it('404: does not exist before v3.3', async () => {
    const path = '/api/v3.2/messages/inbound'
    const { status } = await server.request('POST', path, { key, body: {} })
    assert.ok([404, 405].includes(status))
  })
})
