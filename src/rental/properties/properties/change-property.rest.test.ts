/** PATCH and PUT of properties: contract/properties.md §3, §4. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { makeAgency, makeHotel, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const foreign = await makeAgency(server)

const versions = ['v3', 'v3.1', 'v3.2', 'v3.3']
const make = (columns = {}) => makeProperty(server, agencyUid, columns)
const send = (method: string, uid: string, body: unknown, version = 'v3.3') =>
  server.request(method, `/api/${version}/properties/${uid}`, { key, body })
const get = async (uid: string) => (await send('GET', uid, undefined)).body.property

/** Returns the time of the last change of a property, in milliseconds. */
async function updatedAt(uid: string): Promise<number> {
  const { updated_at } = await server.database.kysely
    .selectFrom('properties')
    .select('updated_at')
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  return updated_at.getTime()
}

const fullBody = {
  name: 'Whole',
  propertyType: 'VILLA',
  address: { city: 'Bend', countryCode: 'US' },
}

describe('PATCH /properties/{uid}', () => {
  for (const version of versions) {
    it(`200 in ${version}: changes only the sent fields`, async () => {
      const uid = await make({ daily_rate: '80', tax_rate: '0.1', city: 'Bend' })
      const before = await get(uid)
      const change = { name: 'New', pricing: { dailyRate: 90 }, address: { zipCode: '1' } }
      const { status, body } = await send('PATCH', uid, change, version)
      assert.equal(status, 200)
      assert.deepEqual(await get(uid), {
        ...before,
        name: 'New',
        pricing: { ...before.pricing, dailyRate: 90 },
        address: { ...before.address, zipCode: '1' },
        updatedUtcDateTime: '2026-05-20T15:00:00',
      })
      assert.equal('timeZone' in body.property, version === 'v3.3')
      assert.equal('numberOfUnits' in body.property, version !== 'v3')
      assert.equal('rooms' in body.property, false)
    })
  }

  it('200: replaces lists and stays by weekday as a whole', async () => {
    const uid = await make()
    const first = { dayOfWeekMinimumStay: { FRIDAY: 3 }, daysOfTheWeekToCheckInOn: ['MONDAY'] }
    await send('PATCH', uid, { availability: first })
    const second = { dayOfWeekMinimumStay: { SUNDAY: 2 }, daysOfTheWeekToCheckInOn: ['FRIDAY'] }
    const { availability } = (await send('PATCH', uid, { availability: second })).body.property
    assert.deepEqual(availability.dayOfWeekMinimumStay, { SUNDAY: 2 })
    assert.deepEqual(availability.daysOfTheWeekToCheckInOn, ['FRIDAY'])
  })

  it('200: merges the keys of a channel; null clears one key, or all', async () => {
    const uid = await make()
    await send('PATCH', uid, { airbnbData: { airbnbId: '7', active: true } })
    await send('PATCH', uid, { airbnbData: { active: null, flexibleCheckIn: false } })
    const { airbnbData } = await get(uid)
    assert.deepEqual(
      [airbnbData.airbnbId, airbnbData.active, airbnbData.flexibleCheckIn],
      ['7', null, false],
    )
    assert.equal((await send('PATCH', uid, { airbnbData: null })).body.property.airbnbData, null)
  })
})

describe('updatedUtcDateTime after PATCH /properties/{uid}', () => {
  it('200: does not change if no field differs', async () => {
    const columns = { daily_rate: '80.50', country_code: 'US', property_type: 'CABIN' }
    const uid = await make(columns)
    const before = await updatedAt(uid)
    const { rooms: _, ...same } = await get(uid)
    for (const body of [same, {}, undefined, { pricing: { dailyRate: '80.5' } }, { pricing: {} }]) {
      assert.equal((await send('PATCH', uid, body)).status, 200)
    }
    assert.equal(await updatedAt(uid), before)
    assert.equal((await get(uid)).updatedUtcDateTime, '2026-01-01T00:00:00')
  })

  it('200: every change is later than the previous one', async () => {
    const uid = await make()
    const times: number[] = []
    for (const name of ['One', 'Two', 'Three']) {
      await send('PATCH', uid, { name })
      times.push(await updatedAt(uid))
    }
    const start = server.clock.now().getTime()
    assert.deepEqual(times, [start, start + 1, start + 2])
  })

  it('200: changes with isActive', async () => {
    const uid = await make({ is_active: false })
    assert.equal((await send('PATCH', uid, { isActive: true })).body.property.isActive, true)
    assert.equal((await send('PATCH', uid, { isActive: 0 })).body.property.isActive, false)
  })

  it('200: applies concurrent changes of different fields', async () => {
    const uid = await make()
    const changes = [
      { name: 'Both' },
      { bedrooms: 4 },
      { pricing: { dailyRate: 77 } },
      { airbnbData: { airbnbId: 'a' } },
      { airbnbData: { active: true } },
      { availability: { dayOfWeekMinimumStay: { MONDAY: 2 } } },
    ]
    const responses = await Promise.all(changes.map(change => send('PATCH', uid, change)))
    assert.deepEqual(
      responses.map(({ status }) => status),
      changes.map(() => 200),
    )
    const { name, bedrooms, pricing, airbnbData, availability } = await get(uid)
    assert.deepEqual([name, bedrooms, pricing.dailyRate], ['Both', 4, 77])
    assert.deepEqual([airbnbData.airbnbId, airbnbData.active], ['a', true])
    assert.deepEqual(availability.dayOfWeekMinimumStay, { MONDAY: 2 })
  })

  it('200: concurrent changes never make base guests exceed the maximum', async () => {
    const uid = await make({ base_guests: 2, max_guests: 4 })
    const changes = [{ baseGuests: 4 }, { maxGuests: 2 }]
    const responses = await Promise.all(
      changes.map(availability => send('PATCH', uid, { availability })),
    )
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 400])
  })
})

describe('fields of PATCH /properties/{uid}', () => {
  it('200: ignores the time zone in versions that do not know it', async () => {
    const uid = await make({ time_zone: 'Europe/Paris' })
    await send('PATCH', uid, { timeZone: 'Asia/Tokyo', name: 'New' }, 'v3.2')
    assert.equal((await get(uid)).timeZone, 'Europe/Paris')
  })

  it('null type and country: 200 up to v3.2, 400 since v3.3', async () => {
    const uid = await make({ property_type: 'VILLA', country_code: 'US' })
    for (const body of [{ propertyType: null }, { address: { countryCode: null } }]) {
      const refused = await send('PATCH', uid, body)
      assert.deepEqual([refused.status, refused.body.code], [400, 'REQUIRED_PARAMETER'])
      assert.equal((await send('PATCH', uid, body, 'v3.2')).status, 200)
    }
    const { propertyType, address } = await get(uid)
    assert.deepEqual([propertyType, address.countryCode], [null, null])
  })

  it('404 for an unknown, foreign, deleted or malformed uid', async () => {
    const foreignUid = await makeProperty(server, foreign.agencyUid)
    const deletedUid = await make({ deleted_at: new Date() })
    for (const uid of [randomUUID(), foreignUid, deletedUid, 'x']) {
      for (const method of ['PATCH', 'PUT']) {
        const { status, body } = await send(method, uid, fullBody)
        assert.deepEqual([status, body.code], [404, 'PROPERTY_NOT_FOUND'])
      }
    }
  })

  it('200: activation of a unit type also updates its hotel; other fields do not', async () => {
    const hotel_uid = await makeHotel(server, agencyUid)
    const uid = await make({ hotel_uid, is_active: false })
    const hotel = async () => {
      const path = `/api/v3.3/multi-units/multi-unit-properties/${hotel_uid}`
      const { multiUnitProperty } = (await server.request('GET', path, { key })).body
      return [multiUnitProperty.isActive, multiUnitProperty.updatedUtcDateTime]
    }
    await send('PATCH', uid, { name: 'Suite' })
    assert.deepEqual(await hotel(), [false, '2026-01-01T00:00:00'])
    await send('PATCH', uid, { isActive: true })
    assert.deepEqual(await hotel(), [true, '2026-05-20T15:00:00'])
  })
})

describe('PUT /properties/{uid}', () => {
  for (const version of versions) {
    it(`200 in ${version}: resets omitted fields to their defaults`, async () => {
      const uid = await make({
        is_active: true,
        daily_rate: '80',
        wifi_network: 'cedar',
        beds: 3,
        time_zone: 'Asia/Tokyo',
        airbnb_data: '{"airbnbId":"7"}',
        check_in_time_start: 20,
        currency: 'EUR',
      })
      const { status } = await send(
        'PUT',
        uid,
        { ...fullBody, vrboData: { active: true } },
        version,
      )
      assert.equal(status, 200)
      const property = await get(uid)
      const { name, isActive, wifiNetwork, beds, airbnbData, vrboData, propertyType } = property
      assert.deepEqual([name, isActive, wifiNetwork, beds], ['Whole', false, null, 0])
      assert.deepEqual([airbnbData, vrboData.active, propertyType], [null, true, 'VILLA'])
      assert.deepEqual([property.pricing.dailyRate, property.pricing.currency], [0, 'USD'])
      assert.equal(property.availability.checkInTimeStart, 15)
      // A PUT resets only fields that its version has.
      const zone = version === 'v3.3' ? 'America/Denver' : 'Asia/Tokyo'
      assert.equal(property.timeZone, zone)
      assert.equal(property.createdUtcDateTime, '2026-01-01T00:00:00')
    })
  }

  it('200: sending back the response changes nothing', async () => {
    const uid = await make({ property_type: 'CABIN', city: 'Bend', country_code: 'US' })
    const before = await updatedAt(uid)
    const { status, body } = await send('PUT', uid, await get(uid))
    const { rooms: _, ...property } = await get(uid)
    assert.deepEqual([status, body.property], [200, property])
    assert.equal(await updatedAt(uid), before)
  })

  it('400 REQUIRED_PARAMETER in v3.3: names each missing field', async () => {
    const uid = await make()
    const { status, body } = await send('PUT', uid, {})
    assert.deepEqual([status, body.code], [400, 'REQUIRED_PARAMETER'])
    const fields = body.errors.map(({ field }: { field: string }) => field)
    const expected = ['name', 'address', 'address.city', 'address.countryCode', 'propertyType']
    assert.deepEqual(fields, expected)
    assert.equal((await get(uid)).name, 'Cedar Cabin')
  })

  it('requires only the name up to v3.2; the type is then HOUSE', async () => {
    const uid = await make({ property_type: 'VILLA' })
    assert.equal((await send('PUT', uid, { propertyType: 'VILLA' }, 'v3.2')).status, 400)
    const { body } = await send('PUT', uid, { name: 'Just this' }, 'v3.2')
    assert.equal(body.property.propertyType, 'HOUSE')
  })
})

describe('PUT of a unit type and of a sub-property', () => {
  it("200: resets a unit type to its hotel's address, time zone and currency", async () => {
    const hotel_uid = await makeHotel(server, agencyUid, {
      city: 'Nice',
      country_code: 'FR',
      time_zone: 'Europe/Paris',
      currency: 'EUR',
    })
    const uid = await make({ hotel_uid, city: 'Lyon' })
    await send('PUT', uid, { name: 'Suite' }, 'v3.1')
    const { address, pricing, hotelUid } = await get(uid)
    assert.deepEqual([address.city, address.countryCode, pricing.currency], ['Nice', 'FR', 'EUR'])
    assert.equal(hotelUid, hotel_uid)
  })

  it('200: keeps the master if parentUid is sent, and removes it if not', async () => {
    const parentUid = await make()
    const uid = await make({ parent_uid: parentUid })
    await send('PUT', uid, { ...fullBody, parentUid })
    assert.equal((await get(uid)).parentUid, parentUid)
    await send('PUT', uid, fullBody)
    assert.equal((await get(uid)).parentUid, null)
  })
})
