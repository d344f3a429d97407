/** Validation and conversion of a property's fields: contract/properties.md §2.2 to §2.4. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { bookingStrategies, listingTypes, propertyTypes, weekdays } from '../properties/property.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
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

describe('a tax rate', () => {
  it('200: null is stored as 0', async () => {
    for (const version of ['v3', 'v3.2', 'v3.3']) {
      await patch(pricing({ taxRate: 0.1, cleaningFeeTaxRate: 0.2 }))
      const none = pricing({ taxRate: null, cleaningFeeTaxRate: null })
      const { status, body } = await patch(none, uid, version)
      const { taxRate, cleaningFeeTaxRate } = body.property.pricing
      assert.deepEqual([status, taxRate, cleaningFeeTaxRate], [200, 0, 0])
    }
  })
})

describe('a value out of bounds', () => {
  for (const [parameter, body] of outOfBounds) {
    it(`400: ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const { status, body: refusal } = await patch(body)
      assert.deepEqual([status, refusal.code], [400, 'INVALID_PARAMETER'])
      assert.equal(refusal.parameter, parameter)
    })
  }

  it('400: lists all errors', async () => {
    const { body } = await patch({ bedrooms: -1, pricing: { taxRate: 2 } })
    const fields = body.errors.map(({ field }: { field: string }) => field)
    assert.deepEqual(fields, ['bedrooms', 'pricing.taxRate'])
  })
})

const wrongTexts: [string, object, readonly string[]][] = [
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

describe('an unknown enum value', () => {
  for (const [parameter, body, allowed] of wrongTexts) {
    it(`400 INVALID_ENUM_VALUE: ${JSON.stringify(body)}`, async () => {
      const { status, body: refusal } = await patch(body)
      assert.deepEqual([status, refusal.code], [400, 'INVALID_ENUM_VALUE'])
      assert.deepEqual([refusal.parameter, refusal.allowedValues], [parameter, allowed])
      const text = `Wrong enum value, allowed values are: ${allowed.join(', ')}`
      assert.equal(refusal.apiErrorMessage, text)
    })
  }

  it('200: accepts every property type', async () => {
    assert.equal(propertyTypes.length, 72)
    for (const propertyType of propertyTypes) {
      const { body } = await patch({ propertyType })
      assert.equal(body.property?.propertyType, propertyType)
    }
  })
})

describe('fields that depend on each other', () => {
  it('400: rejects base guests above the maximum, whichever of the two is sent', async () => {
    const of = await makeProperty(server, agencyUid, { base_guests: 2, max_guests: 4 })
    for (const fields of [{ baseGuests: 5 }, { maxGuests: 1 }, { baseGuests: 9, maxGuests: 8 }]) {
      const { status, body } = await patch(availability(fields), of)
      assert.deepEqual([status, body.code], [400, 'INVALID_PARAMETER'])
      assert.equal(body.parameter, 'availability.baseGuests')
    }
    const { status } = await patch(availability({ baseGuests: 5, maxGuests: 5 }), of)
    assert.equal(status, 200)
  })

  it('400: rejects one coordinate without the other', async () => {
    const of = await makeProperty(server, agencyUid)
    const lonely = await patch(address({ latitude: 44.05 }), of)
    assert.deepEqual([lonely.status, lonely.body.parameter], [400, 'address.longitude'])
    const both = await patch(address({ latitude: 44.05, longitude: '-121.31' }), of)
    assert.deepEqual(both.body.property.address.longitude, -121.31)
    assert.equal((await patch(address({ longitude: null }), of)).status, 400)
    assert.equal((await patch(address({ longitude: 1 }), of)).status, 200)
    assert.equal((await patch(address({ latitude: null, longitude: null }), of)).status, 200)
  })

  it('a flexible end of check-in has no hour; an hour sent alone disables it', async () => {
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

const accepted: [string, object, string, unknown][] = [
  ['a name without needless blanks', { name: '  Cedar  Cabin ' }, 'name', 'Cedar Cabin'],
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
  [
    'half of a character as its replacement',
    { airbnbData: { airbnbId: 'a\ud800' }, wifiNetwork: '\udc00' },
    'airbnbData.airbnbId',
    'a\ufffd',
  ],
  ['text without controls', { bookingNotes: 'a\u0000b\tc' }, 'bookingNotes', 'ab\tc'],
  [
    "a channel's known keys",
    { vrboData: { active: 'true', unknown: 1 } },
    'vrboData',
    { activeForAgency: null, active: true, cancellationPolicy: null },
  ],
]

describe('conversion of values', () => {
  for (const [name, body, path, expected] of accepted) {
    it(name, async () => {
      const { status, body: result, text } = await patch(body)
      assert.equal(status, 200, text)
      const value = path.split('.').reduce((of, member) => of[member], result.property)
      assert.deepEqual(value, expected)
    })
  }
})
