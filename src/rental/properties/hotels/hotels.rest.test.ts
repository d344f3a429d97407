/** Multi-unit properties: contract/properties.md §7.2. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
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
const { agencyUid, key } = await makeAgency(server, { currency: 'EUR', timeZone: 'Europe/Madrid' })
const foreign = await makeAgency(server)

const path = '/multi-units/multi-unit-properties'
const call = (method: string, rest: string, body?: unknown, version = 'v3.3', by = key) =>
  server.request(method, `/api/${version}${path}${rest}`, { key: by, body })

async function created(body: object = {}) {
  const response = await call('POST', '', { name: 'Harbour House', agencyUid, ...body })
  assert.equal(response.status, 200)
  return response.body.multiUnitProperty
}

describe('POST /multi-units/multi-unit-properties', () => {
  it('200: returns the hotel with defaults of its agency', async () => {
    const { status, body } = await call('POST', '', { name: ' Harbour House ', agencyUid })
    assert.equal(status, 200)
    const { uid, createdUtcDateTime, ...hotel } = body.multiUnitProperty
    assert.match(uid, /^[0-9a-f-]{36}$/)
    assert.equal(createdUtcDateTime, '2026-05-20T15:00:00')
    assert.deepEqual(hotel, {
      agencyUid,
      name: 'Harbour House',
      isActive: false,
      propertyType: null,
      address: {
        address: null,
        address2: null,
        city: null,
        state: null,
        zipCode: null,
        countryCode: null,
        longitude: null,
        latitude: null,
      },
      timeZone: 'Europe/Madrid',
      externalId: null,
      pictureLink: null,
      webLink: null,
      unitTypesUids: [],
      updatedUtcDateTime: '2026-05-20T15:00:00',
    })
  })

  it('stores every field', async () => {
    const address = { address: '1 Quay', city: 'Cádiz', countryCode: 'es', latitude: 36.5 }
    const sent = {
      propertyType: 'HOTEL',
      address: { ...address, longitude: -6.3 },
      timeZone: 'Europe/Lisbon',
      externalId: 'H-1',
      webLink: 'https://harbour.example/',
    }
    const hotel = await created(sent)
    assert.deepEqual(hotel.address, {
      ...{ address2: null, state: null, zipCode: null },
      ...{ ...sent.address, countryCode: 'ES' },
    })
    const { propertyType, timeZone, externalId, webLink } = hotel
    const { address: _, ...rest } = sent
    assert.deepEqual({ propertyType, timeZone, externalId, webLink }, rest)
  })

  const refusals: [string, object, number, string][] = [
    ['no name', { agencyUid }, 400, 'REQUIRED_PARAMETER'],
    ['a blank name', { agencyUid, name: ' ' }, 400, 'INVALID_PARAMETER'],
    ['no agency', { name: 'A' }, 400, 'REQUIRED_PARAMETER'],
    ['a foreign agency', { name: 'A', agencyUid: foreign.agencyUid }, 403, 'ACCESS_DENIED'],
    ['half a place', { name: 'A', agencyUid, address: { latitude: 1 } }, 400, 'INVALID_PARAMETER'],
    ['an unknown kind', { name: 'A', agencyUid, propertyType: 'X' }, 400, 'INVALID_ENUM_VALUE'],
    ['an unknown zone', { name: 'A', agencyUid, timeZone: 'Mars' }, 400, 'INVALID_PARAMETER'],
  ]
  for (const [what, body, status, code] of refusals) {
    it(`${status}: ${what}`, async () => {
      const response = await call('POST', '', body)
      assert.deepEqual([response.status, response.body.code], [status, code])
    })
  }
})

describe('GET /multi-units/multi-unit-properties', () => {
  it('lists the hotels of an agency with their unit types, newest first', async () => {
    const { agencyUid, key } = await makeAgency(server)
    const rows = [1, 2, 3].map(day => ({ created_at: new Date(Date.UTC(2026, 0, day)) }))
    const uids = await Promise.all(rows.map(columns => makeHotel(server, agencyUid, columns)))
    const active = await makeProperty(server, agencyUid, { hotel_uid: uids[1]! })
    await makeProperty(server, agencyUid, { hotel_uid: uids[0]!, is_active: false })
    const { body } = await call('GET', `?agencyUid=${agencyUid}`, undefined, 'v3.1', key)
    const hotels = body.multiUnitProperties as { uid: string; isActive: boolean }[]
    assert.equal(Object.keys(body)[0], 'multiUnitProperties')
    assert.deepEqual(
      hotels.map(({ uid, isActive }) => [uid, isActive]),
      [
        [uids[2], false],
        [uids[1], true],
        [uids[0], false],
      ],
    )
    assert.deepEqual(body.multiUnitProperties[1].unitTypesUids, [active])
    const page = `?agencyUid=${agencyUid}&_limit=2&_total=true`
    const first = (await call('GET', page, undefined, 'v3.1', key)).body
    assert.deepEqual([first._metadata.count, first._metadata.totalCount], [2, 3])
    const next = `${page}&_cursor=${first._paging._nextCursor}`
    const second = (await call('GET', next, undefined, 'v3.1', key)).body
    assert.deepEqual(
      second.multiUnitProperties.map((hotel: { uid: string }) => hotel.uid),
      [uids[0]],
    )
  })

  it('updatedSince: lists changed and deleted hotels', async () => {
    const { agencyUid, key } = await makeAgency(server)
    await makeHotel(server, agencyUid)
    const body = { name: 'B', agencyUid }
    const stored = (await call('POST', '', body, 'v3.3', key)).body.multiUnitProperty.uid
    const deletedUid = (await call('POST', '', body, 'v3.3', key)).body.multiUnitProperty.uid
    await call('DELETE', `/${deletedUid}`, undefined, 'v3.3', key)
    const since = `?agencyUid=${agencyUid}&updatedSince=2026-05-20T00:00:00`
    const response = (await call('GET', since, undefined, 'v3.3', key)).body
    assert.deepEqual(
      response.multiUnitProperties.map((hotel: { uid: string }) => hotel.uid),
      [stored],
    )
    assert.deepEqual(response._metadata.deletedUids, [deletedUid])
  })

  it('400 without an agency, 403 for a foreign one, 200 in v3.0, which is read-only', async () => {
    assert.equal((await call('GET', '')).status, 400)
    assert.equal((await call('GET', `?agencyUid=${foreign.agencyUid}`)).status, 403)
    const old = await call('GET', `?agencyUid=${agencyUid}`, undefined, 'v3')
    assert.equal(old.status, 200)
    assert.equal((await call('POST', '', { agencyUid, name: 'A' }, 'v3')).status, 405)
  })
})

describe('/multi-units/multi-unit-properties/{uid}', () => {
  it('200: PATCH changes only the sent fields', async () => {
    const { uid } = await created({ address: { city: 'Cádiz', state: 'AN' }, externalId: 'H-2' })
    server.clock.advance(60_000)
    const patch = { address: { city: 'Rota' }, externalId: null }
    const { body } = await call('PATCH', `/${uid}`, patch)
    const { address, externalId, name, updatedUtcDateTime } = body.multiUnitProperty
    assert.deepEqual(
      [address.city, address.state, externalId, name],
      [...['Rota', 'AN', null, 'Harbour House']],
    )
    assert.equal(updatedUtcDateTime, '2026-05-20T15:01:00')
    server.clock.advance(60_000)
    const same = (await call('PATCH', `/${uid}`, patch)).body.multiUnitProperty
    assert.equal(same.updatedUtcDateTime, updatedUtcDateTime)
  })

  it('409 while the hotel has unit types, 204 without, then 404', async () => {
    const { uid } = await created()
    const unitType = await makeProperty(server, agencyUid, { hotel_uid: uid })
    const refused = await call('DELETE', `/${uid}`)
    assert.deepEqual([refused.status, refused.body.code], [409, 'STATE_CONFLICT'])
    await server.request('DELETE', `/api/v3.3/multi-units/unit-types/${unitType}`, { key })
    assert.equal((await call('DELETE', `/${uid}`)).status, 204)
    assert.equal((await call('GET', `/${uid}`)).body.code, 'HOTEL_NOT_FOUND')
    assert.equal((await call('DELETE', `/${uid}`)).status, 404)
  })

  it('404 for an unknown, malformed or foreign uid; 405 for PATCH before v3.3', async () => {
    const foreignUid = await makeHotel(server, foreign.agencyUid)
    for (const uid of [randomUUID(), 'x', foreignUid]) {
      const { status, body } = await call('GET', `/${uid}`)
      assert.deepEqual([status, body.code], [404, 'HOTEL_NOT_FOUND'])
    }
    const { uid } = await created()
    assert.equal((await call('PATCH', `/${uid}`, {}, 'v3.2')).status, 405)
    assert.equal((await call('GET', `/${uid}`, undefined, 'v3.1')).status, 200)
  })
})

describe('access of partners to hotels', () => {
  it('partners read and change granted hotels, and cannot create any', async () => {
    const { partnerUid } = await makePartner(server)
    const [open, readable, closed] = [await created(), await created(), await created()]
    await grant(server, { agencyUid, partnerUid, objectUid: open.uid, isHotel: true })
    await grant(server, {
      agencyUid,
      partnerUid,
      objectUid: readable.uid,
      isHotel: true,
      access: 'READ',
    })
    const token = await makeToken(server, partnerUid, agencyUid)
    const as = (method: string, rest: string, body?: unknown) =>
      call(method, rest, body, 'v3.3', token)
    const { body } = await as('GET', `?agencyUid=${agencyUid}`)
    assert.deepEqual(
      body.multiUnitProperties.map((hotel: { uid: string }) => hotel.uid).sort(),
      [open.uid, readable.uid].sort(),
    )
    assert.equal((await as('PATCH', `/${open.uid}`, { name: 'New' })).status, 200)
    assert.equal((await as('PATCH', `/${readable.uid}`, {})).body.code, 'READ_ONLY_GRANT')
    assert.equal((await as('PATCH', `/${closed.uid}`, {})).body.code, 'HOTEL_NOT_FOUND')
    const rows = await as('POST', '', { name: 'Mine', agencyUid })
    assert.equal(rows.body.code, 'OPERATION_NOT_PERMITTED')
  })
})
