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
import { exampleNow, startServer } from '../../../../test/support/server.ts'
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

const request = (method: string, path: string, body?: object, by = key) =>
  server.request(method, path, { key: by, ...(body ? { body } : {}) })
const get = (path: string, version = '3.3', by = key) =>
  request('GET', `/api/v${version}${path}`, undefined, by)
const texts = (body: { messages: { content: { text: string } }[] }) =>
  body.messages.map(({ content }) => content.text)

const leads: { uid: string; threadUid: string }[] = []
let first = ''

/** Creates two leads with messages of the seconds 1 to 3; the partner has access to the first. */
before(async () => {
  for (const property_uid of [granted, hidden]) {
    const uid = await makeLead(server, agencyUid, { property_uid, email: 'ada@guest.example' })
    let threadUid = ''
    for (const second of [1, 2, 3]) {
      server.clock.set(`2026-05-20T16:00:0${second}Z`)
      const body = { type: 'EMAIL', leadUid: uid, content: { text: `${leads.length}.${second}` } }
      const { message } = (await request('POST', '/api/v3.3/messages', body)).body
      threadUid = message.threadUid
      first ||= message.uid
    }
    leads.push({ uid, threadUid })
  }
  server.clock.set(exampleNow)
})

describe('GET /messages', () => {
  it('lists messages of a lead, a thread or an agency, newest first', async () => {
    const [{ uid, threadUid }] = leads as [(typeof leads)[0]]
    const own = ['0.3', '0.2', '0.1']
    for (const version of ['3.0', '3.1', '3.2', '3.3']) {
      assert.deepEqual(texts((await get(`/messages?leadUid=${uid}`, version)).body), own)
    }
    for (const version of ['3.2', '3.3']) {
      assert.deepEqual(texts((await get(`/messages?threadUid=${threadUid}`, version)).body), own)
      const all = texts((await get(`/messages?agencyUid=${agencyUid}`, version)).body)
      assert.deepEqual(
        all.map(text => text.slice(2)),
        ['3', '3', '2', '2', '1', '1'],
      )
    }
  })

  it('applies all filters', async () => {
    const [a, b] = leads as [(typeof leads)[0], (typeof leads)[0]]
    const listTexts = async (query: string, version = '3.3') =>
      texts((await get(`/messages?${query}`, version)).body)
    assert.deepEqual(await listTexts(`leadUid=${a.uid}&threadUid=${b.threadUid}`), [])
    assert.equal((await listTexts(`agencyUid=${agencyUid}&threadUid=${b.threadUid}`)).length, 3)
    const ignored = await listTexts(`leadUid=${a.uid}&threadUid=${b.threadUid}&agencyUid=x`, '3.1')
    assert.equal(ignored.length, 3, '3.1 knows neither filter')
  })

  it('filters by creation time, in every format', async () => {
    const [{ uid }] = leads as [(typeof leads)[0]]
    const since = async (createdAt: string, version = '3.3') => {
      const query = new URLSearchParams({ leadUid: uid, createdAt })
      return texts((await get(`/messages?${query}`, version)).body).length
    }
    for (const version of ['3.0', '3.1', '3.2', '3.3']) {
      assert.equal(await since('2026-05-20T16:00:02Z', version), 2)
    }
    assert.equal(await since('2026-05-20T18:00:02+02:00'), 2)
    assert.equal(await since('2026-05-20T16:00:03'), 1)
    assert.equal(await since('2026-05-20T16:00:02.001Z'), 1)
    assert.equal(await since('2026-05-20'), 3)
    assert.equal(await since('2026-05-21'), 0)
    const { status, body } = await get(`/messages?leadUid=${uid}&createdAt=soon`)
    assert.deepEqual(
      [status, body.apiErrorMessage],
      [400, "Invalid parameter 'createdAt' must be a date-time like 2026-04-20T11:52:36Z"],
    )
  })
})

describe('a list of messages', () => {
  it('is returned in pages, with the filters sent again', async () => {
    const pagedUids: string[] = []
    let cursor = ''
    do {
      const path = `/messages?agencyUid=${agencyUid}&_limit=2&_cursor=${cursor}&_total=true`
      const { messages, _metadata, _paging } = (await get(path)).body
      assert.deepEqual(_metadata, { count: 2, totalCount: 6 })
      pagedUids.push(...messages.map(({ uid }: { uid: string }) => uid))
      cursor = _paging._nextCursor ?? ''
    } while (cursor !== '')
    assert.equal(new Set(pagedUids).size, 6)
  })

  it('is empty for a lead without messages', async () => {
    const leadUid = await makeLead(server, agencyUid)
    const { status, body } = await get(`/messages?leadUid=${leadUid}`)
    assert.equal(status, 200)
    assert.deepEqual(body, {
      messages: [],
      _metadata: { count: 0, totalCount: null },
      _paging: {},
    })
  })

  it('400: requires a lead, a thread or an agency', async () => {
    const { status, body } = await get('/messages?createdAt=2026-05-20')
    assert.deepEqual(
      [status, body.apiErrorMessage],
      [400, "One of ['agencyUid', 'threadUid', 'leadUid'] is required"],
    )
    for (const version of ['3.0', '3.1']) {
      const older = await get(`/messages?agencyUid=${agencyUid}`, version)
      assert.deepEqual([older.status, older.body.apiErrorMessage], [400, 'leadUid is required'])
    }
  })

  it('404 or 403: rejects unknown objects', async () => {
    const uid = newUid()
    const lead = await get(`/messages?leadUid=${uid}`)
    assert.deepEqual([lead.status, lead.body.apiErrorMessage], [404, `Lead not found: ${uid}`])
    const thread = await get(`/messages?threadUid=${uid}`)
    assert.deepEqual(
      [thread.status, thread.body.apiErrorMessage],
      [404, `Thread not found: ${uid}`],
    )
    const agency = await get(`/messages?agencyUid=${uid}`)
    assert.deepEqual([agency.status, agency.body.code], [403, 'ACCESS_DENIED'])
  })

  it('returns partners messages of leads on accessible properties', async () => {
    const [a, b] = leads as [(typeof leads)[0], (typeof leads)[0]]
    const all = await get(`/messages?agencyUid=${agencyUid}`, '3.3', token)
    assert.deepEqual(texts(all.body), ['0.3', '0.2', '0.1'])
    assert.equal((await get(`/messages?leadUid=${a.uid}`, '3.0', token)).status, 200)
    assert.equal((await get(`/messages?leadUid=${b.uid}`, '3.0', token)).status, 404)
    assert.equal((await get(`/messages?threadUid=${b.threadUid}`, '3.3', token)).status, 404)
  })
})

describe('GET /messages/{uid}', () => {
  it('200: returns the message since v3.2', async () => {
    for (const version of ['3.2', '3.3']) {
      const { status, body } = await get(`/messages/${first}`, version)
      assert.deepEqual([status, body.message.content.text], [200, '0.1'])
    }
  })

  it('404: rejects a message that is unknown, foreign or not granted', async () => {
    const other = await makeAgency(server)
    for (const [uid, by] of [
      [newUid(), key],
      ['nothing', key],
      [first, other.key],
    ] as const) {
      const { status, body } = await get(`/messages/${uid}`, '3.3', by)
      assert.deepEqual([status, body.apiErrorMessage], [404, `Message not found: ${uid}`])
    }
    const [, b] = leads as [unknown, (typeof leads)[0]]
    const [message] = (await get(`/messages?leadUid=${b.uid}`)).body.messages
    assert.equal((await get(`/messages/${message.uid}`, '3.3', token)).status, 404)
    assert.equal((await get(`/messages/${first}`, '3.3', token)).status, 200)
  })

  it('405: rejects changes and deletion', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      assert.equal((await request(method, `/api/v3.3/messages/${first}`, {})).status, 405)
    }
  })
})

const legacy = (path: string, by = key) => request('GET', `/v2${path}`, undefined, by)
const conversations = async (query = '', by = key) =>
  (await legacy(`/threads?agencyUid=${agencyUid}${query}`, by)).body

describe('v2', () => {
  it('has one thread per guest, the union of the threads of the leads', async () => {
    const [thread, ...none] = await conversations()
    assert.deepEqual(none, [])
    const { uid, participants, ...rest } = thread
    assert.deepEqual(rest, {
      agencyUid,
      created: '2026-05-20T16:00:01.000Z',
      modified: '2026-05-20T16:00:03.000Z',
    })
    const [agency, guest] = participants
    assert.deepEqual(
      [agency.participantType, agency.participantUid, guest.participantType],
      ['AGENCY', agencyUid, 'GUEST'],
    )
    assert.deepEqual((await legacy(`/threads/${uid}`)).body, thread)
    const guests = (await legacy(`/guests?agencyUid=${agencyUid}`)).body
    const [linked] = guests.filter((one: { uid: string }) => one.uid === guest.participantUid)
    assert.deepEqual(linked.leadsUids.sort(), leads.map(({ uid }) => uid).sort())
    assert.deepEqual(await conversations(`&guestUid=${guest.participantUid}`), [thread])
    assert.deepEqual(await conversations('&offset=1'), [])
  })

  it('returns the same messages, without leads', async () => {
    const [{ uid: threadUid }] = await conversations()
    const listed = (await legacy(`/messages?threadUid=${threadUid}&limit=4`)).body
    assert.equal(listed.length, 4)
    const rest = (await legacy(`/messages?threadUid=${threadUid}&offset=4`)).body
    assert.equal(rest.length, 2)
    const { body } = await legacy(`/messages/${first}`)
    assert.deepEqual(body, {
      uid: first,
      threadUid,
      created: '2026-05-20T16:00:01.000Z',
      type: 'EMAIL',
      status: 'CREATED',
      senderType: 'AGENCY',
      subject: 'Your stay at Cedar Cabin',
      content: '0.1',
    })
  })

  it('returns partners messages of accessible leads', async () => {
    const [{ uid }] = await conversations('', token)
    const listed = (await legacy(`/messages?threadUid=${uid}`, token)).body
    assert.deepEqual(
      listed.map(({ content }: { content: string }) => content),
      ['0.3', '0.2', '0.1'],
    )
  })
})

describe('refusals of v2', () => {
  it('400: rejects a search of threads by lead, and missing parameters', async () => {
    for (const query of [`agencyUid=${agencyUid}&leadUid=${leads[0]!.uid}`, 'leadUid=x']) {
      const { status, body } = await legacy(`/threads?${query}`)
      assert.deepEqual([status, body.code], [400, 'INVALID_PARAMETER'])
      assert.equal(
        body.apiErrorMessage,
        "Invalid parameter 'leadUid': threads belong to the agency and cannot be searched by " +
          'lead, use agencyUid or guestUid',
      )
    }
    assert.equal((await legacy('/threads')).status, 400)
    const { status, body } = await legacy('/messages')
    assert.deepEqual([status, body.apiErrorMessage], [400, 'threadUid is required'])
  })

  it('404: rejects threads of v3; 405: rejects writes', async () => {
    const { threadUid } = leads[0]!
    const [{ uid }] = await conversations()
    for (const { status, body } of [
      await legacy(`/threads/${threadUid}`),
      await legacy(`/messages?threadUid=${threadUid}`),
      await get(`/threads/${uid}`),
      await get(`/messages?threadUid=${uid}`),
    ]) {
      assert.deepEqual([status, body.code], [404, 'THREAD_NOT_FOUND'])
    }
    assert.equal((await legacy(`/threads?agencyUid=${newUid()}`)).status, 403)
    assert.equal((await legacy(`/threads?agencyUid=${agencyUid}&guestUid=${newUid()}`)).status, 404)
    assert.equal((await request('POST', '/v2/messages', {})).status, 405)
    assert.equal((await request('DELETE', `/v2/threads/${uid}`)).status, 405)
  })
})
