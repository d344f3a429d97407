/** What a property refuses and how it takes values in: contract/properties.md §2.2 to §2.4. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  makeAgency,
  makeEmployee,
  makeHotel,
  makeProperty,
  makeUnit,
} from '../../../test/fixtures.ts'
import { startServer } from '../../../test/server.ts'
import { bookingStrategies, listingTypes, propertyTypes, weekdays } from './property.ts'

const server = await startServer()
const db = server.database.kysely
const { agencyUid, key } = await makeAgency(server)
const foreign = await makeAgency(server)
const uid = await makeProperty(server, agencyUid)

const patch = (body: object, of = uid, version = 'v3.3') =>
  server.request('PATCH', `/api/${version}/properties/${of}`, { key, body })

const availability = (fields: object) => ({ availability: fields })
const pricing = (fields: object) => ({ pricing: fields })
const address = (fields: object) => ({ address: fields })

const outOfBounds: [string, object][] = [
  ['name', { name: ' \t ' }],
  ['name', { name: '\u0000' }],
  ['name', { name: 'x'.repeat(256) }],
  ['isActive', { isActive: 'maybe' }],
  ['externalId', { externalId: 'x'.repeat(256) }],
  ['externalId', { externalId: {} }],
  ['bookingNotes', { bookingNotes: 'x'.repeat(10_001) }],
  ['address', { address: 'Mill Lane' }],
  ['address', { address: [1] }],
  ['address.countryCode', address({ countryCode: 'XX' })],
  ['address.countryCode', address({ countryCode: 'USA' })],
  ['address.latitude', address({ latitude: 90.1, longitude: 0 })],
  ['address.longitude', address({ latitude: 0, longitude: -180.5 })],
  ['timeZone', { timeZone: 'Mars/Olympus' }],
  ['bedrooms', { bedrooms: -1 }],
  ['bedrooms', { bedrooms: 1_000 }],
  ['bedrooms', { bedrooms: 1.5 }],
  ['beds', { beds: 3_000_000_000 }],
  ['bathrooms', { bathrooms: '1.25' }],
  ['bathrooms', { bathrooms: '-0.5' }],
  ['bathrooms', { bathrooms: 999.5 }],
  ['bathrooms', { bathrooms: 'two' }],
  ['area.size', { area: { size: -1 } }],
  ['area.size', { area: { size: 1e300 } }],
  ['availability.baseGuests', availability({ baseGuests: 0 })],
  ['availability.maxGuests', availability({ maxGuests: 1_000 })],
  ['availability.minimumStay', availability({ minimumStay: 3_651 })],
  ['availability.dayOfWeekMinimumStay', availability({ dayOfWeekMinimumStay: [] })],
  [
    'availability.dayOfWeekMinimumStay.FRIDAY',
    availability({ dayOfWeekMinimumStay: { FRIDAY: 0 } }),
  ],
  ['availability.bookingWindow', availability({ bookingWindow: -2 })],
  ['availability.turnOverDays', availability({ turnOverDays: 31 })],
  ['availability.bookingLeadTime', availability({ bookingLeadTime: -25 })],
  ['availability.bookingLeadTime', availability({ bookingLeadTime: '8761' })],
  ['availability.checkInTimeStart', availability({ checkInTimeStart: 24 })],
  ['availability.checkInTimeEnd', availability({ checkInTimeEnd: 25 })],
  ['availability.checkOutTime', availability({ checkOutTime: -1 })],
  ['pricing.currency', pricing({ currency: 'XXQ' })],
  ['pricing.dailyRate', pricing({ dailyRate: -0.01 })],
  ['pricing.dailyRate', pricing({ dailyRate: 1_000_000_001 })],
  ['pricing.dailyRate', pricing({ dailyRate: 'cheap' })],
  ['pricing.weekendAdjustmentRate', pricing({ weekendAdjustmentRate: -1 })],
  ['pricing.taxRate', pricing({ taxRate: 1.01 })],
  ['pricing.percentageUponReservation', pricing({ percentageUponReservation: 50 })],
  ['pricing.fullPaymentTiming', pricing({ fullPaymentTiming: 366 })],
  ['webLink', { webLink: 'example.org' }],
  ['webLink', { webLink: 'ftp://example.org' }],
  ['webLink', { webLink: `https://example.org/${'x'.repeat(2_048)}` }],
  ['rentalLicenseExpirationDate', { rentalLicenseExpirationDate: '2026-02-29' }],
  ['airbnbData', { airbnbData: 'x' }],
  ['airbnbData.active', { airbnbData: { active: 'x' } }],
]

describe('a value out of bounds', () => {
  for (const [parameter, body] of outOfBounds) {
    it(`400: ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const { status, body: refusal } = await patch(body)
      assert.deepEqual([status, refusal.code], [400, 'INVALID_PARAMETER'])
      assert.equal(refusal.parameter, parameter)
    })
  }

  it('400: all that is wrong is told', async () => {
    const { body } = await patch({ bedrooms: -1, pricing: { taxRate: 2 } })
    const fields = body.errors.map(({ field }: { field: string }) => field)
    assert.deepEqual(fields, ['bedrooms', 'pricing.taxRate'])
  })
})

const wrongWords: [string, object, readonly string[]][] = [
  ['propertyType', { propertyType: 'CAVERN' }, propertyTypes],
  ['propertyType', { propertyType: 'cabin' }, propertyTypes],
  ['listingType', { listingType: 'X' }, listingTypes],
  ['area.unitType', { area: { unitType: 'ACRES' } }, ['SQUARE_METERS', 'SQUARE_FEET']],
  [
    'availability.hostfullyBookingStrategy',
    availability({ hostfullyBookingStrategy: '' }),
    bookingStrategies,
  ],
  [
    'availability.daysOfTheWeekToCheckInOn[1]',
    availability({ daysOfTheWeekToCheckInOn: ['MONDAY', 'FUNDAY'] }),
    weekdays,
  ],
  [
    'availability.dayOfWeekMinimumStay',
    availability({ dayOfWeekMinimumStay: { FUNDAY: 2 } }),
    weekdays,
  ],
]

describe('a word that there is not', () => {
  for (const [parameter, body, allowed] of wrongWords) {
    it(`400 INVALID_ENUM_VALUE: ${JSON.stringify(body)}`, async () => {
      const { status, body: refusal } = await patch(body)
      assert.deepEqual([status, refusal.code], [400, 'INVALID_ENUM_VALUE'])
      assert.deepEqual([refusal.parameter, refusal.allowedValues], [parameter, allowed])
      const text = `Wrong enum value, allowed values are: ${allowed.join(', ')}`
      assert.equal(refusal.apiErrorMessage, text)
    })
  }

  it('200: every type of property there is', async () => {
    assert.equal(propertyTypes.length, 72)
    for (const propertyType of propertyTypes) {
      const { body } = await patch({ propertyType })
      assert.equal(body.property?.propertyType, propertyType)
    }
  })
})

describe('fields that depend on each other', () => {
  it('400: more base guests than guests, whichever of the two is sent', async () => {
    const of = await makeProperty(server, agencyUid, { base_guests: 2, max_guests: 4 })
    for (const fields of [{ baseGuests: 5 }, { maxGuests: 1 }, { baseGuests: 9, maxGuests: 8 }]) {
      const { status, body } = await patch(availability(fields), of)
      assert.deepEqual([status, body.code], [400, 'INVALID_PARAMETER'])
      assert.equal(body.parameter, 'availability.baseGuests')
    }
    const { status } = await patch(availability({ baseGuests: 5, maxGuests: 5 }), of)
    assert.equal(status, 200)
  })

  it('400: one coordinate without the other', async () => {
    const of = await makeProperty(server, agencyUid)
    const lonely = await patch(address({ latitude: 44.05 }), of)
    assert.deepEqual([lonely.status, lonely.body.parameter], [400, 'address.longitude'])
    const both = await patch(address({ latitude: 44.05, longitude: '-121.31' }), of)
    assert.deepEqual(both.body.property.address.longitude, -121.31)
    assert.equal((await patch(address({ longitude: null }), of)).status, 400)
    assert.equal((await patch(address({ longitude: 1 }), of)).status, 200)
    assert.equal((await patch(address({ latitude: null, longitude: null }), of)).status, 200)
  })

  it('a flexible end of check-in is no hour; an hour given alone is meant to hold', async () => {
    const of = await makeProperty(server, agencyUid)
    const ends = async (fields: object) => {
      const { property } = (await patch(availability(fields), of)).body
      const { checkInTimeEnd, checkInTimeEndFlexible } = property.availability
      return [checkInTimeEnd, checkInTimeEndFlexible]
    }
    assert.deepEqual(await ends({ checkInTimeEnd: 20 }), [20, false])
    assert.deepEqual(await ends({ checkInTimeEndFlexible: true }), [null, true])
    assert.deepEqual(await ends({ checkInTimeEnd: 21, checkInTimeEndFlexible: false }), [21, false])
    assert.deepEqual(await ends({ checkInTimeEnd: 21, checkInTimeEndFlexible: true }), [null, true])
  })
})

const takenIn: [string, object, string, unknown][] = [
  ['a name without its edges', { name: '  Cedar  Cabin ' }, 'name', 'Cedar  Cabin'],
  ['bathrooms as a number', { bathrooms: 2 }, 'bathrooms', '2'],
  ['bathrooms in their shortest form', { bathrooms: '2.50' }, 'bathrooms', '2.5'],
  ['a country in upper case', address({ countryCode: 'us' }), 'address.countryCode', 'US'],
  ['a currency in upper case', pricing({ currency: 'eur' }), 'pricing.currency', 'EUR'],
  ['no currency of its own', pricing({ currency: 'none' }), 'pricing.currency', 'NONE'],
  [
    'a lead time as text',
    availability({ bookingLeadTime: '24' }),
    'availability.bookingLeadTime',
    24,
  ],
  ['six decimals', pricing({ dailyRate: 1.2345675 }), 'pricing.dailyRate', 1.234568],
  ['a tiny price', pricing({ dailyRate: 1e-7 }), 'pricing.dailyRate', 0],
  [
    'no check-in day as every day',
    availability({ daysOfTheWeekToCheckInOn: [] }),
    'availability.daysOfTheWeekToCheckInOn',
    weekdays,
  ],
  [
    'check-in days in the order of the week, each once',
    availability({ daysOfTheWeekToCheckInOn: ['SUNDAY', 'MONDAY', 'SUNDAY'] }),
    'availability.daysOfTheWeekToCheckInOn',
    ['MONDAY', 'SUNDAY'],
  ],
  [
    'a date of a date-time',
    { rentalLicenseExpirationDate: '2027-01-31T10:00' },
    'rentalLicenseExpirationDate',
    '2027-01-31',
  ],
  ['text without controls', { bookingNotes: 'a\u0000b\tc' }, 'bookingNotes', 'ab\tc'],
  [
    "a channel's known keys",
    { vrboData: { active: 'true', unknown: 1 } },
    'vrboData',
    { activeForAgency: null, active: true, cancellationPolicy: null },
  ],
]

describe('how values are taken in', () => {
  for (const [name, body, path, wanted] of takenIn) {
    it(name, async () => {
      const { status, body: answer, text } = await patch(body)
      assert.equal(status, 200, text)
      const value = path.split('.').reduce((of, member) => of[member], answer.property)
      assert.deepEqual(value, wanted)
    })
  }
})

describe('agentUid', () => {
  it('200: an employee of the agency, in any case', async () => {
    const agentUid = await makeEmployee(server, agencyUid)
    const { status, body } = await patch({ agentUid: agentUid.toUpperCase() })
    assert.deepEqual([status, body.property.agentUid], [200, agentUid])
  })

  it('404 EMPLOYEE_NOT_FOUND: unknown, of another agency, no uid', async () => {
    const theirs = await makeEmployee(server, foreign.agencyUid)
    for (const agentUid of [randomUUID(), theirs, 'nobody']) {
      const { status, body } = await patch({ agentUid })
      assert.deepEqual([status, body.code], [404, 'EMPLOYEE_NOT_FOUND'])
      assert.equal(body.apiErrorMessage, `Employee not found: ${agentUid}`)
    }
  })
})

describe('what is derived', () => {
  const get = async (of: string) =>
    (await server.request('GET', `/api/v3.3/properties/${of}`, { key })).body.property

  it('beds: those of the rooms, all kinds; the stored number while rooms hold none', async () => {
    const of = await makeProperty(server, agencyUid, { beds: 7 })
    await makeRoom(of, 1, {})
    assert.equal((await get(of)).beds, 7)
    await makeRoom(of, 2, { kingBed: 1, crib: 2 })
    await makeRoom(of, 3, { couch: 1 })
    assert.equal((await get(of)).beds, 4)
    assert.equal((await patch({ beds: 9 }, of)).body.property.beds, 4)
    await db
      .deleteFrom('rooms')
      .where('agency_uid', '=', agencyUid)
      .where('property_uid', '=', of)
      .execute()
    assert.equal((await get(of)).beds, 9)
  })

  it('businessType and units: of a stand-alone, a master, its sub, a unit type', async () => {
    const master = await makeProperty(server, agencyUid)
    const sub = await makeProperty(server, agencyUid, { parent_uid: master })
    const hotel_uid = await makeHotel(server, agencyUid)
    const unitType = await makeProperty(server, agencyUid, { hotel_uid })
    await makeUnit(db, agencyUid, unitType, { is_active: false })
    await makeUnit(db, agencyUid, unitType, { deleted_at: new Date() })
    const kinds = []
    for (const each of [uid, master, sub, unitType]) {
      const { businessType, numberOfUnits, numberOfActiveUnits } = await get(each)
      kinds.push([businessType, numberOfUnits, numberOfActiveUnits])
    }
    assert.deepEqual(kinds, [
      ['STANDALONE_PROPERTY', 1, 1],
      ['MULTI_UNIT', 1, 1],
      ['SUB_UNIT', 1, 1],
      ['MULTI_UNIT', 2, 1],
    ])
    assert.deepEqual(
      [(await get(sub)).parentUid, (await get(unitType)).hotelUid],
      [master, hotel_uid],
    )
  })

  it('a master whose subs are all deleted is none', async () => {
    const master = await makeProperty(server, agencyUid)
    await makeProperty(server, agencyUid, { parent_uid: master, deleted_at: new Date() })
    assert.equal((await get(master)).businessType, 'STANDALONE_PROPERTY')
  })

  it('what is read-only or unknown is ignored, not refused', async () => {
    const before = await get(uid)
    const written = {
      uid: 'x',
      agencyUid: foreign.agencyUid,
      businessType: 'X',
      pictureLink: 5,
      hotelUid: randomUUID(),
      numberOfUnits: 9,
      createdUtcDateTime: 'x',
      updatedUtcDateTime: {},
      rooms: 'x',
      anything: true,
    }
    const { status } = await patch(written)
    assert.deepEqual([status, await get(uid)], [200, before])
  })
})

async function makeRoom(property_uid: string, room_number: number, bedCounts: object) {
  const now = new Date()
  const room = {
    agency_uid: agencyUid,
    uid: randomUUID(),
    property_uid,
    room_number,
    room_type: 'BEDROOM',
    has_private_bathroom: false,
    bed_counts: JSON.stringify(bedCounts),
    created_at: now,
    updated_at: now,
  }
  await db.insertInto('rooms').values(room).execute()
}
