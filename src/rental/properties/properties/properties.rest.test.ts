/** Lists and single properties: contract/properties.md §3. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeHotel,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const foreign = await makeAgency(server)
let agencyUid: string
let key: string

beforeEach(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
})

const day = (n: number) => new Date(`2026-05-0${n}T00:00:00.${n}00Z`)

/** Creates a property with created and updated days in May 2026. */
const make = (created: number, updated = created, columns = {}) =>
  makeProperty(server, agencyUid, {
    created_at: day(created),
    updated_at: day(updated),
    ...columns,
  })

const list = (query = '', version = 'v3.3', by = key) =>
  server.request('GET', `/api/${version}/properties?agencyUid=${agencyUid}${query}`, { key: by })

async function uids(query = '', by = key): Promise<string[]> {
  const { body } = await list(query, 'v3.3', by)
  return body.properties.map(({ uid }: { uid: string }) => uid)
}

const young = ['timeZone', 'createdUtcDateTime']
const unitFields = ['hotelUid', 'numberOfUnits', 'numberOfActiveUnits']

describe('GET /properties', () => {
  for (const version of ['v3', 'v3.0', 'v3.1', 'v3.2', 'v3.3']) {
    it(`200 in ${version}: lists the newest first, with the keys of the version`, async () => {
      const createdUids = [await make(1), await make(3), await make(2)]
      const { status, body } = await list('', version)
      assert.equal(status, 200)
      const assigned = body.properties.map(({ uid }: { uid: string }) => uid)
      assert.deepEqual(assigned, [createdUids[1], createdUids[2], createdUids[0]])
      assert.deepEqual(body._metadata, { count: 3, totalCount: null })
      assert.deepEqual(body._paging, { _limit: 20, _nextCursor: null })
      const keys = Object.keys(body.properties[0])
      const has = (names: string[]) => names.every(name => keys.includes(name))
      assert.equal(has(young), version === 'v3.3')
      assert.equal(has(unitFields), !['v3', 'v3.0'].includes(version))
      assert.ok(has(['parentUid', 'masterBookable']) && !keys.includes('rooms'))
      assert.equal(keys.length, 41 + (has(unitFields) ? 3 : 0) + (has(young) ? 2 : 0))
    })
  }

  it('200: includes inactive ones, sub-properties and unit types, not deleted ones', async () => {
    const hotel_uid = await makeHotel(server, agencyUid)
    const master = await make(1, 1, { is_active: false })
    const sub = await make(2, 2, { parent_uid: master })
    const unitType = await make(3, 3, { hotel_uid })
    await make(4, 4, { deleted_at: day(5) })
    const ignored = '&includeInactive=false&topLevelOnly=true&isActiveOrHasActiveSubUnits=false'
    assert.deepEqual(await uids(`${ignored}&limit=1&offset=2`), [unitType, sub, master])
  })

  it('200: pages neither skip nor repeat', async () => {
    const createdUids = [await make(1), await make(2), await make(3), await make(4), await make(5)]
    const listed: string[] = []
    let cursor = ''
    for (;;) {
      const { body } = await list(`&_limit=2&_total=true&_cursor=${cursor}`)
      listed.push(...body.properties.map(({ uid }: { uid: string }) => uid))
      assert.ok(body._metadata.totalCount >= 5)
      cursor = body._paging._nextCursor
      if (cursor === null) break
      if (listed.length === 2) await make(6)
    }
    assert.deepEqual(listed, createdUids.reverse())
    const forged = Buffer.from('{"offset":4}').toString('base64')
    assert.equal((await uids(`&_cursor=${forged}`)).length, 2)
  })
})

describe('metadata and errors of GET /properties', () => {
  it('200: updatedSince lists changed ones, oldest first, and deleted ones', async () => {
    const [late, early] = [await make(1, 6), await make(2, 4)]
    await make(3, 3)
    const deleted = await make(1, 5, { deleted_at: day(5) })
    const { body } = await list('&updatedSince=2026-05-04T00:00:00.400')
    const assigned = body.properties.map(({ uid }: { uid: string }) => uid)
    assert.deepEqual(assigned, [early, late])
    assert.deepEqual(body._metadata, {
      count: 2,
      totalCount: null,
      asOfUtcDateTime: '2026-05-20T14:59:58',
      deletedUids: [deleted],
    })
    const next = await list('&updatedSince=2026-05-01&_limit=1')
    const { _nextCursor } = next.body._paging
    const second = await list(`&updatedSince=2026-05-01&_limit=1&_cursor=${_nextCursor}`)
    assert.deepEqual(
      [second.body.properties.length, second.body._metadata.deletedUids],
      [1, undefined],
    )
  })

  it('200: returns an empty list', async () => {
    const { body } = await list()
    const _metadata = { count: 0, totalCount: null }
    assert.deepEqual(body, { properties: [], _metadata, _paging: {} })
  })

  it('400 without an agency or for an invalid limit, cursor or instant', async () => {
    const bare = await server.request('GET', '/api/v3.3/properties', { key })
    assert.deepEqual([bare.status, bare.body.code], [400, 'REQUIRED_PARAMETER'])
    assert.equal(bare.body.parameter, 'agencyUid')
    const bad = ['&_limit=0', '&_limit=x', '&_cursor=%25%25', '&updatedSince=yesterday']
    for (const query of bad) assert.equal((await list(query)).status, 400, query)
  })

  it('403 ACCESS_DENIED for an unknown or foreign agency', async () => {
    for (const other of [randomUUID(), foreign.agencyUid, 'x']) {
      const path = `/api/v3.3/properties?agencyUid=${other}`
      const { status, body } = await server.request('GET', path, { key })
      assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
    }
  })
})

describe('GET /properties/{uid}', () => {
  it('200: returns inactive ones, ignores agencyUid and the case of the uid', async () => {
    const uid = await make(1, 1, { is_active: false })
    const path = `/api/v3.3/properties/${uid.toUpperCase()}?agencyUid=${foreign.agencyUid}`
    const { status, body } = await server.request('GET', path, { key })
    assert.deepEqual([status, body.property.uid, body.property.rooms], [200, uid, []])
  })

  it('200: returns its rooms by number, with all kinds of beds', async () => {
    const uid = await make(1)
    const room = { roomType: 'BEDROOM', hasPrivateBathroom: false, propertyUid: uid }
    for (const roomNumber of [2, 1]) {
      const body = { ...room, roomNumber, bedCounts: { kingBed: roomNumber } }
      await server.request('POST', '/api/v3.3/rooms', { key, body })
    }
    for (const version of ['v3', 'v3.3']) {
      const single = await server.request('GET', `/api/${version}/properties/${uid}`, { key })
      const rooms = await server.request('GET', `/api/v3.3/rooms?propertyUid=${uid}`, { key })
      assert.deepEqual(single.body.property.rooms, rooms.body.rooms)
      assert.deepEqual([rooms.body.rooms.length, single.body.property.beds], [2, 3])
    }
  })

  it('404 PROPERTY_NOT_FOUND for an unknown, foreign, deleted or malformed uid', async () => {
    const foreignUid = await makeProperty(server, foreign.agencyUid)
    for (const uid of [randomUUID(), foreignUid, await make(1, 1, { deleted_at: day(2) }), 'x']) {
      const { status, body } = await server.request('GET', `/api/v3.3/properties/${uid}`, { key })
      assert.deepEqual([status, body.code], [404, 'PROPERTY_NOT_FOUND'])
      assert.equal(body.apiErrorMessage, `Property not found: ${uid}`)
    }
  })
})

describe('access of partners to properties', () => {
  it('a partner reads and changes only granted properties', async () => {
    const hotel_uid = await makeHotel(server, agencyUid)
    const [own, readable, hidden] = [await make(1), await make(2), await make(3)]
    const unitType = await make(4, 4, { hotel_uid })
    const { partnerUid } = await makePartner(server)
    const token = await makeToken(server, partnerUid, agencyUid)
    await grant(server, { agencyUid, partnerUid, objectUid: own })
    await grant(server, { agencyUid, partnerUid, objectUid: readable, access: 'READ' })
    await grant(server, { agencyUid, partnerUid, objectUid: hotel_uid, isHotel: true })
    assert.deepEqual(await uids('', token), [unitType, readable, own])
    const total = await list('&_total=true', 'v3', token)
    assert.equal(total.body._metadata.totalCount, 3)
    const send = async (method: string, uid: string) => {
      const path = `/api/v3.3/properties/${uid}`
      const change = method === 'GET' ? {} : { body: { name: 'X' } }
      const response = await server.request(method, path, { key: token, ...change })
      return [response.status, response.body.code]
    }
    assert.deepEqual(await send('GET', hidden), [404, 'PROPERTY_NOT_FOUND'])
    assert.deepEqual(await send('PATCH', hidden), [404, 'PROPERTY_NOT_FOUND'])
    assert.deepEqual(await send('GET', readable), [200, undefined])
    assert.deepEqual(await send('PATCH', readable), [403, 'READ_ONLY_GRANT'])
    assert.deepEqual(await send('PATCH', own), [200, undefined])
    assert.deepEqual(await send('PATCH', unitType), [200, undefined])
  })

  it('a partner gets only the deleted properties that it was granted', async () => {
    const deleted = await make(1, 1, { deleted_at: day(2) })
    await make(1, 1, { deleted_at: day(2) })
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: deleted })
    const token = await makeToken(server, partnerUid, agencyUid)
    const { body } = await list('&updatedSince=2026-01-01', 'v3.3', token)
    assert.deepEqual(body._metadata.deletedUids, [deleted])
  })
})
