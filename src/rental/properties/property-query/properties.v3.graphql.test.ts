/** `property` on `POST /api/v3.x/graphql`: contract/properties.md §2, §10. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const db = server.database.kysely
const { agencyUid, key } = await makeAgency(server)
const foreign = await makeAgency(server)
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

/** All keys that REST has in every version, as a GraphQL selection. */
const everything = `
  uid name isActive accountingId
  address { address address2 city state zipCode countryCode longitude latitude }
  agencyUid agentUid
  airbnbData {
    activeForAgency active airbnbId instantBookingGuestRequirement checkInOptionType
    cancellationPolicy eligibleForPassThroughTaxes allowBookingRequestAsFallback
    nonRefundableRateEnabled flexibleCheckIn nonRefundableRateDiscount
  }
  area { size unitType }
  availability {
    baseGuests maxGuests minimumStay
    dayOfWeekMinimumStay { MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY }
    maximumStay minimumWeekendStay allowBookingRequestsAboveMaximumStay bookingWindow turnOverDays
    bookingLeadTime allowBookingRequestWhenOutOfLeadTime checkInTimeStart checkInTimeEnd
    checkInTimeEndFlexible checkOutTime daysOfTheWeekToCheckInOn hostfullyBookingStrategy
    airbnbBookingStrategy vrboBookingStrategy bookingDotComBookingStrategy
  }
  bathrooms bedrooms beds
  bookingDotComData {
    activeForAgency active roomName contactEmployeeUid cancellationPolicyCode
  }
  bookingNotes businessType cancellationPolicy externalId extraNotes guideBookRecsOnlyUrl
  guideBookUrl hvmiData { activeForAgency active } integrationsData { panoramicDataUrl } listingType
  numberOfFloors ownerNotes pictureLink
  pricing {
    currency dailyRate weekendAdjustmentRate taxRate ignoreTaxRateChargeOverXDays
    daysOverWhichTaxRateChargeShouldBeIgnored securityDeposit cleaningFee cleaningFeeTaxRate
    extraGuestFee percentageUponReservation fullPaymentTiming
  }
  propertyType rentalLicenseExpirationDate rentalLicenseNumber roomType showPropertyExactLocation
  updatedUtcDateTime useMinimumPriceRule vrboData { activeForAgency active cancellationPolicy }
  webLink wifiNetwork wifiPassword parentUid masterBookable rooms { uid }`

const young = 'timeZone createdUtcDateTime hotelUid numberOfUnits numberOfActiveUnits'

const decimals = [
  ...['address.longitude', 'address.latitude', 'area.size', 'pricing.dailyRate'],
  ...['pricing.weekendAdjustmentRate', 'pricing.taxRate', 'pricing.securityDeposit'],
  ...['pricing.cleaningFee', 'pricing.cleaningFeeTaxRate', 'pricing.extraGuestFee'],
  'pricing.percentageUponReservation',
]

/** Converts a REST property to its GraphQL form: decimals as text, all weekdays. */
function toGraphQL(rest: Record<string, never>) {
  const copy = structuredClone(rest) as Record<string, Record<string, unknown>>
  for (const path of decimals) {
    const [group, member] = path.split('.') as [string, string]
    const value = copy[group]![member]
    copy[group]![member] = value === null ? null : String(value)
  }
  const days = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']
  const stays = copy.availability!.dayOfWeekMinimumStay as Record<string, number>
  const all = days.map(day => [day, stays[day] ?? null])
  copy.availability!.dayOfWeekMinimumStay = Object.fromEntries(all)
  return copy
}

describe('property', () => {
  it('has every key of REST, decimals as text in their shortest form', async () => {
    const bare = await make()
    const full = await make({
      address: '12 "Mill" Lane\n\\',
      latitude: '44.050',
      longitude: '-121.3100001',
      area_size: '900.50',
      area_unit_type: 'SQUARE_FEET',
      property_type: 'CABIN',
      bathrooms: '1.50',
      daily_rate: '102.00',
      tax_rate: '0.150',
      weekend_adjustment_rate: '-0.1',
      currency: 'NONE',
      day_of_week_minimum_stay: '{"FRIDAY":3}',
      days_of_the_week_to_check_in_on: ['MONDAY', 'FRIDAY'],
      minimum_stay: null,
      booking_lead_time: -24,
      airbnb_data: '{"airbnbId":"4\\"2","active":true,"flexibleCheckIn":null}',
      integrations_data: '{"panoramicDataUrl":"https://example.org"}',
      rental_license_expiration_date: '2028-02-29',
      picture_link: 'https://img.example.org/1.jpg',
      is_active: false,
    })
    for (const uid of [bare, full]) {
      const rest = await server.request('GET', `/api/v3.3/properties/${uid}`, { key })
      const actual = await property(uid, `${everything} ${young}`)
      assert.deepEqual(actual, toGraphQL(rest.body.property))
    }
    const { pricing, bathrooms, address } = await property(full, everything)
    assert.deepEqual([pricing.dailyRate, pricing.taxRate, bathrooms], ['102', '0.15', '1.5'])
    assert.deepEqual([address.latitude, address.longitude], ['44.05', '-121.3100001'])
    assert.equal(pricing.currency, 'NONE')
  })

  it('has decimals of a channel as text', async () => {
    const uid = await make({ airbnb_data: '{"nonRefundableRateDiscount":0.10}' })
    const actual = await property(uid, 'airbnbData { nonRefundableRateDiscount active }')
    assert.deepEqual(actual.airbnbData, { nonRefundableRateDiscount: '0.1', active: null })
  })

  for (const version of ['3', '3.1', '3.2', '3.3']) {
    it(`has the fields of the version in v${version}`, async () => {
      const uid = await make()
      assert.equal((await property(uid, everything, { version })).uid, uid)
      const unitFields = await run(`{ property(uid: "${uid}") { hotelUid numberOfUnits } }`, {
        version,
      })
      assert.equal(unitFields.errors === undefined, version !== '3')
      const zone = await run(`{ property(uid: "${uid}") { timeZone } }`, { version })
      assert.equal(zone.errors === undefined, version === '3.3')
    })
  }

  it('is null without an error for an unknown, foreign, deleted or malformed uid', async () => {
    const foreignUid = await makeProperty(server, foreign.agencyUid)
    for (const uid of [randomUUID(), foreignUid, await make({ deleted_at: longAgo }), 'x']) {
      assert.equal(await property(uid, 'uid'), null)
    }
  })

  it('is null for a partner without a grant', async () => {
    const [granted, hidden] = [await make(), await make()]
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: granted, access: 'READ' })
    const token = await makeToken(server, partnerUid, agencyUid)
    assert.equal((await property(granted, 'uid', { key: token })).uid, granted)
    assert.equal(await property(hidden, 'uid', { key: token }), null)
  })
})

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

describe('relations of a property', () => {
  it('mainPicture is the first photo in all sizes, null without photos', async () => {
    const [linked, uploaded] = [await make(), await make()]
    const [first, second] = [randomUUID(), randomUUID()]
    const url = 'https://img.example.org/"1".jpg'
    const photos = [
      photo(randomUUID(), 2, 'https://img.example.org/2.jpg', linked),
      photo(first, 1, url, linked),
      photo(second, 1, null, uploaded),
    ]
    await db.insertInto('photos').values(photos).execute()
    const selection = 'mainPicture { tinyThumbnail mediumThumbnail largeThumbnail original }'
    assert.deepEqual((await property(linked, selection)).mainPicture, {
      tinyThumbnail: url,
      mediumThumbnail: url,
      largeThumbnail: url,
      original: url,
    })
    const file = `${server.config.publicUrl}/files/photos/${second}`
    assert.deepEqual((await property(uploaded, selection)).mainPicture, {
      tinyThumbnail: `${file}?w=480`,
      mediumThumbnail: `${file}?w=480`,
      largeThumbnail: `${file}?w=720`,
      original: file,
    })
    assert.equal((await property(await make(), selection)).mainPicture, null)
  })

  it('tags are sorted, ignoring case', async () => {
    const uid = await make()
    const tag = (text: string) => ({
      agency_uid: agencyUid,
      object_uid: uid,
      object_type: 'PROPERTY',
      tag: text,
      created_at: longAgo,
    })
    await db.insertInto('tags').values(['sea', 'Alps', '"q"', 'beach'].map(tag)).execute()
    assert.deepEqual((await property(uid, 'tags')).tags, ['"q"', 'Alps', 'beach', 'sea'])
  })

  it('rooms have all kinds of beds, and beds is their sum', async () => {
    const uid = await make({ beds: 9 })
    const room = {
      agency_uid: agencyUid,
      uid: randomUUID(),
      property_uid: uid,
      room_number: 1,
      room_type: 'BEDROOM',
      has_private_bathroom: true,
      bed_counts: '{"kingBed":2}',
      created_at: longAgo,
      updated_at: longAgo,
    }
    await db.insertInto('rooms').values(room).execute()
    const selection =
      'beds rooms { uid roomNumber roomType hasPrivateBathroom name bedCounts { kingBed crib } }'
    const { beds, rooms } = await property(uid, selection)
    const bedCounts = { kingBed: 2, crib: 0 }
    const presented = { roomNumber: 1, roomType: 'BEDROOM', hasPrivateBathroom: true, name: null }
    assert.deepEqual([beds, rooms], [2, [{ uid: room.uid, ...presented, bedCounts }]])
  })
})
