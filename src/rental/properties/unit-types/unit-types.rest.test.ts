/** Unit types: contract/properties.md §7. */
import assert from 'node:assert/strict'
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
const hotelUid = await makeHotel(server, agencyUid, {
  address: '1 Quay',
  city: 'Cádiz',
  country_code: 'ES',
  time_zone: 'Europe/Lisbon',
  currency: 'GBP',
  property_type: 'BOUTIQUE_HOTEL',
})

const path = '/multi-units/unit-types'
const call = (method: string, rest: string, body?: unknown, by = key, version = 'v3.3') =>
  server.request(method, `/api/${version}${path}${rest}`, { key: by, body })

async function created(body: object = {}) {
  const response = await call('POST', '', { hotelUid, name: 'Twin', numberOfUnits: 2, ...body })
  assert.equal(response.status, 201)
  return response.body.unitType
}

describe('POST /multi-units/unit-types', () => {
  it('201: takes address, type, time zone and currency from the hotel', async () => {
    const unitType = await created()
    assert.equal(unitType.hotelUid, hotelUid)
    assert.equal(unitType.businessType, 'MULTI_UNIT')
    assert.deepEqual([unitType.numberOfUnits, unitType.numberOfActiveUnits], [2, 2])
    assert.equal(unitType.address.city, 'Cádiz')
    assert.equal(unitType.propertyType, 'BOUTIQUE_HOTEL')
    assert.equal(unitType.timeZone, 'Europe/Lisbon')
    assert.equal(unitType.pricing.currency, 'GBP')
    assert.equal(unitType.isActive, false)
  })

  it('accepts every field of a property, which override those of the hotel', async () => {
    const own = { pricing: { currency: 'USD', dailyRate: 80 }, propertyType: 'STUDIO' }
    const unitType = await created({ ...own, bedrooms: 1, isActive: true })
    const { pricing, propertyType, bedrooms, isActive } = unitType
    assert.deepEqual(
      [pricing.currency, pricing.dailyRate, propertyType, bedrooms, isActive],
      [...['USD', 80, 'STUDIO', 1, true]],
    )
  })

  it('creates units with the given names, or numbered from 1', async () => {
    const listNames = async ({ uid }: { uid: string }) => {
      const units = `/api/v3.3/multi-units/units?unitTypeUid=${uid}`
      const { body } = await server.request('GET', units, { key })
      return body.units.map((unit: { name: string }) => unit.name)
    }
    const named = await created({ numberOfUnits: undefined, unitNames: ['West', ' East '] })
    assert.deepEqual(await listNames(named), ['West', 'East'])
    assert.deepEqual(await listNames(await created({ numberOfUnits: 3 })), ['1', '2', '3'])
  })

  it('creates a property that all other routes know', async () => {
    const { uid } = await created()
    const got = await server.request('GET', `/api/v3.3/properties/${uid}`, { key })
    assert.equal(got.body.property.hotelUid, hotelUid)
    const changed = await server.request('PATCH', `/api/v3.3/properties/${uid}`, {
      key,
      body: { bedrooms: 3 },
    })
    assert.equal(changed.body.property.bedrooms, 3)
    const removed = await server.request('DELETE', `/api/v3.3/properties/${uid}`, { key })
    assert.equal(removed.status, 204)
    assert.equal((await call('GET', `/${uid}`)).body.code, 'UNIT_TYPE_NOT_FOUND')
  })
})

describe('refusals of POST /multi-units/unit-types', () => {
  const names = (count: number) => Array.from({ length: count }, (_, i) => `n${i}`)
  const both = ['unitNames', 'numberOfUnits']
  const refusals: [string, object, string, object?][] = [
    ['no hotel', { hotelUid: undefined }, 'REQUIRED_PARAMETER'],
    ['no name', { name: undefined }, 'REQUIRED_PARAMETER'],
    ['an unknown hotel', { hotelUid: agencyUid }, 'ACCESS_DENIED'],
    ['neither names nor number', { numberOfUnits: undefined }, 'CONFLICTING_PARAMETERS'],
    ['names and number', { unitNames: ['1'] }, 'CONFLICTING_PARAMETERS', { oneOf: both }],
    ['no unit', { numberOfUnits: 0 }, 'INVALID_PARAMETER'],
    ['too many', { numberOfUnits: 501 }, 'INVALID_PARAMETER'],
    ['no names', { numberOfUnits: undefined, unitNames: [] }, 'INVALID_PARAMETER'],
    ['too many names', { numberOfUnits: undefined, unitNames: names(501) }, 'INVALID_PARAMETER'],
    ['one name twice', { numberOfUnits: undefined, unitNames: ['a', ' a'] }, 'INVALID_PARAMETER'],
    ['a wrong rate', { pricing: { taxRate: 2 } }, 'INVALID_PARAMETER'],
  ]
  for (const [what, body, code, members = {}] of refusals) {
    it(`${code}: ${what}`, async () => {
      const sent = { hotelUid, name: 'Twin', numberOfUnits: 2, ...body }
      const response = await call('POST', '', sent)
      assert.equal(response.body.code, code)
      for (const [name, value] of Object.entries(members)) {
        assert.deepEqual(response.body[name], value)
      }
    })
  }

  it('405 before v3.3', async () => {
    assert.equal((await call('POST', '', {}, key, 'v3.2')).status, 405)
  })
})

describe('unit types of a hotel', () => {
  it('are listed, newest first, since v3.1', async () => {
    const hotelUid = await makeHotel(server, agencyUid)
    const columns = (day: number) => ({
      hotel_uid: hotelUid,
      created_at: new Date(Date.UTC(2026, 0, day)),
    })
    const older = await makeProperty(server, agencyUid, columns(1))
    const newer = await makeProperty(server, agencyUid, columns(2))
    for (const version of ['v3', 'v3.1']) {
      const { body } = await call('GET', `?hotelUid=${hotelUid}`, undefined, key, version)
      const uids = body.unitTypes.map((unitType: { uid: string }) => unitType.uid)
      assert.deepEqual(uids, [newer, older])
      assert.equal((await call('GET', `/${newer}`, undefined, key, version)).status, 200)
    }
    assert.equal((await call('GET', '')).body.code, 'REQUIRED_PARAMETER')
    assert.equal((await call('GET', `?hotelUid=${older}`)).body.code, 'ACCESS_DENIED')
  })

  it('activation of one makes the hotel active, and updates it', async () => {
    const { uid } = await created()
    const hotel = async () => {
      const hotelPath = `/api/v3.3/multi-units/multi-unit-properties/${hotelUid}`
      return (await server.request('GET', hotelPath, { key })).body.multiUnitProperty
    }
    server.clock.advance(60_000)
    const before = await hotel()
    await call('PATCH', `/${uid}`, { bedrooms: 2 }, key, 'v3.1')
    assert.equal((await hotel()).updatedUtcDateTime, before.updatedUtcDateTime)
    await call('PATCH', `/${uid}`, { isActive: true })
    assert.equal((await hotel()).isActive, true)
    assert.notEqual((await hotel()).updatedUtcDateTime, before.updatedUtcDateTime)
  })
})

describe('access of partners to unit types', () => {
  it('a grant on the hotel includes unit types created later', async () => {
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: hotelUid, isHotel: true })
    const token = await makeToken(server, partnerUid, agencyUid)
    const { uid } = await created()
    assert.equal((await call('GET', `/${uid}`, undefined, token)).status, 200)
    const body = { hotelUid, name: 'Suite', numberOfUnits: 1 }
    const own = await call('POST', '', body, token)
    assert.equal(own.status, 201)
    assert.equal((await call('DELETE', `/${own.body.unitType.uid}`, undefined, token)).status, 204)
  })

  it('a READ grant cannot create any', async () => {
    const { partnerUid } = await makePartner(server)
    await grant(server, {
      agencyUid,
      partnerUid,
      objectUid: hotelUid,
      isHotel: true,
      access: 'READ',
    })
    const token = await makeToken(server, partnerUid, agencyUid)
    const response = await call('POST', '', { hotelUid, name: 'Suite', numberOfUnits: 1 }, token)
    assert.equal(response.body.code, 'READ_ONLY_GRANT')
  })
})
