/** The response cache: contract/general.md §10. */
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

/** Writes without bumping tag versions, which reveals whether a response was cached. */
const past = (sql: string) => server.database.exclusively(script => script(sql))
const note = (text: string) => past(`update leads set notes = '${text}' where uid = '${uid}'`)

/** Writes to a table that an agency's responses depend on. */
const invalidate = (agency: string) =>
  server.database.kysely
    .updateTable('agency_settings')
    .set({ inquiry_response_hours: 12 })
    .where('agency_uid', '=', agency)
    .execute()

const query = () => `{ leads(agencyUid: "${agencyUid}") { uid notes } }`
const postQuery = async (headers: Record<string, string> = {}, path = '/v2/leadsql') =>
  server.request('POST', path, { key, headers, body: query() })
const readNotes = async () => (await postQuery()).body.data.leads[0].notes
const get = (path: string, headers: Record<string, string> = {}) =>
  server.request('GET', `/api/v3.3${path}`, { key, headers })
const readNote = async () => (await get(`/leads/${uid}`)).body.lead.notes

describe('a response', () => {
  for (const [what, read] of [
    ['of the lead query', readNotes],
    ['of a REST read', readNote],
  ] as const) {
    it(`${what} is cached until its agency writes, whatever others write`, async () => {
      const other = await makeAgency(server)
      assert.equal(await read(), 'before')
      await note('after')
      assert.equal(await read(), 'before')
      await invalidate(other.agencyUid)
      assert.equal(await read(), 'before')
      await invalidate(agencyUid)
      assert.equal(await read(), 'after')
    })
  }

  it('is sent once, so that nothing is logged', async () => {
    const before = logs.entries.length
    assert.equal(await readNotes(), 'before')
    assert.equal(await readNote(), 'before')
    await Promise.all([readNote(), readNote(), get('/leads?agencyUid=x'), get(`/properties`)])
    assert.deepEqual(logs.entries.slice(before), [])
  })

  it('is recomputed when a tag version is missing, which is then created', async () => {
    await readNotes()
    await past(`delete from cache_tag_versions where agency_uid = '${agencyUid}'`)
    await note('after')
    assert.equal(await readNotes(), 'after')
    await readNotes()
    await note('later')
    assert.equal(await readNotes(), 'after')
  })

  it('is recomputed after a write to rows without an agency', async () => {
    await readNotes()
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
    assert.equal(await readNotes(), 'after')
  })

  it('401: is not returned for a revoked key', async () => {
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

  it('is not cached if it is an error', async () => {
    const body = `{ leads(agencyUid: "${uid}") { uid } }`
    const refused = async () =>
      (await server.request('POST', '/v2/leadsql', { key, body })).body.errors[0].extensions.uid
    assert.notEqual(await refused(), await refused())
  })
})

describe('GET /metrics', () => {
  it('counts hits and misses', async () => {
    const counts = async () => {
      const { text } = await server.request('GET', '/metrics')
      const of = (how: string) =>
        new RegExp(`^lodgepole_response_cache_requests_total{result="${how}"} (.*)$`, 'm')
      return ['hit', 'miss'].map(how => Number(of(how).exec(text)![1]))
    }
    const [hits, misses] = await counts()
    for (let i = 0; i < 3; i++) await readNote()
    assert.deepEqual(await counts(), [hits! + 2, misses! + 1])
  })
})

describe('If-None-Match', () => {
  it('304: has no body if the response is unchanged, also of a GraphQL POST', async () => {
    const first = await get(`/leads/${uid}`)
    const tag = first.headers.get('etag')!
    assert.match(tag, /^"\w+\.[\w-]+"$/)
    assert.equal(first.headers.get('cache-control'), 'private, no-cache')
    const again = await get(`/leads/${uid}`, { 'if-none-match': tag })
    assert.deepEqual([again.status, again.text], [304, ''])
    assert.equal(again.headers.get('etag'), tag)
    assert.ok(again.headers.get('x-ratelimit-remaining'))
    const queried = await postQuery({ 'if-none-match': '"unknown"' })
    assert.equal(queried.status, 200)
    const knownTag = queried.headers.get('etag')!
    assert.equal((await postQuery({ 'if-none-match': knownTag })).status, 304)
    await server.database.kysely
      .updateTable('leads')
      .set({ notes: 'after' })
      .where('agency_uid', '=', agencyUid)
      .execute()
    assert.equal((await postQuery({ 'if-none-match': knownTag })).status, 200)
    assert.equal((await get(`/leads/${uid}`, { 'if-none-match': tag })).status, 200)
  })

  it('200: nothing differs for clients of GraphQL that do not send it', async () => {
    const { headers } = await postQuery()
    assert.deepEqual([headers.get('etag'), headers.get('cache-control')], [null, 'no-store'])
  })

  it('accepts every form of the header', async () => {
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

  it('304: recognises a response in every encoding', async () => {
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

describe('cache_tag_versions', () => {
  const readVersions = async () => {
    const { kysely } = server.database
    const versions = kysely
      .selectFrom('cache_tag_versions')
      .select('version')
      .where('agency_uid', '=', agencyUid)
    return JSON.stringify(await versions.orderBy('tag_uid').execute())
  }

  it('change with every commit, of a transaction or a single statement', async () => {
    const observed = [await readVersions()]
    await invalidate(agencyUid)
    observed.push(await readVersions())
    await server.database.kysely.transaction().execute(async db => {
      await db.deleteFrom('leads').where('agency_uid', '=', agencyUid).execute()
    })
    observed.push(await readVersions())
    assert.equal(new Set(observed).size, 3)
  })

  it('change in the same transaction as the write', async () => {
    await invalidate(agencyUid)
    const { rows } = await sql<{ by: string }>`
      select m.xmin::text as by from cache_tag_versions m where m.agency_uid = ${agencyUid}
        and m.tag_uid = '00000000-0000-0000-0000-000000000000'
      union all
      select s.xmin::text from agency_settings s where s.agency_uid = ${agencyUid}`.execute(
      server.database.kysely,
    )
    assert.equal(rows.length, 2)
    assert.equal(rows[0]!.by, rows[1]!.by)
  })

  it('are unchanged when a partner gets a token', async () => {
    const { partnerUid } = await makePartner(server)
    const before = await readVersions()
    await makeToken(server, partnerUid, agencyUid)
    assert.equal(await readVersions(), before)
  })

  it('are unchanged without a write, or after a rollback', async () => {
    const before = await readVersions()
    const { kysely } = server.database
    await kysely.deleteFrom('tags').where('agency_uid', '=', agencyUid).execute()
    await kysely.selectFrom('leads').selectAll().where('agency_uid', '=', agencyUid).execute()
    const undone = kysely.transaction().execute(async db => {
      await db.deleteFrom('leads').where('agency_uid', '=', agencyUid).execute()
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    assert.equal(await readVersions(), before)
  })
})
