/** Sub-units of a property in GraphQL: contract/properties.md §10. */
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
  makeUnit,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const db = server.database.kysely
const { agencyUid, key } = await makeAgency(server)
const longAgo = new Date('2026-01-01T00:00:00Z')

const make = (columns = {}) => makeProperty(server, agencyUid, columns)

async function run(query: string, options: { version?: string; key?: string } = {}) {
  const path = `/api/v${options.version ?? '3.3'}/graphql`
  const response = await server.request('POST', path, { key: options.key ?? key, body: { query } })
  assert.equal(response.status, 200)
  return response.body
}

async function property(uid: string, selection: string, options = {}) {
  const { data, errors } = await run(`{ property(uid: "${uid}") { ${selection} } }`, options)
  assert.equal(errors, undefined, JSON.stringify(errors))
  return data.property
}

const photo = (
  uid: string,
  display_order: number,
  original_image_url: string | null,
  of: string,
) => ({
  agency_uid: agencyUid,
  uid,
  property_uid: of,
  display_order,
  original_image_url,
  created_at: longAgo,
  updated_at: longAgo,
})

describe('subUnits', () => {
  it('lists the sub-properties of a master by name, without deleted ones', async () => {
    const parent_uid = await make({ name: 'Master' })
    const b = await make({ parent_uid, name: 'B', is_active: false, daily_rate: '20.5' })
    const a = await make({ parent_uid, name: 'A', daily_rate: '10' })
    await make({ parent_uid, name: 'C', deleted_at: longAgo })
    const actual = await property(
      parent_uid,
      `businessType numberOfSubUnits subUnits {
        uid isActive businessType parentUid pricing { dailyRate } numberOfSubUnits subUnits { uid } }`,
    )
    const sub = (uid: string, isActive: boolean, dailyRate: string) => ({
      uid,
      isActive,
      businessType: 'SUB_UNIT',
      parentUid: parent_uid,
      pricing: { dailyRate },
      numberOfSubUnits: 0,
      subUnits: [],
    })
    assert.deepEqual(actual, {
      businessType: 'MULTI_UNIT',
      numberOfSubUnits: 2,
      subUnits: [sub(a, true, '10'), sub(b, false, '20.5')],
    })
  })
})

describe('subUnits of a unit type', () => {
  it('lists its units, with its prices, rules, address and picture', async () => {
    const hotel_uid = await makeHotel(server, agencyUid)
    const uid = await make({
      hotel_uid,
      name: 'Double',
      property_type: 'HOTEL',
      daily_rate: '99.9',
      city: 'Bend',
      max_guests: 3,
      wifi_network: 'hotel',
      accounting_id: 'A',
      picture_link: 'https://img.example.org/1.jpg',
    })
    await db
      .updateTable('units')
      .set({ name: '101' })
      .where('property_uid', '=', uid)
      .where('agency_uid', '=', agencyUid)
      .execute()
    const second = await makeUnit(db, agencyUid, uid, { name: '102', is_active: false })
    await makeUnit(db, agencyUid, uid, { name: '103', deleted_at: longAgo })
    await db
      .insertInto('photos')
      .values(photo(randomUUID(), 1, 'https://x.example/1', uid))
      .execute()
    const actual = await property(
      uid,
      `businessType numberOfSubUnits numberOfUnits numberOfActiveUnits subUnits {
        uid name isActive businessType propertyType address { city } pricing { dailyRate }
        availability { maxGuests } mainPicture { original } numberOfSubUnits tags wifiNetwork
        accountingId parentUid hotelUid pictureLink numberOfUnits subUnits { uid } }`,
    )
    const { subUnits, ...type } = actual
    assert.deepEqual(type, {
      businessType: 'MULTI_UNIT',
      numberOfSubUnits: 2,
      numberOfUnits: 2,
      numberOfActiveUnits: 1,
    })
    assert.deepEqual(
      subUnits.map((unit: { name: string }) => unit.name),
      ['101', '102'],
    )
    assert.deepEqual(subUnits[1], {
      uid: second,
      name: '102',
      isActive: false,
      businessType: 'SUB_UNIT',
      propertyType: 'HOTEL',
      address: { city: 'Bend' },
      pricing: { dailyRate: '99.9' },
      availability: { maxGuests: 3 },
      mainPicture: { original: 'https://x.example/1' },
      numberOfSubUnits: 0,
      tags: [],
      wifiNetwork: null,
      accountingId: null,
      parentUid: null,
      hotelUid: null,
      pictureLink: null,
      numberOfUnits: 1,
      subUnits: [],
    })
  })
})

describe('subUnits of other properties', () => {
  it('is empty for any other property', async () => {
    const actual = await property(await make(), 'numberOfSubUnits subUnits { uid }')
    assert.deepEqual(actual, { numberOfSubUnits: 0, subUnits: [] })
  })

  it('lists only granted properties for a partner', async () => {
    const parent_uid = await make()
    const sub = await make({ parent_uid })
    await make({ parent_uid })
    const { partnerUid } = await makePartner(server)
    for (const uid of [parent_uid, sub])
      await grant(server, { agencyUid, partnerUid, objectUid: uid })
    const token = await makeToken(server, partnerUid, agencyUid)
    const actual = await property(parent_uid, 'subUnits { uid }', { key: token })
    assert.deepEqual(actual.subUnits, [{ uid: sub }])
  })
})
