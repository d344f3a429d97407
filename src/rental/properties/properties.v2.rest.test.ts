/** Legacy `/v2/properties`: contract/properties.md §5. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { grant, makeAgency, makePartner, makeProperty } from '../../../test/fixtures.ts'
import { startServer } from '../../../test/server.ts'
import { propertyTypes } from './property.ts'

const server = await startServer()
const db = server.database.kysely
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

/** Column → value of a property that has everything. */
const columns = {
  property_type: 'GUESTHOUSE',
  bedrooms: 2,
  bathrooms: '1.50',
  beds: 3,
  base_guests: 2,
  max_guests: 6,
  daily_rate: '150.00',
  cleaning_fee: '90',
  security_deposit: '300',
  extra_guest_fee: '15.5',
  tax_rate: '0.1176',
  weekend_adjustment_rate: '0.168067',
  currency: 'GBP',
  address: '12 Mill Lane',
  address2: 'Back',
  city: 'Bend',
  state: 'OR',
  zip_code: '97701',
  country_code: 'US',
  latitude: '44.05',
  longitude: '-121.31',
  picture_link: 'https://img.example.org/1.jpg',
  web_link: 'https://example.org/cedar',
  guide_book_url: 'https://example.org/guide',
  cancellation_policy: 'strict',
  minimum_stay: null,
  maximum_stay: null,
  minimum_weekend_stay: null,
  turn_over_days: null,
  booking_window: null,
  booking_lead_time: null,
  check_in_time_start: 16,
  check_out_time: 10,
  hostfully_booking_strategy: 'BOOKING_REQUEST',
  external_id: 'X-1',
  airbnb_data: '{"airbnbId":"42","active":true}',
  number_of_floors: 2,
  area_size: '900.5',
  area_unit_type: 'SQUARE_FEET',
  extra_notes: 'No parties',
  rental_license_number: 'L-1',
  rental_license_expiration_date: '2028-02-29',
  integrations_data: '{"panoramicDataUrl":"https://example.org/360"}',
  wifi_network: 'cedar',
  wifi_password: 'secret',
  created_at: new Date('2026-04-01T08:00:00.123Z'),
}

const noBeds = {
  kingBed: 0,
  queenBed: 0,
  doubleBed: 0,
  singleBed: 0,
  sofaBed: 0,
  futonBed: 0,
  floorMattress: 0,
  bunkBed: 0,
  toddlerBed: 0,
  crib: 0,
  hammockBed: 0,
  airMattress: 0,
  waterBed: 0,
  couch: 0,
}

const flat = {
  name: 'Cedar Cabin',
  isActive: true,
  type: 'GUEST_HOUSE',
  bedrooms: 2,
  bathrooms: '1.5',
  bedCount: 3,
  bedTypes: noBeds,
  baseGuests: 2,
  maximumGuests: 6,
  baseDailyRate: 150,
  cleaningFeeAmount: 90,
  securityDepositAmount: 300,
  extraGuestFee: 15.5,
  taxationRate: 11.76,
  weekEndRatePercentAdjustment: 16.8067,
  percentUponReservation: 50,
  fullPaymentTiming: 45,
  currency: 'GBP',
  currencySymbol: '£',
  address1: '12 Mill Lane',
  address2: 'Back',
  city: 'Bend',
  state: 'OR',
  postalCode: '97701',
  countryCode: 'US',
  latitude: 44.05,
  longitude: -121.31,
  picture: 'https://img.example.org/1.jpg',
  webLink: 'https://example.org/cedar',
  guideBookUrl: 'https://example.org/guide',
  cancellationPolicy: 'strict',
  minimumStay: 0,
  maximumStay: 0,
  minimumWeekendStay: 0,
  turnOverDays: 0,
  bookingWindow: -1,
  bookingWindowAfterCheckout: -1,
  bookingLeadTime: 0,
  defaultCheckinTime: 16,
  defaultCheckoutTime: 10,
  acceptBookingRequest: true,
  acceptInstantBook: false,
  externalID: 'X-1',
  airBnBID: '42',
  homeAwayID: null,
  flipkeyID: null,
  floor: 2,
  areaSize: 900.5,
  areaSizeUnit: 'SQUARE_FEET',
  rentalCondition: 'No parties',
  rentalLicenseNumber: 'L-1',
  rentalLicenseNumberExpirationDate: '2028-02-29',
  panoramicDataUrl: 'https://example.org/360',
  wifiNetwork: 'cedar',
  wifiPassword: 'secret',
  propertyURL: null,
  reviews: { total: 0, average: null },
  createdDate: Date.parse('2026-04-01T08:00:00.123Z'),
  listingLinks: {
    airbnbUrl: null,
    hostfullyUrl: null,
    bookingDotComUrl: null,
    homeAwayUrl: null,
    tripAdvisorUrl: null,
    hvmiUrl: null,
  },
  pricingRules: null,
}

describe('GET /v2/properties/{uid}', () => {
  it('200 with every key of the flat object', async () => {
    const uid = await make(columns)
    const { availabilityCalendarUrl, ...rest } = await get(uid)
    assert.deepEqual(rest, { uid, ...flat })
    const feed = new RegExp(`^${server.config.publicUrl}/calendar/[0-9a-f]{32}\\.ics$`)
    assert.match(availabilityCalendarUrl, feed)
  })

  it("200 with the agency's currency where the property has none, and its symbol", async () => {
    const symbols: [string, string, string][] = [
      ['NONE', 'EUR', '€'],
      ['USD', 'USD', '$'],
      ['CAD', 'CAD', '$'],
      ['JPY', 'JPY', '¥'],
      ['CHF', 'CHF', 'CHF'],
    ]
    for (const [currency, shown, symbol] of symbols) {
      const property = await get(await make({ currency }))
      assert.deepEqual([property.currency, property.currencySymbol], [shown, symbol])
    }
  })

  it('200 with beds summed over rooms, and pricing rules in percent', async () => {
    const uid = await make({ beds: 1 })
    const now = new Date()
    const room = {
      agency_uid: agencyUid,
      property_uid: uid,
      room_type: 'BEDROOM',
      has_private_bathroom: false,
      created_at: now,
      updated_at: now,
    }
    const beds = [{ kingBed: 1, crib: 1 }, { kingBed: 2 }]
    const rows = beds.map((bed_counts, i) => {
      return { ...room, uid: randomUUID(), room_number: i, bed_counts: JSON.stringify(bed_counts) }
    })
    await db.insertInto('rooms').values(rows).execute()
    const rules = {
      agency_uid: agencyUid,
      property_uid: uid,
      increase_rate: '0.155',
      increase_rate_lower_bound: 3,
      decrease_rate: '0.1',
      decrease_rate_higher_bound: 7,
    }
    await db.insertInto('property_pricing_rules').values(rules).execute()
    const property = await get(uid)
    assert.equal(property.bedCount, 4)
    assert.deepEqual(property.bedTypes, { ...noBeds, kingBed: 3, crib: 1 })
    assert.deepEqual(property.pricingRules, {
      increaseRate: 15.5,
      increaseRateLowerBound: 3,
      decreaseRate: 10,
      decreaseRateHigherBound: 7,
    })
  })
})

describe('what v2 cannot show', () => {
  it("200 with v2's words for types", async () => {
    const words: Record<string, string> = {
      BEDANDBREAKFAST: 'BED_AND_BREAKFAST',
      GUESTHOUSE: 'GUEST_HOUSE',
      MOTELROOM: 'MOTEL_ROOM',
      COUNTRYHOUSE: 'COUNTRY_HOUSE',
    }
    for (const [i, property_type] of propertyTypes.entries()) {
      const { type } = await get(await make({ property_type }))
      assert.equal(type, i < 29 ? (words[property_type] ?? property_type) : 'OTHER')
    }
    assert.equal((await get(await make())).type, null)
  })

  it('409 PROPERTY_REMOVED once deleted; 404 for an unknown or foreign one', async () => {
    const gone = await send('GET', `/${await make({ deleted_at: new Date() })}`)
    assert.deepEqual([gone.status, gone.body.code], [409, 'PROPERTY_REMOVED'])
    const deleted_at = new Date()
    const theirs = await makeProperty(server, foreign.agencyUid, { deleted_at })
    for (const uid of [randomUUID(), 'x', theirs, await makeProperty(server, foreign.agencyUid)]) {
      const { status, body } = await send('GET', `/${uid}`)
      assert.deepEqual([status, body.code], [404, 'PROPERTY_NOT_FOUND'])
    }
  })
})

describe('PUT /v2/properties/{uid}', () => {
  it('200: what was read of one property makes another the same', async () => {
    const uid = await make()
    const { status, body } = await put(uid, { ...flat, latitude: '44.05' })
    assert.equal(status, 200)
    const { availabilityCalendarUrl: _, ...rest } = body
    const kept = { bedTypes: noBeds, picture: null, createdDate: rest.createdDate }
    assert.deepEqual(rest, { uid, ...flat, ...kept })
    const { pricing, availability, airbnbData } = await newer(uid)
    assert.deepEqual([pricing.taxRate, pricing.weekendAdjustmentRate], [0.1176, 0.168067])
    assert.deepEqual([airbnbData.airbnbId, availability.maxGuests], ['42', 6])
  })

  it('200: what is absent stays, null clears', async () => {
    const uid = await make(columns)
    const cleared = { city: null, minimumStay: null, airBnBID: null, type: null }
    const { body } = await put(uid, { ...cleared, bedrooms: 5 })
    assert.deepEqual([body.city, body.airBnBID, body.type], [null, null, null])
    assert.deepEqual([body.bedrooms, body.state, body.name], [5, 'OR', 'Cedar Cabin'])
    const { airbnbData, availability } = await newer(uid)
    assert.deepEqual([airbnbData.active, availability.minimumStay], [true, null])
  })

  it('200: what comes back as it was shown changes nothing', async () => {
    const uid = await make({ property_type: 'CASTLE', currency: 'NONE', minimum_stay: null })
    const shown = await get(uid)
    assert.equal((await put(uid, shown)).status, 200)
    const { propertyType, pricing, availability, updatedUtcDateTime } = await newer(uid)
    assert.deepEqual([propertyType, pricing.currency], ['CASTLE', 'NONE'])
    assert.deepEqual([availability.minimumStay, updatedUtcDateTime], [null, '2026-01-01T00:00:00'])
    await put(uid, { type: 'OTHER', currency: 'USD', name: 'New' })
    assert.deepEqual((await newer(uid)).pricing.currency, 'USD')
  })
})

describe('words that PUT takes', () => {
  it('200: types, both ways', async () => {
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

  it('200: how bookings are accepted', async () => {
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

  it('400: values that do not fit', async () => {
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

  it('404: unknown, foreign, deleted; 403: a READ grant', async () => {
    const theirs = await makeProperty(server, foreign.agencyUid)
    for (const uid of [randomUUID(), theirs, await make({ deleted_at: new Date() })]) {
      assert.equal((await put(uid, { name: 'X' })).status, 404)
    }
    const uid = await make()
    const partner = await makePartner(server)
    await grant(server, agencyUid, partner.partnerUid, uid, { access: 'READ' })
    const { status, body } = await send('PUT', `/${uid}`, { name: 'X' }, partner.key)
    assert.deepEqual([status, body.code], [403, 'READ_ONLY_GRANT'])
    assert.equal((await send('GET', `/${uid}`, undefined, partner.key)).status, 200)
  })
})

describe('POST /v2/properties', () => {
  it('201 with the flat object, agency in the query, the body, or understood', async () => {
    const ways: [string, object][] = [
      [`?agencyUid=${agencyUid}`, {}],
      ['', { agencyUid }],
      ['', {}],
    ]
    for (const [query, extra] of ways) {
      const body = { name: 'New', type: 'COUNTRY_HOUSE', taxationRate: 12.5, ...extra }
      const { status, body: made } = await send('POST', query, body)
      assert.equal(status, 201)
      assert.deepEqual([made.name, made.type, made.taxationRate], ['New', 'COUNTRY_HOUSE', 12.5])
      assert.deepEqual([made.isActive, made.currency, made.acceptInstantBook], [false, 'EUR', true])
      assert.deepEqual(await get(made.uid), made)
    }
  })

  it('400 without a name, 403 for a foreign agency', async () => {
    const nameless = await send('POST', '', { type: 'HOUSE' })
    assert.deepEqual([nameless.status, nameless.body.parameter], [400, 'name'])
    const { status } = await send('POST', `?agencyUid=${foreign.agencyUid}`, { name: 'X' })
    assert.equal(status, 403)
  })
})

describe('GET /v2/properties', () => {
  it('200 with uids, newest first, 20 unless told otherwise, 100 at most', async () => {
    const other = await makeAgency(server)
    const made: string[] = []
    for (let n = 0; n < 22; n++) {
      const created_at = new Date(Date.UTC(2026, 0, 1, 0, 0, n))
      made.unshift(await makeProperty(server, other.agencyUid, { created_at, max_guests: n + 1 }))
    }
    const uids = async (query = '') =>
      (await send('GET', `/?agencyUid=${other.agencyUid}${query}`, undefined, other.key)).body
    assert.deepEqual(await uids(), { propertiesUids: made.slice(0, 20) })
    assert.deepEqual((await uids('&limit=3&offset=20')).propertiesUids, made.slice(20))
    assert.equal((await uids('&limit=5000')).propertiesUids.length, 22)
    assert.deepEqual((await uids('&minimumGuests=21')).propertiesUids, made.slice(0, 2))
  })

  it('400: no agency, a bad limit or offset; 403: a foreign agency', async () => {
    assert.equal((await send('GET', '')).status, 400)
    for (const query of ['limit=0', 'limit=x', 'offset=-1', 'minimumGuests=many']) {
      assert.equal((await send('GET', `?agencyUid=${agencyUid}&${query}`)).status, 400, query)
    }
    assert.equal((await send('GET', `?agencyUid=${foreign.agencyUid}`)).status, 403)
  })
})
