/** The filters of GET /properties and its order by name: contract/properties.md §3.3. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { makeUnitType } from '../../../../test/fixtures/held-nights.ts'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { makeSignedIn } from '../../../../test/fixtures/sessions.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const columns = { name: 'big Barn', city: 'York', external_id: 'B-1' }
const barn = await makeProperty(server, agencyUid, columns)
await makeProperty(server, agencyUid, { name: 'Loft', is_active: false, city: 'Leeds' })
await makeProperty(server, agencyUid, { name: 'Attic' })
const { hotelUid } = await makeUnitType(server, agencyUid, { name: 'Room' })
const tagged = { objectUid: barn, objectType: 'PROPERTY', tags: ['Sea', 'Dogs'] }
await server.request('POST', '/api/v3.3/tags', { key, body: tagged })

const owner = { agencyUid, firstName: 'Ada', lastName: 'Reed', email: 'ada@owners.example' }
const { uid: ownerUid } = (await server.request('POST', '/api/v3.3/owners', { key, body: owner }))
  .body.owner
const ownership = `/api/v3.3/property-ownership/${barn}`
await server.request('PUT', ownership, { key, body: { ownerUid } })
const idle = { ...owner, email: 'sam@owners.example' }
const { uid: idleUid } = (await server.request('POST', '/api/v3.3/owners', { key, body: idle }))
  .body.owner

const send = (query: string, as = key) =>
  server.request('GET', `/api/v3.3/properties?agencyUid=${agencyUid}&${query}`, { key: as })

async function listNames(query: string, as = key): Promise<string[]> {
  const { status, body } = await send(query, as)
  assert.equal(status, 200, JSON.stringify(body))
  return body.properties.map(({ name }: { name: string }) => name)
}

describe('GET /properties', () => {
  const cases: [string, string[]][] = [
    ['query=BARN', ['big Barn']],
    ['query=b-1', ['big Barn']],
    ['query=_', []],
    ['tags=sea,DOGS', ['big Barn']],
    ['tags=sea,cats', []],
    ['city=york', ['big Barn']],
    ['isActive=false', ['Loft']],
    [`hotelUid=${hotelUid}`, ['Room']],
    [`ownerUid=${ownerUid}`, ['big Barn']],
    [`ownerUid=${ownerUid}&isActive=false`, []],
    [`ownerUid=${idleUid}`, []],
    ['sort=name', ['Attic', 'big Barn', 'Loft', 'Room']],
    ['sort=name&isActive=true', ['Attic', 'big Barn', 'Room']],
  ]
  for (const [query, expected] of cases) {
    it(`200: ${query}`, async () => assert.deepEqual(await listNames(query), expected))
  }

  it('200: sorts pages by name, with a total count', async () => {
    const names: string[] = []
    let cursor = ''
    for (let page = 0; page < 4; page++) {
      const { body } = await send(`sort=name&_limit=1&_total=true&_cursor=${cursor}`)
      names.push(body.properties[0].name)
      assert.equal(body._metadata.totalCount, 4)
      cursor = body._paging._nextCursor
    }
    assert.deepEqual([names, cursor], [['Attic', 'big Barn', 'Loft', 'Room'], null])
  })

  it('200: a partner gets only granted properties', async () => {
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: barn })
    const token = await makeToken(server, partnerUid, agencyUid)
    assert.deepEqual(await listNames('sort=name', token), ['big Barn'])
    const { status, body } = await send(`hotelUid=${hotelUid}`, token)
    assert.deepEqual([status, body.parameter], [403, 'hotelUid'])
  })

  it('400: rejects sort with updatedSince, and cursors of another order', async () => {
    const { body } = await send('_limit=1')
    for (const sort of ['name', 'updated']) {
      const delta = await send(`sort=${sort}&updatedSince=2026-01-01T00:00:00`)
      assert.deepEqual([delta.status, delta.body.parameter], [400, 'sort'])
      const other = await send(`sort=${sort}&_cursor=${body._paging._nextCursor}`)
      assert.equal(other.body.code, 'INVALID_CURSOR')
    }
    const wrong = await send('sort=price')
    assert.deepEqual(wrong.body.allowedValues, ['name', 'updated'])
  })
})

describe('GET /properties of an owner', () => {
  it('404 for an unknown or foreign owner', async () => {
    const foreign = await makeAgency(server)
    const body = { ...owner, agencyUid: foreign.agencyUid }
    const created = await server.request('POST', '/api/v3.3/owners', { key: foreign.key, body })
    for (const uid of [randomUUID(), 'x', created.body.owner.uid]) {
      const { status, body } = await send(`ownerUid=${uid}`)
      assert.deepEqual([status, body.code], [404, 'OWNER_NOT_FOUND'])
    }
  })

  it('403 for properties of an owner, for roles that may not read owners', async () => {
    for (const [role, status] of [
      ['STAFF', 403],
      ['MANAGER', 200],
      ['READ_ONLY', 200],
    ] as const) {
      const { headers } = await makeSignedIn(server, agencyUid, role)
      const path = `/api/v3.3/properties?agencyUid=${agencyUid}&ownerUid=${ownerUid}`
      assert.equal((await server.request('GET', path, { headers })).status, status, role)
    }
  })
})

describe('order of GET /properties', () => {
  it('200: sort=updated lists the last changed first, in pages', async () => {
    const rename = (uid: string, externalId: string) =>
      server.request('PATCH', `/api/v3.3/properties/${uid}`, { key, body: { externalId } })
    const uids = (await send('sort=name')).body.properties.map(({ uid }: { uid: string }) => uid)
    for (const uid of uids) {
      server.clock.advance(1_000)
      await rename(uid, 'X')
    }
    const listed: string[] = []
    let cursor = ''
    for (let page = 0; page < 4; page++) {
      const { body } = await send(`sort=updated&_limit=1&_cursor=${cursor}`)
      listed.push(body.properties[0].uid)
      cursor = body._paging._nextCursor
    }
    assert.deepEqual([listed, cursor], [uids.toReversed(), null])
  })
})
