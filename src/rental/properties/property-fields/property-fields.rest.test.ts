/** The fields of a property and their rules: contract/properties.md §2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeEmployee } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { weekdays } from '../properties/property.ts'
import { propertyFields } from './property-fields.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server, { currency: 'EUR' })
const agentUid = await makeEmployee(server, agencyUid)

async function post(body: object, version = 'v3.3') {
  const mandatory = {
    name: 'Cedar Cabin',
    agencyUid,
    propertyType: 'CABIN',
    address: { city: 'Bend', countryCode: 'US' },
  }
  const full = merged(mandatory, body)
  return server.request('POST', `/api/${version}/properties`, { key, body: full })
}

function merged(base: Record<string, unknown>, over: object): Record<string, unknown> {
  const { address, ...rest } = over as { address?: object }
  return { ...base, ...rest, address: { ...(base.address as object), ...address } }
}

/** Returns a body with one field, by its path. */
function only(path: string, value: unknown): Record<string, unknown> {
  const [first, second] = path.split('.') as [string, string?]
  return { [first]: second === undefined ? value : { [second]: value } }
}

function at(property: Record<string, unknown>, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as never)[name], property)
}

const patch = (uid: string, body: object, version = 'v3.3') =>
  server.request('PATCH', `/api/${version}/properties/${uid}`, { key, body })

/** Non-default value by path, or a pair of value and response if these differ. */
const values: Record<string, unknown> = {
  name: 'Höhenblick "7"\nUp',
  isActive: true,
  accountingId: 'A-1',
  externalId: 'x'.repeat(255),
  agentUid,
  'address.address': '12 Mill Lane',
  'address.address2': 'Back',
  'address.city': 'Bend',
  'address.state': 'OR',
  'address.zipCode': '97701',
  'address.countryCode': 'DE',
  timeZone: 'America/Los_Angeles',
  propertyType: 'TREEHOUSE',
  listingType: 'ENTIREHOME',
  roomType: 'Suite',
  bedrooms: 2,
  numberOfFloors: 999,
  beds: 3,
  bathrooms: '1.5',
  'area.size': 900.5,
  'area.unitType': 'SQUARE_FEET',
  'availability.baseGuests': 2,
  'availability.maxGuests': 999,
  'availability.minimumStay': 3650,
  'availability.maximumStay': 30,
  'availability.minimumWeekendStay': 2,
  'availability.dayOfWeekMinimumStay': { FRIDAY: 3, SUNDAY: 1 },
  'availability.allowBookingRequestsAboveMaximumStay': true,
  'availability.allowBookingRequestWhenOutOfLeadTime': true,
  'availability.bookingWindow': 365,
  'availability.bookingLeadTime': -24,
  'availability.turnOverDays': 30,
  'availability.checkInTimeStart': 0,
  'availability.checkInTimeEnd': 24,
  'availability.checkInTimeEndFlexible': false,
  'availability.checkOutTime': 23,
  'availability.daysOfTheWeekToCheckInOn': ['MONDAY', 'SUNDAY'],
  'availability.hostfullyBookingStrategy': 'BOOKING_REQUEST',
  'availability.airbnbBookingStrategy': 'BOOKING_INQUIRY',
  'availability.vrboBookingStrategy': 'BOOKING_REQUEST',
  'availability.bookingDotComBookingStrategy': 'BOOKING_INQUIRY',
  'pricing.currency': 'NONE',
  'pricing.dailyRate': 150.123456,
  'pricing.cleaningFee': 90,
  'pricing.extraGuestFee': 15.5,
  'pricing.securityDeposit': 1_000_000_000,
  'pricing.weekendAdjustmentRate': -0.25,
  'pricing.taxRate': 0.12,
  'pricing.cleaningFeeTaxRate': 1,
  'pricing.ignoreTaxRateChargeOverXDays': true,
  'pricing.daysOverWhichTaxRateChargeShouldBeIgnored': 29,
  'pricing.percentageUponReservation': 0,
  'pricing.fullPaymentTiming': 0,
  bookingNotes: 'b'.repeat(10_000),
  extraNotes: 'e',
  ownerNotes: 'o',
  cancellationPolicy: 'c',
  guideBookUrl: 'https://example.org/guide',
  guideBookRecsOnlyUrl: 'http://example.org/recs',
  webLink: 'https://example.org/cedar?x=1#y',
  rentalLicenseNumber: 'L-1',
  rentalLicenseExpirationDate: '2028-02-29',
  wifiNetwork: 'cedar',
  wifiPassword: 'secret',
  showPropertyExactLocation: false,
  useMinimumPriceRule: true,
  masterBookable: false,
  airbnbData: {
    activeForAgency: true,
    active: false,
    airbnbId: '42',
    instantBookingGuestRequirement: 'everyone',
    checkInOptionType: 'keypad',
    cancellationPolicy: 'strict',
    eligibleForPassThroughTaxes: true,
    allowBookingRequestAsFallback: null,
    nonRefundableRateEnabled: true,
    flexibleCheckIn: false,
    nonRefundableRateDiscount: 0.1,
  },
  bookingDotComData: {
    activeForAgency: true,
    active: true,
    roomName: 'Suite',
    contactEmployeeUid: agentUid,
    cancellationPolicyCode: '31',
  },
  vrboData: { activeForAgency: null, active: true, cancellationPolicy: 'firm' },
  hvmiData: { activeForAgency: false, active: true },
  integrationsData: { panoramicDataUrl: 'https://example.org/360' },
}

const standard = {
  name: 'Bare',
  isActive: false,
  accountingId: null,
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
  agentUid: null,
  airbnbData: null,
  area: { size: 0, unitType: null },
  availability: {
    baseGuests: 1,
    maxGuests: 2,
    minimumStay: 1,
    dayOfWeekMinimumStay: {},
    maximumStay: 0,
    minimumWeekendStay: 0,
    allowBookingRequestsAboveMaximumStay: false,
    bookingWindow: -1,
    turnOverDays: 0,
    bookingLeadTime: 0,
    allowBookingRequestWhenOutOfLeadTime: false,
    checkInTimeStart: 15,
    checkInTimeEnd: null,
    checkInTimeEndFlexible: true,
    checkOutTime: 11,
    daysOfTheWeekToCheckInOn: [...weekdays],
    hostfullyBookingStrategy: 'INSTANT_BOOKING',
    airbnbBookingStrategy: 'INSTANT_BOOKING',
    vrboBookingStrategy: 'INSTANT_BOOKING',
    bookingDotComBookingStrategy: 'INSTANT_BOOKING',
  },
  bathrooms: '0',
  bedrooms: 0,
  beds: 0,
  bookingDotComData: null,
  bookingNotes: null,
  businessType: 'STANDALONE_PROPERTY',
  cancellationPolicy: null,
  externalId: null,
  extraNotes: null,
  guideBookRecsOnlyUrl: null,
  guideBookUrl: null,
  hvmiData: null,
  integrationsData: null,
  listingType: null,
  numberOfFloors: 0,
  ownerNotes: null,
  pictureLink: null,
  pricing: {
    currency: 'EUR',
    dailyRate: 0,
    weekendAdjustmentRate: 0,
    taxRate: 0,
    ignoreTaxRateChargeOverXDays: false,
    daysOverWhichTaxRateChargeShouldBeIgnored: 0,
    securityDeposit: 0,
    cleaningFee: 0,
    cleaningFeeTaxRate: 0,
    extraGuestFee: 0,
    percentageUponReservation: 0.5,
    fullPaymentTiming: 45,
  },
  propertyType: 'HOUSE',
  rentalLicenseExpirationDate: null,
  rentalLicenseNumber: null,
  roomType: null,
  showPropertyExactLocation: true,
  updatedUtcDateTime: '2026-05-20T15:00:00',
  useMinimumPriceRule: false,
  vrboData: null,
  webLink: null,
  wifiNetwork: null,
  wifiPassword: null,
  timeZone: 'America/Denver',
  createdUtcDateTime: '2026-05-20T15:00:00',
  parentUid: null,
  masterBookable: true,
  hotelUid: null,
  numberOfUnits: 1,
  numberOfActiveUnits: 1,
  rooms: [],
}

const paths = propertyFields.filter(({ written }) => written).map(({ path }) => path)

/** Coordinates are only valid as a pair. */
const single = paths.filter(path => !/itude$/.test(path))

const nullables = single.filter(path => {
  const { type } = propertyFields.find(field => field.path === path)!.responseSchema as {
    type?: unknown
  }
  return Array.isArray(type)
})

describe('every writable field', () => {
  it('is stored by POST and returned by GET', async () => {
    for (const path of single) {
      assert.ok(path in values, `${path} has a value to try`)
      const created = await post(only(path, values[path]))
      assert.equal(created.status, 201, `${path}: ${created.text}`)
      assert.deepEqual(at(created.body.property, path), values[path], path)
      const { uid } = created.body.property
      const read = await server.request('GET', `/api/v3.3/properties/${uid}`, { key })
      assert.deepEqual(at(read.body.property, path), values[path], path)
    }
  })

  it('is stored by PATCH, also null if allowed', async () => {
    const { uid } = (await post({ availability: { maxGuests: 9 } })).body.property
    for (const path of single) {
      const { status, body, text } = await patch(uid, only(path, values[path]))
      assert.equal(status, 200, `${path}: ${text}`)
      assert.deepEqual(at(body.property, path), values[path], path)
    }
    const neverNull = ['propertyType', 'address.countryCode']
    const zeroIfNull = ['pricing.taxRate', 'pricing.cleaningFeeTaxRate']
    for (const path of single) {
      const { status, body } = await patch(uid, only(path, null))
      if (zeroIfNull.includes(path)) {
        assert.deepEqual([status, at(body.property, path)], [200, 0], path)
      } else if (nullables.includes(path) && !neverNull.includes(path)) {
        assert.deepEqual([status, at(body.property, path)], [200, null], path)
      } else assert.deepEqual([status, body.code], [400, 'REQUIRED_PARAMETER'], path)
    }
  })

  it('has its default after a creation without it', async () => {
    const body = { name: 'Bare' }
    const { property } = (await server.request('POST', '/api/v3/properties', { key, body })).body
    const { uid } = property
    const read = await server.request('GET', `/api/v3.3/properties/${uid}`, { key })
    assert.deepEqual(read.body.property, { ...standard, uid, agencyUid })
  })
})
