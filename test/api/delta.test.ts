/** contract/general.md §5: reading changes since a time. */
import assert from 'node:assert/strict'
import { before, beforeEach, describe, it } from 'node:test'
import * as make from '../fixtures/rows.ts'
import { exampleNow, startServer } from '../support/server.ts'

const server = await startServer()
let agencyUid: string
let key: string

before(async () => {
  const agency = await make.makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
})

beforeEach(async () => {
  server.clock.set(exampleNow)
  await server.database.kysely.deleteFrom('leads').where('agency_uid', '=', agencyUid).execute()
})

const lead = (updated: string, columns = {}) =>
  make.makeLead(server, agencyUid, { updated_at: new Date(updated), ...columns })
const makeDeleted = (deleted: string, columns = {}) =>
  lead(deleted, { deleted_at: new Date(deleted), ...columns })

async function listSince(instant: string, query = '', credential = key) {
  const path = `/api/v3.3/leads?agencyUid=${agencyUid}&updatedSince=${instant}${query}`
  const { status, body } = await server.request('GET', path, { key: credential })
  const listed: string[] = body.leads?.map(({ uid }: { uid: string }) => uid)
  return { status, body, given: listed, metadata: body._metadata, paging: body._paging }
}

describe('updatedSince', () => {
  it('is inclusive, to the millisecond', async () => {
    const at = await lead('2026-05-15T10:00:00.500Z')
    assert.deepEqual((await listSince('2026-05-15T10:00:00.500')).given, [at])
    assert.deepEqual((await listSince('2026-05-15T10:00:00.501')).given, [])
  })

  it('sorts by the last update, not by creation', async () => {
    const second = await lead('2026-05-16T10:00:00Z')
    const third = await lead('2026-05-17T10:00:00Z')
    const first = await lead('2026-05-15T10:00:00Z')
    assert.deepEqual((await listSince('2026-05-01')).given, [first, second, third])
  })
})

describe('the spellings of updatedSince', () => {
  const spellings = [
    '2026-05-15T10:00:00',
    '2026-05-15T10:00:00Z',
    '2026-05-15T10:00:00z',
    '2026-05-15T10:00',
    '2026-05-15T10:00Z',
    '2026-05-15%2010:00:00',
    '2026-05-15T10:00:00.000',
    '2026-05-15T10:00:00.000000Z',
    '2026-05-15T12:00:00%2B02:00',
    '2026-05-15T12:00:00%2B0200',
    '2026-05-15T04:00:00-06:00',
  ]
  for (const spelling of spellings) {
    it(`takes ${decodeURIComponent(spelling)}`, async () => {
      await lead('2026-05-15T09:59:59.999Z')
      const at = await lead('2026-05-15T10:00:00Z')
      assert.deepEqual((await listSince(spelling)).given, [at])
    })
  }

  it('takes a date as its midnight in UTC', async () => {
    await lead('2026-05-14T23:59:59.999Z')
    const at = await lead('2026-05-15T00:00:00Z')
    assert.deepEqual((await listSince('2026-05-15')).given, [at])
  })

  const bad = [
    'yesterday',
    '2026-02-30T00:00:00',
    '2026-05-15T25:00:00',
    '0000-01-01',
    '15/05/2026',
  ]
  for (const text of [...bad, '2026-05-15T10:00:00X', '1747303200']) {
    it(`400 for ${text}`, async () => {
      const { status, body } = await listSince(text)
      assert.deepEqual(
        [status, body.code, body.parameter],
        [400, 'INVALID_PARAMETER', 'updatedSince'],
      )
    })
  }

  it('is absent when empty', async () => {
    await lead('2026-05-15T10:00:00Z')
    const { status, metadata } = await listSince('')
    assert.deepEqual([status, metadata], [200, { count: 1, totalCount: null }])
  })

  it('400 with a cursor of the other sort order', async () => {
    await lead('2026-05-15T10:00:00Z')
    await lead('2026-05-15T10:00:00Z')
    const path = `/api/v3.3/leads?agencyUid=${agencyUid}&_limit=1`
    const { body } = await server.request('GET', path, { key })
    const response = await listSince('2026-05-01', `&_cursor=${body._paging._nextCursor}`)
    assert.deepEqual([response.status, response.body.code], [400, 'INVALID_CURSOR'])
  })
})

describe('asOfUtcDateTime', () => {
  it("is the server's clock less two seconds", async () => {
    assert.equal((await listSince('2026-05-01')).metadata.asOfUtcDateTime, '2026-05-20T14:59:58')
  })

  it('is on every page, deletedUids on the first one only', async () => {
    for (let i = 0; i < 3; i++) await lead('2026-05-15T10:00:00Z')
    const first = await listSince('2026-05-01', '&_limit=2')
    assert.deepEqual(first.metadata.deletedUids, [])
    const second = await listSince('2026-05-01', `&_limit=2&_cursor=${first.paging._nextCursor}`)
    assert.deepEqual(second.metadata, {
      count: 1,
      totalCount: null,
      asOfUtcDateTime: '2026-05-20T14:59:58',
    })
  })
})

describe('deletedUids', () => {
  it('are the rows deleted since then, newest first', async () => {
    await makeDeleted('2026-05-14T00:00:00Z')
    const older = await makeDeleted('2026-05-15T00:00:00Z')
    const newer = await makeDeleted('2026-05-16T00:00:00Z')
    const { given: listed, metadata } = await listSince('2026-05-15')
    assert.deepEqual(listed, [])
    assert.deepEqual(metadata.deletedUids, [newer, older])
    assert.equal(metadata.count, 0)
  })

  it('are retained for 90 days', async () => {
    await makeDeleted('2026-02-19T14:59:59Z')
    const retained = await makeDeleted('2026-02-19T15:00:00Z')
    assert.deepEqual((await listSince('2020-01-01')).metadata.deletedUids, [retained])
  })

  it('are the newest 1,000, with a flag if there are more', async () => {
    const at = Date.parse('2026-05-15T00:00:00Z')
    const time = (i: number) => new Date(at + i * 1_000).toISOString()
    for (let i = 0; i < 1_000; i++) await makeDeleted(time(i))
    const complete = (await listSince('2026-05-01')).metadata
    assert.deepEqual([complete.deletedUids.length, complete.deletedTruncated], [1_000, undefined])
    const newest = await makeDeleted(time(1_000))
    const cut = (await listSince('2026-05-01')).metadata
    assert.deepEqual([cut.deletedUids.length, cut.deletedTruncated], [1_000, true])
    assert.equal(cut.deletedUids[0], newest)
  })

  it('are those of the property that was asked for', async () => {
    const property_uid = await make.makeProperty(server, agencyUid)
    const there = await makeDeleted('2026-05-15T00:00:00Z', { property_uid })
    await makeDeleted('2026-05-15T00:00:00Z')
    const { metadata } = await listSince('2026-05-01', `&propertyUid=${property_uid}`)
    assert.deepEqual(metadata.deletedUids, [there])
  })

  it('are, for a partner, those of its properties', async () => {
    const property_uid = await make.makeProperty(server, agencyUid)
    const { partnerUid } = await make.makePartner(server)
    await make.grant(server, { agencyUid, partnerUid, objectUid: property_uid })
    const token = await make.makeToken(server, partnerUid, agencyUid)
    const there = await makeDeleted('2026-05-15T00:00:00Z', { property_uid })
    await makeDeleted('2026-05-15T00:00:00Z')
    assert.deepEqual((await listSince('2026-05-01', '', token)).metadata.deletedUids, [there])
  })

  it('are absent without updatedSince', async () => {
    await makeDeleted('2026-05-15T00:00:00Z')
    const path = `/api/v3.3/leads?agencyUid=${agencyUid}`
    const { body } = await server.request('GET', path, { key })
    assert.deepEqual(body._metadata, { count: 0, totalCount: null })
  })
})

describe('the two names of the parameter', () => {
  const lists = [
    ...['leads', 'leads/group-booking', 'properties', 'guests', 'orders', 'reviews', 'jobs'],
    'multi-units/multi-unit-properties',
  ]
  for (const list of lists) {
    it(`mean the same of /${list}`, async () => {
      const old = new Date('2026-01-01T00:00:00Z')
      await lead('2026-05-15T10:00:00Z', { created_at: old })
      const readList = (name: string, at: string) =>
        server.request('GET', `/api/v3.3/${list}?agencyUid=${agencyUid}&${name}=${at}`, { key })
      for (const at of ['2026-05-01', '2026-06-01']) {
        const [one, other] = [
          await readList('updatedSince', at),
          await readList('modifiedSince', at),
        ]
        assert.deepEqual([one.status, other.status], [200, 200], one.text)
        assert.deepEqual(other.body, one.body)
        assert.equal(other.headers.get('x-lodgepole-warning'), null)
      }
    })
  }

  it('400 CONFLICTING_PARAMETERS: differ', async () => {
    const path = `/api/v3.3/leads?agencyUid=${agencyUid}&updatedSince=2026-05-01`
    const readList = (since: string) =>
      server.request('GET', `${path}&modifiedSince=${since}`, { key })
    assert.equal((await readList('2026-05-01')).status, 200)
    const { status, body } = await readList('2026-05-02')
    assert.deepEqual([status, body.code], [400, 'CONFLICTING_PARAMETERS'])
    assert.deepEqual(body.oneOf, ['updatedSince', 'modifiedSince'])
  })

  it('both exclude rows that have not changed since then', async () => {
    const late = await lead('2026-05-17T10:00:00Z')
    await lead('2026-05-15T10:00:00Z')
    const path = `/api/v3.0/leads?agencyUid=${agencyUid}&modifiedSince=2026-05-16`
    const { body } = await server.request('GET', path, { key })
    const listed = body.leads.map(({ uid }: { uid: string }) => uid)
    assert.deepEqual([listed, body._metadata.deletedUids], [[late], []])
  })
})
