/** Writes to legacy `/v2/properties`: contract/properties.md §5. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { columns, flat } from '../../../../test/fixtures/flat-property.ts'
import { grant, makeAgency, makePartner, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server, { currency: 'EUR' })
const foreign = await makeAgency(server)

const make = (columns = {}) => makeProperty(server, agencyUid, columns)
const send = (method: string, path: string, body?: unknown, by = key) =>
  server.request(
    method,
    `/v2/properties${path}`,
    body === undefined ? { key: by } : { key: by, body },
  )
const get = async (uid: string) => (await send('GET', `/${uid}`)).body
const put = (uid: string, body: unknown) => send('PUT', `/${uid}`, body)
const newer = async (uid: string) =>
  (await server.request('GET', `/api/v3.3/properties/${uid}`, { key })).body.property

describe('PUT /v2/properties/{uid}', () => {
  it('200: the response of one property makes another one equal', async () => {
    const uid = await make()
    const { status, body } = await put(uid, { ...flat, latitude: '44.05' })
    assert.equal(status, 200)
    const { availabilityCalendarUrl: _, ...rest } = body
    assert.deepEqual(rest, { uid, ...flat, createdDate: rest.createdDate })
    const { pricing, availability, airbnbData } = await newer(uid)
    assert.deepEqual([pricing.taxRate, pricing.weekendAdjustmentRate], [0.1176, 0.168067])
    assert.deepEqual([airbnbData.airbnbId, availability.maxGuests], ['42', 6])
  })

  it('200: omitted fields do not change, null clears', async () => {
    const uid = await make(columns)
    const cleared = { city: null, minimumStay: null, airBnBID: null, type: null }
    const { body } = await put(uid, { ...cleared, bedrooms: 5 })
    assert.deepEqual([body.city, body.airBnBID, body.type], [null, null, null])
    assert.deepEqual([body.bedrooms, body.state, body.name], [5, 'OR', 'Cedar Cabin'])
    const { airbnbData, availability } = await newer(uid)
    assert.deepEqual([airbnbData.active, availability.minimumStay], [true, null])
  })

  it('200: sending back the response changes nothing', async () => {
    const uid = await make({ property_type: 'CASTLE', currency: 'NONE', minimum_stay: null })
    const presented = await get(uid)
    assert.equal((await put(uid, presented)).status, 200)
    const { propertyType, pricing, availability, updatedUtcDateTime } = await newer(uid)
    assert.deepEqual([propertyType, pricing.currency], ['CASTLE', 'NONE'])
    assert.deepEqual([availability.minimumStay, updatedUtcDateTime], [null, '2026-01-01T00:00:00'])
    await put(uid, { type: 'OTHER', currency: 'USD', name: 'New' })
    assert.deepEqual((await newer(uid)).pricing.currency, 'USD')
  })
})

describe('values of PUT /v2/properties/{uid}', () => {
  it('200: converts types in both directions', async () => {
    const uid = await make()
    for (const [type, stored] of [
      ['MOTEL_ROOM', 'MOTELROOM'],
      ['OTHER', 'OTHER'],
      ['VILLA', 'VILLA'],
    ]) {
      assert.equal((await put(uid, { type })).body.type, type)
      assert.equal((await newer(uid)).propertyType, stored)
    }
  })

  it('200: converts the booking strategy', async () => {
    const uid = await make()
    const strategy = async (body: object) => {
      await put(uid, body)
      return (await newer(uid)).availability.hostfullyBookingStrategy
    }
    assert.equal(await strategy({ acceptBookingRequest: true }), 'BOOKING_REQUEST')
    assert.equal(await strategy({ acceptInstantBook: true }), 'INSTANT_BOOKING')
    assert.equal(await strategy({ acceptBookingRequest: false }), 'INSTANT_BOOKING')
    assert.equal(await strategy({ acceptInstantBook: false }), 'BOOKING_INQUIRY')
    const both = { acceptInstantBook: true, acceptBookingRequest: true }
    assert.equal(await strategy(both), 'INSTANT_BOOKING')
  })

  it('400: rejects invalid values', async () => {
    const uid = await make()
    const bad = [
      { name: null },
      { taxationRate: 101 },
      { type: 'LOFT' },
      { baseGuests: 3, maximumGuests: 2 },
      { bathrooms: 1.2 },
      { latitude: 1 },
    ]
    for (const body of bad) assert.equal((await put(uid, body)).status, 400, JSON.stringify(body))
  })

  it('404 for an unknown, foreign or deleted property; 403 for a READ grant', async () => {
    const foreignUid = await makeProperty(server, foreign.agencyUid)
    for (const uid of [randomUUID(), foreignUid, await make({ deleted_at: new Date() })]) {
      assert.equal((await put(uid, { name: 'X' })).status, 404)
    }
    const uid = await make()
    const partner = await makePartner(server)
    await grant(server, {
      agencyUid,
      partnerUid: partner.partnerUid,
      objectUid: uid,
      access: 'READ',
    })
    const { status, body } = await send('PUT', `/${uid}`, { name: 'X' }, partner.key)
    assert.deepEqual([status, body.code], [403, 'READ_ONLY_GRANT'])
    assert.equal((await send('GET', `/${uid}`, undefined, partner.key)).status, 200)
  })
})

describe('POST /v2/properties', () => {
  it('201: takes the agency from the query, the body, or the key', async () => {
    const requests: [string, object][] = [
      [`?agencyUid=${agencyUid}`, {}],
      ['', { agencyUid }],
      ['', {}],
    ]
    for (const [query, extra] of requests) {
      const body = { name: 'New', type: 'COUNTRY_HOUSE', taxationRate: 12.5, ...extra }
      const { status, body: created } = await send('POST', query, body)
      assert.equal(status, 201)
      assert.deepEqual(
        [created.name, created.type, created.taxationRate],
        ['New', 'COUNTRY_HOUSE', 12.5],
      )
      assert.deepEqual(
        [created.isActive, created.currency, created.acceptInstantBook],
        [false, 'EUR', true],
      )
      assert.deepEqual(await get(created.uid), created)
    }
  })

  it('400 without a name, 403 for a foreign agency', async () => {
    const nameless = await send('POST', '', { type: 'HOUSE' })
    assert.deepEqual([nameless.status, nameless.body.parameter], [400, 'name'])
    const { status } = await send('POST', `?agencyUid=${foreign.agencyUid}`, { name: 'X' })
    assert.equal(status, 403)
  })
})

describe('DELETE /v2/properties/{uid}', () => {
  it('204, then 409 for GET and 404 for a second DELETE', async () => {
    const uid = await make()
    assert.equal((await send('DELETE', `/${uid}`)).status, 204)
    assert.equal((await send('GET', `/${uid}`)).status, 409)
    assert.equal((await send('DELETE', `/${uid}`)).status, 404)
  })
})
