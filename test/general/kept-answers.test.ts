/** Answers that are kept while nobody changes them: contract/general.md §10. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import {
  makeAgency,
  makeKey,
  makeLead,
  makePartner,
  makeProperty,
  makeToken,
} from '../fixtures/rows.ts'
import { Logs } from '../support/logs.ts'
import { startServer } from '../support/server.ts'

const logs = new Logs()
const server = await startServer({ LOG_LEVEL: 'warn' }, { logTo: logs })
let agencyUid: string
let key: string
let uid: string

beforeEach(async () => {
  ;({ agencyUid, key } = await makeAgency(server))
  const property_uid = await makeProperty(server, agencyUid)
  uid = await makeLead(server, agencyUid, { property_uid, notes: 'before' })
})

/** Writes past the marks, so that an answer shows whether it was kept. */
const past = (sql: string) => server.database.exclusively(script => script(sql))
const note = (text: string) => past(`update leads set notes = '${text}' where uid = '${uid}'`)

/** Any write on what an agency shows. */
const touch = (agency: string) =>
  server.database.kysely
    .updateTable('agency_settings')
    .set({ inquiry_response_hours: 12 })
    .where('agency_uid', '=', agency)
    .execute()

const query = () => `{ leads(agencyUid: "${agencyUid}") { uid notes } }`
const ask = async (headers: Record<string, string> = {}, path = '/v2/leadsql') =>
  server.request('POST', path, { key, headers, body: query() })
const notesOf = async () => (await ask()).body.data.leads[0].notes
const get = (path: string, headers: Record<string, string> = {}) =>
  server.request('GET', `/api/v3.3${path}`, { key, headers })
const noteOf = async () => (await get(`/leads/${uid}`)).body.lead.notes

describe('an answer', () => {
  for (const [what, read] of [
    ['of the lead query', notesOf],
    ['of a REST read', noteOf],
  ] as const) {
    it(`${what} is given again until its agency writes, whatever others write`, async () => {
      const other = await makeAgency(server)
      assert.equal(await read(), 'before')
      await note('after')
      assert.equal(await read(), 'before')
      await touch(other.agencyUid)
      assert.equal(await read(), 'before')
      await touch(agencyUid)
      assert.equal(await read(), 'after')
    })
  }

  it('is sent once, so that nothing is logged', async () => {
    const before = logs.entries.length
    assert.equal(await notesOf(), 'before')
    assert.equal(await noteOf(), 'before')
    await Promise.all([noteOf(), noteOf(), get('/leads?agencyUid=x'), get(`/properties`)])
    assert.deepEqual(logs.entries.slice(before), [])
  })

  it('is made anew when a mark is missing, which is then made', async () => {
    await notesOf()
    await past(`delete from marks where agency_uid = '${agencyUid}'`)
    await note('after')
    assert.equal(await notesOf(), 'after')
    await notesOf()
    await note('later')
    assert.equal(await notesOf(), 'after')
  })

  it('is made anew when it cannot be told whose rows were written', async () => {
    await notesOf()
    await note('after')
    await server.database.kysely
      .insertInto('partners')
      .values({
        partner_uid: uid,
        name: 'New',
        kind: 'INTEGRATION',
        client_id: uid,
        created_at: new Date(),
      })
      .execute()
    assert.equal(await notesOf(), 'after')
  })

  it('401: is nobody’s whose key has ended', async () => {
    const further = await makeKey(server, agencyUid)
    const read = () => server.request('POST', '/v2/leadsql', { key: further.secret, body: query() })
    assert.equal((await read()).status, 200)
    await server.database.kysely
      .updateTable('api_keys')
      .set({ revoked_at: server.clock.now() })
      .where('uid', '=', further.uid)
      .execute()
    assert.equal((await read()).status, 401)
  })

  it('is not kept where it is a refusal', async () => {
    const body = `{ leads(agencyUid: "${uid}") { uid } }`
    const refused = async () =>
      (await server.request('POST', '/v2/leadsql', { key, body })).body.errors[0].extensions.uid
    assert.notEqual(await refused(), await refused())
  })
})

describe('GET /metrics', () => {
  it('counts answers that were kept, and those that were made', async () => {
    const counts = async () => {
      const { text } = await server.request('GET', '/metrics')
      const of = (how: string) => new RegExp(`^lodgepole_answers_total{how="${how}"} (.*)$`, 'm')
      return ['kept', 'made'].map(how => Number(of(how).exec(text)![1]))
    }
    const [kept, made] = await counts()
    for (let i = 0; i < 3; i++) await noteOf()
    assert.deepEqual(await counts(), [kept! + 2, made! + 1])
  })
})

describe('If-None-Match', () => {
  it('304: has no body where the answer is the same, also of a GraphQL POST', async () => {
    const first = await get(`/leads/${uid}`)
    const tag = first.headers.get('etag')!
    assert.match(tag, /^"\w+\.[\w-]+"$/)
    assert.equal(first.headers.get('cache-control'), 'private, no-cache')
    const again = await get(`/leads/${uid}`, { 'if-none-match': tag })
    assert.deepEqual([again.status, again.text], [304, ''])
    assert.equal(again.headers.get('etag'), tag)
    assert.ok(again.headers.get('x-ratelimit-remaining'))
    const asked = await ask({ 'if-none-match': '"unknown"' })
    assert.equal(asked.status, 200)
    const known = asked.headers.get('etag')!
    assert.equal((await ask({ 'if-none-match': known })).status, 304)
    await server.database.kysely
      .updateTable('leads')
      .set({ notes: 'after' })
      .where('agency_uid', '=', agencyUid)
      .execute()
    assert.equal((await ask({ 'if-none-match': known })).status, 200)
    assert.equal((await get(`/leads/${uid}`, { 'if-none-match': tag })).status, 200)
  })

  it('200: nothing differs for clients of GraphQL that do not send it', async () => {
    const { headers } = await ask()
    assert.deepEqual([headers.get('etag'), headers.get('cache-control')], [null, 'no-store'])
  })

  it('takes every shape', async () => {
    const tag = (await get(`/leads/${uid}`)).headers.get('etag')!
    const same = ['*', tag, `W/${tag}`, `"a", ${tag}`, `"a",W/"b",${tag}`, ` ${tag} `]
    for (const text of same) {
      assert.equal((await get(`/leads/${uid}`, { 'if-none-match': text })).status, 304, text)
    }
    const other = ['', '"', tag.slice(1, -1), '"a', '*, "a"', 'W/', ',,,', '"a"'.repeat(5_000)]
    for (const text of other) {
      assert.equal((await get(`/leads/${uid}`, { 'if-none-match': text })).status, 200, text)
    }
  })

  it('304: knows an answer in whatever encoding it was given', async () => {
    for (let i = 0; i < 10; i++) await makeLead(server, agencyUid, { notes: 'n'.repeat(200) })
    const path = `/leads?agencyUid=${agencyUid}`
    const zipped = await get(path, { 'accept-encoding': 'gzip' })
    assert.equal(zipped.headers.get('content-encoding'), 'gzip')
    const plain = await get(path)
    assert.equal(zipped.text, plain.text)
    const [a, b] = [zipped.headers.get('etag')!, plain.headers.get('etag')!]
    assert.notEqual(a, b)
    for (const tag of [a, b]) {
      assert.equal((await get(path, { 'if-none-match': tag })).status, 304)
    }
  })
})

describe('marks', () => {
  const markOf = async () => {
    const { kysely } = server.database
    const marks = kysely.selectFrom('marks').select('mark').where('agency_uid', '=', agencyUid)
    return JSON.stringify(await marks.orderBy('scope_uid').execute())
  }

  it('move with what is committed, be it a transaction or a single statement', async () => {
    const seen = [await markOf()]
    await touch(agencyUid)
    seen.push(await markOf())
    await server.database.kysely.transaction().execute(async db => {
      await db.deleteFrom('leads').where('agency_uid', '=', agencyUid).execute()
    })
    seen.push(await markOf())
    assert.equal(new Set(seen).size, 3)
  })

  it('move by the very transaction that writes, wherever it is done', async () => {
    await touch(agencyUid)
    const { rows } = await sql<{ by: string }>`
      select m.xmin::text as by from marks m where m.agency_uid = ${agencyUid}
        and m.scope_uid = '00000000-0000-0000-0000-000000000000'
      union all
      select s.xmin::text from agency_settings s where s.agency_uid = ${agencyUid}`.execute(
      server.database.kysely,
    )
    assert.equal(rows.length, 2)
    assert.equal(rows[0]!.by, rows[1]!.by)
  })

  it('stay when a partner of the agency is given a token', async () => {
    const { partnerUid } = await makePartner(server)
    const before = await markOf()
    await makeToken(server, partnerUid, agencyUid)
    assert.equal(await markOf(), before)
  })

  it('stay where nothing was written, or it was undone', async () => {
    const before = await markOf()
    const { kysely } = server.database
    await kysely.deleteFrom('tags').where('agency_uid', '=', agencyUid).execute()
    await kysely.selectFrom('leads').selectAll().where('agency_uid', '=', agencyUid).execute()
    const undone = kysely.transaction().execute(async db => {
      await db.deleteFrom('leads').where('agency_uid', '=', agencyUid).execute()
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    assert.equal(await markOf(), before)
  })
})
