/** POST /properties: contract/properties.md §3.1. */
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
const db = server.database.kysely
const { agencyUid, key } = await makeAgency(server)
const foreign = await makeAgency(server)

const older = ['v3', 'v3.1', 'v3.2']
const post = (body: unknown, version = 'v3.3', by = key) =>
  server.request('POST', `/api/${version}/properties`, { key: by, body })
const get = (uid: string, by = key) =>
  server.request('GET', `/api/v3.3/properties/${uid}`, { key: by })

const now = '2026-05-20T15:00:00'

const full = {
  name: 'Cedar Cabin',
  agencyUid,
  propertyType: 'CABIN',
  address: { city: 'Bend', countryCode: 'US' },
}

async function countProperties(): Promise<number> {
  const rows = await db
    .selectFrom('properties')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .execute()
  return rows.length
}

describe('POST /properties', () => {
  for (const version of older) {
    it(`201 in ${version}: requires only a name`, async () => {
      const { status, body } = await post({ name: 'Just this' }, version)
      assert.equal(status, 201)
      const { name, propertyType, isActive, uid } = body.property
      assert.deepEqual([name, propertyType, isActive], ['Just this', 'HOUSE', false])
      assert.deepEqual([body.property.agencyUid, uid[14]], [agencyUid, '7'])
      assert.equal((await post({ name: 'Null', agencyUid: null }, version)).status, 201)
    })

    it(`400 REQUIRED_PARAMETER in ${version} without a name`, async () => {
      const { status, body } = await post({ propertyType: 'CABIN' }, version)
      assert.deepEqual([status, body.code, body.parameter], [400, 'REQUIRED_PARAMETER', 'name'])
      assert.equal(body.apiErrorMessage, "Invalid parameter 'name' must not be null")
    })
  }

  it('201 in v3.3: accepts the required fields', async () => {
    const { status, body } = await post(full)
    assert.equal(status, 201)
    const read = (await get(body.property.uid)).body.property
    assert.deepEqual({ ...body.property, rooms: [] }, read)
    assert.deepEqual([read.createdUtcDateTime, read.updatedUtcDateTime], [now, now])
  })

  const lacking: [string, object][] = [
    ['name', { name: undefined }],
    ['name', { name: null }],
    ['agencyUid', { agencyUid: undefined }],
    ['propertyType', { propertyType: null }],
    ['address', { address: undefined }],
    ['address.city', { address: { countryCode: 'US' } }],
    ['address.countryCode', { address: { city: 'Bend', countryCode: null } }],
  ]
  for (const [path, change] of lacking) {
    it(`400 REQUIRED_PARAMETER in v3.3: ${path} of ${JSON.stringify(change)}`, async () => {
      const before = await countProperties()
      const { status, body } = await post({ ...full, ...change })
      assert.deepEqual([status, body.code, body.parameter], [400, 'REQUIRED_PARAMETER', path])
      assert.equal(await countProperties(), before)
    })
  }

  it('400 in v3.3: names every missing field', async () => {
    const { body } = await post({})
    const fields = body.errors.map(({ field }: { field: string }) => field).sort()
    const inAddress = ['address', 'address.city', 'address.countryCode']
    assert.deepEqual(fields, [...inAddress, 'agencyUid', 'name', 'propertyType'])
  })
})

describe('the created property', () => {
  it('403 ACCESS_DENIED for an unknown, foreign or malformed agency', async () => {
    for (const other of [randomUUID(), foreign.agencyUid, 'x']) {
      const { status, body } = await post({ ...full, agencyUid: other })
      assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
    }
  })

  it('201: takes time zone, currency and hours from its agency', async () => {
    const other = await makeAgency(server, { currency: 'JPY', timeZone: 'Asia/Tokyo' })
    const hours = { defaultCheckInTime: 17, defaultCheckOutTime: 9 }
    const path = `/api/v3.3/agencies/${other.agencyUid}`
    await server.request('PATCH', path, { key: other.key, body: hours })
    const { uid } = (await post({ name: 'A' }, 'v3.1', other.key)).body.property
    const { timeZone, pricing, availability } = (await get(uid, other.key)).body.property
    const { checkInTimeStart, checkOutTime } = availability
    assert.deepEqual([timeZone, pricing.currency], ['Asia/Tokyo', 'JPY'])
    assert.deepEqual([checkInTimeStart, checkOutTime], [17, 9])
  })

  it('201: has one unit and a calendar feed', async () => {
    const { uid } = (await post(full)).body.property
    const units = await db
      .selectFrom('units')
      .select(['name', 'is_active'])
      .where('agency_uid', '=', agencyUid)
      .where('property_uid', '=', uid)
      .execute()
    assert.deepEqual(units, [{ name: '1', is_active: true }])
    const feeds = await db
      .selectFrom('calendar_feeds')
      .select('token')
      .where('property_uid', '=', uid)
      .execute()
    assert.match(feeds[0]!.token, /^[0-9a-f]{32}$/)
  })

  it('201: can be a sub-property; 403 and 400 for an invalid master', async () => {
    const parentUid = await makeProperty(server, agencyUid)
    const sub = (await post({ ...full, parentUid })).body.property
    assert.deepEqual([sub.parentUid, sub.businessType], [parentUid, 'SUB_UNIT'])
    assert.equal((await get(parentUid)).body.property.businessType, 'MULTI_UNIT')
    const before = await countProperties()
    const wrong = await post({ ...full, parentUid: randomUUID() })
    assert.deepEqual([wrong.status, wrong.body.code], [403, 'ACCESS_DENIED'])
    const deeper = await post({ ...full, parentUid: sub.uid })
    assert.deepEqual([deeper.status, deeper.body.code], [400, 'INVALID_PARAMETER'])
    assert.equal(await countProperties(), before)
  })

  it('201: ignores hotelUid, which is for unit types', async () => {
    const hotelUid = await makeHotel(server, agencyUid)
    const { property } = (await post({ ...full, hotelUid })).body
    assert.deepEqual([property.hotelUid, property.businessType], [null, 'STANDALONE_PROPERTY'])
  })

  it('201: creates one property per idempotency key', async () => {
    const before = await countProperties()
    const headers = { 'idempotency-key': randomUUID() }
    const options = { key, headers, body: full }
    const [first, second] = [
      await server.request('POST', '/api/v3.3/properties', options),
      await server.request('POST', '/api/v3.3/properties', options),
    ]
    assert.deepEqual([second.status, second.body], [201, first.body])
    assert.equal(await countProperties(), before + 1)
  })
})

describe('POST /properties by a partner', () => {
  async function partnerWith(access: 'READ' | 'READ_WRITE' | null, isHotel = false) {
    const { partnerUid, key: partnerKey } = await makePartner(server)
    const property = await makeProperty(server, agencyUid)
    const hotel_uid = await makeHotel(server, agencyUid)
    if (isHotel) await makeProperty(server, agencyUid, { hotel_uid })
    if (access) {
      const object = isHotel ? hotel_uid : property
      await grant(server, { agencyUid, partnerUid, objectUid: object, access, isHotel })
    }
    return { partnerKey, token: await makeToken(server, partnerUid, agencyUid) }
  }

  it('201 with a READ_WRITE grant on some property; the new one is granted at once', async () => {
    const { token } = await partnerWith('READ_WRITE')
    const { status, body } = await post(full, 'v3.3', token)
    assert.equal(status, 201)
    const path = `/api/v3.3/properties/${body.property.uid}`
    const change = await server.request('PATCH', path, { key: token, body: { name: 'Mine' } })
    assert.deepEqual([change.status, change.body.property.name], [200, 'Mine'])
  })

  it('201 with a READ_WRITE grant on a hotel that has a unit type', async () => {
    const { token } = await partnerWith('READ_WRITE', true)
    assert.equal((await post({ name: 'A' }, 'v3.2', token)).status, 201)
  })

  it('403 READ_ONLY_GRANT with only READ grants, also on a replay', async () => {
    const { token } = await partnerWith('READ')
    const { status, body } = await post(full, 'v3.3', token)
    assert.deepEqual([status, body.code, body.requires], [403, 'READ_ONLY_GRANT', 'READ_WRITE'])
  })

  it('403 without any grant', async () => {
    const { token } = await partnerWith(null)
    assert.equal((await post(full, 'v3.3', token)).status, 403)
  })

  it('400 on v2 without an agency if the partner key has several', async () => {
    const { partnerUid, key: partnerKey } = await makePartner(server)
    for (const agency of [agencyUid, foreign.agencyUid]) {
      await grant(server, {
        agencyUid: agency,
        partnerUid,
        objectUid: await makeProperty(server, agency),
      })
    }
    const send = (query: string) =>
      server.request('POST', `/v2/properties${query}`, { key: partnerKey, body: { name: 'A' } })
    const { status, body } = await send('')
    assert.deepEqual([status, body.parameter], [400, 'agencyUid'])
    assert.equal((await send(`?agencyUid=${agencyUid}`)).status, 201)
  })
})
