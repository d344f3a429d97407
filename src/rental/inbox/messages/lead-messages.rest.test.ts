import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
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

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const [granted, hidden] = [
  await makeProperty(server, agencyUid),
  await makeProperty(server, agencyUid),
]
const { partnerUid } = await makePartner(server)
await grant(server, { agencyUid, partnerUid, objectUid: granted, access: 'READ' })
const token = await makeToken(server, partnerUid, agencyUid)

const get = (path: string, version: string, by = key) =>
  server.request('GET', `/api/v${version}${path}`, { key: by })
const texts = (body: { messages: { content: { text: string } }[] }) =>
  body.messages.map(({ content }) => content.text)

/** Leads on the granted and on the hidden property, with messages of the seconds 1 to 3. */
let lead = ''
let hiddenLead = ''
let threadUid = ''
let first = ''

before(async () => {
  const email = 'ada@guest.example'
  lead = await makeLead(server, agencyUid, { property_uid: granted, email })
  hiddenLead = await makeLead(server, agencyUid, { property_uid: hidden, email })
  for (const leadUid of [hiddenLead, lead]) {
    for (const second of [1, 2, 3]) {
      server.clock.set(`2026-05-20T16:00:0${second}Z`)
      const body = { type: 'EMAIL', leadUid, content: { text: `at ${second}` } }
      const { message } = (await server.request('POST', '/api/v3.3/messages', { key, body })).body
      threadUid = message.threadUid
      if (second === 1) first = message.uid
    }
  }
})

describe('GET /messages/{leadUid} in v3.0 and v3.1', () => {
  const older = ['3.0', '3.1']

  it('lists the messages of the lead, each with its thread', async () => {
    for (const version of older) {
      const list = await get(`/messages/${lead}`, version)
      const byFilter = await get(`/messages?leadUid=${lead}`, version)
      assert.deepEqual([list.status, texts(list.body)], [200, ['at 3', 'at 2', 'at 1']])
      assert.deepEqual(list.body, byFilter.body)
      for (const message of list.body.messages) assert.equal(message.threadUid, threadUid)
      const upper = await get(`/messages/${lead.toUpperCase()}`, version)
      assert.deepEqual(upper.body, list.body)
    }
  })

  it('filters by creation time, and returns pages', async () => {
    const since = `/messages/${lead}?createdAt=2026-05-20T16:00:02Z&_limit=1`
    const { body } = await get(since, '3.1')
    const rest = await get(`${since}&_cursor=${body._paging._nextCursor}`, '3.1')
    assert.deepEqual([texts(body), texts(rest.body)], [['at 3'], ['at 2']])
    assert.equal(rest.body._paging._nextCursor, null)
    for (const query of ['createdAt=yesterday', '_cursor=x']) {
      assert.equal((await get(`/messages/${lead}?${query}`, '3.1')).status, 400, query)
    }
  })

  it('200: returns an empty list for a lead without messages', async () => {
    const uid = await makeLead(server, agencyUid, { property_uid: granted })
    const { status, body } = await get(`/messages/${uid}`, '3.1')
    assert.deepEqual([status, body.messages, body._metadata.count], [200, [], 0])
  })

  it('404: rejects everything but an accessible lead', async () => {
    const other = await makeAgency(server)
    for (const version of older) {
      assert.equal((await get(`/messages/${lead}`, version, token)).status, 200)
      for (const [uid, by] of [
        [first, key],
        [threadUid, key],
        ['nothing', key],
        [newUid(), key],
        [lead, other.key],
        [hiddenLead, token],
      ] as const) {
        const { status, body } = await get(`/messages/${uid}`, version, by)
        assert.deepEqual([status, body.code], [404, 'UNKNOWN_API'])
        assert.equal(body.apiErrorMessage, 'Unknown api: ')
      }
    }
  })

  it('404: expects the uid of a message since v3.2', async () => {
    const { status, body } = await get(`/messages/${lead}`, '3.2')
    assert.deepEqual([status, body.code], [404, 'MESSAGE_NOT_FOUND'])
  })
})
