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

describe('POST /messages that says too little or too much', () => {
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
      const answer = await post({ leadUid: newUid(), ...body })
      assert.deepEqual(
        [answer.status, answer.body.code, answer.body.apiErrorMessage],
        [400, code, text],
      )
    })
  }

  it('400: neither lead nor thread; 3.0 and 3.1 know no threads', async () => {
    const { body } = await post(letter)
    assert.equal(body.apiErrorMessage, "One of ['leadUid', 'threadUid'] is required")
    assert.deepEqual(body.oneOf, ['leadUid', 'threadUid'])
    for (const version of ['3.0', '3.1']) {
      const answer = await post({ ...letter, threadUid: newUid() }, `/api/v${version}/messages`)
      assert.deepEqual([answer.status, answer.body.apiErrorMessage], [400, 'leadUid is required'])
    }
  })
})

describe('POST /messages that is refused', () => {
  it('404: the lead or thread is unknown', async () => {
    const uid = newUid()
    const lead = await post({ ...letter, leadUid: uid })
    assert.deepEqual([lead.status, lead.body.apiErrorMessage], [404, `Lead not found: ${uid}`])
    const thread = await post({ ...letter, threadUid: uid })
    assert.deepEqual(
      [thread.status, thread.body.apiErrorMessage],
      [404, `Thread not found: ${uid}`],
    )
  })

  it('400: the thread is not the lead’s', async () => {
    const [leadUid, other] = [await makeStay(), await makeStay()]
    const { threadUid } = (await post({ ...letter, leadUid: other })).body.message
    const { status, body } = await post({ ...letter, leadUid, threadUid })
    assert.deepEqual(
      [status, body.apiErrorMessage],
      [400, `Invalid parameter 'threadUid' does not belong to lead ${leadUid}`],
    )
  })

  it('400: the lead is a block', async () => {
    const leadUid = await makeStay({ type: 'BLOCK', status: 'BLOCKED', email: null })
    const { status, body } = await post({ ...letter, leadUid })
    assert.deepEqual(
      [status, body.apiErrorMessage],
      [400, "Invalid parameter 'leadUid' is a BLOCK, messages are not supported"],
    )
  })

  it('400: the channel takes no messages, or there is no address', async () => {
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

  it('403: the grant is for reading; 404: there is none', async () => {
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

describe('POST /messages/inbound of what has come in already', () => {
  const bring = (body: object, by: string) =>
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

  it('409 where the caller does not reach it, and nothing of it is told', async () => {
    const channel = await airbnb()
    const leadUid = await makeStay()
    const elsewhere = await makeProperty(server, agencyUid)
    const hidden = [
      { leadUid: await makeStay({ property_uid: elsewhere }) },
      { guest: { email: `${newUid()}@guest.example` }, agencyUid },
    ]
    for (const [number, place] of hidden.entries()) {
      const externalId = `known-${number}`
      const { body } = await bring({ ...place, ...secret, externalId }, key)
      const { uid, threadUid } = body.message
      const again = await bring({ leadUid, externalId }, channel)
      assert.deepEqual([again.status, again.body.code], [409, 'ALREADY_EXISTS'])
      const marks = ['4711', 'id.txt', uid, threadUid]
      assert.deepEqual(
        marks.filter(mark => again.text.includes(mark)),
        [],
      )
      assert.equal((await bring({ ...place, externalId }, key)).body.message.uid, uid)
    }
  })

  it('200 where it does, and for what it brought itself of a guest without a lead', async () => {
    const channel = await airbnb()
    const guest = { email: `${newUid()}@guest.example` }
    for (const place of [{ leadUid: await makeStay() }, { guest, agencyUid }]) {
      const told = { ...place, externalId: newUid() }
      const { message } = (await bring(told, channel)).body
      const again = await bring(told, channel)
      assert.deepEqual([again.status, again.body.message.uid], [200, message.uid])
    }
  })
})

describe('a busy agency', () => {
  it('429: the agency has sent 60 within a minute', async () => {
    const other = await makeAgency(server)
    const place = await makeProperty(server, other.agencyUid)
    const email = 'ada@guest.example'
    const leadUid = await makeLead(server, other.agencyUid, { property_uid: place, email })
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
