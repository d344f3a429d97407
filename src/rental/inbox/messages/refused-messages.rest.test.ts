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
import { startServer } from '../../../../test/support/server.ts'
import { newUid } from '../../../platform/uid.ts'
import type { LeadsTable } from '../../tables.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)

const makeStay = (columns: Partial<Insertable<LeadsTable>> = {}) =>
  makeLead(server, agencyUid, {
    property_uid: propertyUid,
    email: `${newUid()}@guest.example`,
    ...columns,
  })
const post = (body: object, path = '/api/v3.3/messages', options: object = {}) =>
  server.request('POST', path, { key, body, ...options })
const content = { text: 'Welcome' }

const letter = { type: 'EMAIL', content }

describe('POST /messages with missing or excess fields', () => {
  const needed = "Invalid parameter 'content.text' must not be null"
  const bad: [string, object, string, string][] = [
    ['no content', { ...letter, content: undefined }, 'REQUIRED_PARAMETER', needed],
    ['null for content', { ...letter, content: null }, 'REQUIRED_PARAMETER', needed],
    ['no text', { ...letter, content: {} }, 'REQUIRED_PARAMETER', needed],
    ['null for a text', { ...letter, content: { text: null } }, 'REQUIRED_PARAMETER', needed],
    ['a blank text', { ...letter, content: { text: ' \n ' } }, 'REQUIRED_PARAMETER', needed],
    [
      'a long text',
      { ...letter, content: { text: '😀'.repeat(20_001) } },
      'INVALID_PARAMETER',
      "Invalid parameter 'content.text' must have at most 20000 characters",
    ],
    [
      'a long subject',
      { ...letter, content: { text: 'a', subject: 'x'.repeat(256) } },
      'INVALID_PARAMETER',
      "Invalid parameter 'content.subject' must have at most 255 characters",
    ],
    [
      'a wrong type before a missing text',
      { type: 'x' },
      'INVALID_MESSAGE_TYPE',
      "Incorrect message.type value 'x'. Wrong enum value, allowed values are: EMAIL, DIRECT_MESSAGE",
    ],
  ]
  for (const [what, body, code, text] of bad) {
    it(`400: ${what}`, async () => {
      const response = await post({ leadUid: newUid(), ...body })
      assert.deepEqual(
        [response.status, response.body.code, response.body.apiErrorMessage],
        [400, code, text],
      )
    })
  }

  it('400: requires a lead or a thread; v3.0 and v3.1 have no threads', async () => {
    const { body } = await post(letter)
    assert.equal(body.apiErrorMessage, "One of ['leadUid', 'threadUid'] is required")
    assert.deepEqual(body.oneOf, ['leadUid', 'threadUid'])
    for (const version of ['3.0', '3.1']) {
      const response = await post({ ...letter, threadUid: newUid() }, `/api/v${version}/messages`)
      assert.deepEqual(
        [response.status, response.body.apiErrorMessage],
        [400, 'leadUid is required'],
      )
    }
  })
})

describe('refusals of POST /messages', () => {
  it('404: rejects an unknown lead or thread', async () => {
    const uid = newUid()
    const lead = await post({ ...letter, leadUid: uid })
    assert.deepEqual([lead.status, lead.body.apiErrorMessage], [404, `Lead not found: ${uid}`])
    const thread = await post({ ...letter, threadUid: uid })
    assert.deepEqual(
      [thread.status, thread.body.apiErrorMessage],
      [404, `Thread not found: ${uid}`],
    )
  })

  it('400: rejects a thread of another lead', async () => {
    const [leadUid, other] = [await makeStay(), await makeStay()]
    const { threadUid } = (await post({ ...letter, leadUid: other })).body.message
    const { status, body } = await post({ ...letter, leadUid, threadUid })
    assert.deepEqual(
      [status, body.apiErrorMessage],
      [400, `Invalid parameter 'threadUid' does not belong to lead ${leadUid}`],
    )
  })

  it('400: rejects a block', async () => {
    const leadUid = await makeStay({ type: 'BLOCK', status: 'BLOCKED', email: null })
    const { status, body } = await post({ ...letter, leadUid })
    assert.deepEqual(
      [status, body.apiErrorMessage],
      [400, "Invalid parameter 'leadUid' is a BLOCK, messages are not supported"],
    )
  })

  it('400: rejects a channel without messages, and a guest without an address', async () => {
    const leadUid = await makeStay({ email: null })
    const direct = await post({ ...letter, type: 'DIRECT_MESSAGE', leadUid })
    const { code, source, apiErrorMessage } = direct.body
    assert.deepEqual(
      [direct.status, code, source],
      [400, 'UNSUPPORTED_FOR_SOURCE', 'HOSTFULLY_API'],
    )
    assert.equal(
      apiErrorMessage,
      'Message type DIRECT_MESSAGE is not supported for this lead due to its source',
    )
    const mail = await post({ ...letter, leadUid })
    assert.deepEqual(
      [mail.status, mail.body.apiErrorMessage],
      [
        400,
        `Invalid parameter 'type' must not be EMAIL: lead ${leadUid} has no guest e-mail address`,
      ],
    )
  })

  it('403: rejects a READ grant; 404: rejects callers without a grant', async () => {
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid, access: 'READ' })
    const token = await makeToken(server, partnerUid, agencyUid)
    const read = await post({ ...letter, leadUid: await makeStay() }, undefined, { key: token })
    assert.deepEqual([read.status, read.body.code], [403, 'READ_ONLY_GRANT'])
    const elsewhere = await makeProperty(server, agencyUid)
    const hidden = await makeStay({ property_uid: elsewhere })
    const none = await post({ ...letter, leadUid: hidden }, undefined, { key: token })
    assert.deepEqual([none.status, none.body.code], [404, 'LEAD_NOT_FOUND'])
  })
})

describe('POST /messages/inbound of a stored message', () => {
  const receive = (body: object, by: string) =>
    post({ type: 'AIRBNB', content, ...body }, '/api/v3.3/messages/inbound', { key: by })
  const secret = {
    content: { text: 'My door code is 4711' },
    attachments: [{ fileName: 'id.txt', fileType: 'text/plain', contentBase64: 'cGFzc3BvcnQ=' }],
  }
  const airbnb = async () => {
    const { partnerUid } = await makePartner(server)
    const partners = server.database.kysely.updateTable('partners')
    const kind = { kind: 'CHANNEL', channel: 'AIRBNB' }
    await partners.set(kind).where('partner_uid', '=', partnerUid).execute()
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    return makeToken(server, partnerUid, agencyUid)
  }

  it('409 if the caller cannot access it, without details of it', async () => {
    const channel = await airbnb()
    const leadUid = await makeStay()
    const elsewhere = await makeProperty(server, agencyUid)
    const hidden = [
      { leadUid: await makeStay({ property_uid: elsewhere }) },
      { guest: { email: `${newUid()}@guest.example` }, agencyUid },
    ]
    for (const [number, target] of hidden.entries()) {
      const externalId = `known-${number}`
      const { body } = await receive({ ...target, ...secret, externalId }, key)
      const { uid, threadUid } = body.message
      const again = await receive({ leadUid, externalId }, channel)
      assert.deepEqual([again.status, again.body.code], [409, 'ALREADY_EXISTS'])
      const secrets = ['4711', 'id.txt', uid, threadUid]
      assert.deepEqual(
        secrets.filter(text => again.text.includes(text)),
        [],
      )
      assert.equal((await receive({ ...target, externalId }, key)).body.message.uid, uid)
    }
  })

  it('200 if the caller can access it, or reported it for a guest without a lead', async () => {
    const channel = await airbnb()
    const guest = { email: `${newUid()}@guest.example` }
    for (const target of [{ leadUid: await makeStay() }, { guest, agencyUid }]) {
      const inbound = { ...target, externalId: newUid() }
      const { message } = (await receive(inbound, channel)).body
      const again = await receive(inbound, channel)
      assert.deepEqual([again.status, again.body.message.uid], [200, message.uid])
    }
  })
})

describe('a busy agency', () => {
  it('429: rejects the 61st message within a minute', async () => {
    const other = await makeAgency(server)
    const target = await makeProperty(server, other.agencyUid)
    const email = 'ada@guest.example'
    const leadUid = await makeLead(server, other.agencyUid, { property_uid: target, email })
    const send = () => post({ ...letter, leadUid }, undefined, { key: other.key })
    for (let i = 0; i < 58; i++) assert.equal((await send()).status, 201)
    const sent = await Promise.all([1, 2, 3, 4].map(send))
    const statuses = sent.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, 201, 429, 429])
    const refused = sent.find(({ status }) => status === 429)!
    assert.deepEqual(
      [refused.body.code, refused.headers.get('retry-after')],
      ['RATE_LIMITED', '60'],
    )
    server.clock.advance(59_000)
    assert.equal((await send()).headers.get('retry-after'), '1')
    server.clock.advance(1_000)
    assert.equal((await send()).status, 201)
  })
})
