import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeEmployee,
  makeLead,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const foreign = await makeAgency(server)
const property_uid = await makeProperty(server, agencyUid, {
  latitude: '39.500',
  longitude: '-105.1000001',
  bathrooms: '2.50',
})
const secretUid = await makeProperty(server, agencyUid)
const assignee_uid = await makeEmployee(server, agencyUid)

async function run(query: string | object, options: { version?: string; key?: string } = {}) {
  const path = `/api/v${options.version ?? '3.3'}/graphql`
  const response = await server.request('POST', path, { key: options.key ?? key, body: query })
  assert.equal(response.status, 200)
  return response.body
}

const guest = {
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.org',
  secondary_email: 'ada@example.com',
  phone_number: '1',
  cell_phone_number: '2',
  address1: '12 St James’s Square',
  address2: 'Flat "2"',
  zip_code: 'SW1',
  city: 'London',
  state: 'X',
  country_code: 'GB',
  passport_id: 'P1',
  passport_country_code: 'GB',
  adult_count: 2,
  children_count: 1,
  pet_count: 3,
  infant_count: 4,
  risk_score: 7,
  flight_number: 'BA 1',
  reason_for_trip: 'Sun',
  will_have_party: false,
  will_have_visit: true,
  preferred_currency: 'GBP',
  preferred_locale: 'en_GB',
  arrival_local: '2026-06-05T18:30:00',
  departure_local: '2026-06-09T09:00:00',
}

const columns = {
  property_uid,
  assignee_uid,
  type: 'BOOKING',
  status: 'CANCELLED',
  source: 'HOSTFULLY_DBS',
  channel: 'HOSTFULLY',
  booked_at: new Date('2026-05-01T09:00:00.500Z'),
  external_booking_id: 'HM1',
  notes: 'Late',
  extra_notes: 'Internal',
  referrer: 'friend',
  rental_agreement_url: 'https://example.org/a',
  agreement_signed: true,
  paf_completed_at: new Date(),
  close_reason: null,
  cancelled_by: 'GUEST',
  cancelled_reason: 'Ill',
  cancelled_at: new Date('2026-05-03T09:00:00.900Z'),
  creation_circumstances: 'API',
  created_at: new Date('2026-05-01T08:55:10Z'),
  updated_at: new Date('2026-05-03T09:00:01Z'),
  ...guest,
} as const
const uid = await makeLead(server, agencyUid, columns)

const selection30 = `uid type status source channel agencyUid propertyUid checkInZonedDateTime
  checkOutZonedDateTime checkInLocalDateTime checkOutLocalDateTime bookedUtcDateTime
  externalBookingId notes extraNotes referrer assignee { uid type }
  metadata { createdUtcDateTime updatedUtcDateTime creationCircumstances }
  guestInformation { firstName lastName email secondaryEmail phoneNumber cellPhoneNumber address1
    address2 zipCode city state countryCode passportId passportCountryCode adultCount childrenCount
    petCount infantCount riskScore flightNumber reasonForTrip willHaveParty willHaveVisit
    preferredCurrency preferredLocale arrivalLocalDateTime departureLocalDateTime }`

const lead30 = {
  uid,
  type: 'BOOKING',
  status: 'CANCELLED',
  source: 'HOSTFULLY_DBS',
  channel: 'HOSTFULLY',
  agencyUid,
  propertyUid: property_uid,
  checkInZonedDateTime: '2026-06-05T16:00:00-06:00',
  checkOutZonedDateTime: '2026-06-09T11:00:00-06:00',
  checkInLocalDateTime: '2026-06-05T16:00:00',
  checkOutLocalDateTime: '2026-06-09T11:00:00',
  bookedUtcDateTime: '2026-05-01T09:00:00',
  externalBookingId: 'HM1',
  notes: 'Late',
  extraNotes: 'Internal',
  referrer: 'friend',
  assignee: { uid: assignee_uid, type: 'EMPLOYEE' },
  metadata: {
    createdUtcDateTime: '2026-05-01T08:55:10',
    updatedUtcDateTime: '2026-05-03T09:00:01',
    creationCircumstances: 'API',
  },
  guestInformation: {
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.org',
    secondaryEmail: 'ada@example.com',
    phoneNumber: '1',
    cellPhoneNumber: '2',
    address1: '12 St James’s Square',
    address2: 'Flat "2"',
    zipCode: 'SW1',
    city: 'London',
    state: 'X',
    countryCode: 'GB',
    passportId: 'P1',
    passportCountryCode: 'GB',
    adultCount: 2,
    childrenCount: 1,
    petCount: 3,
    infantCount: 4,
    riskScore: 7,
    flightNumber: 'BA 1',
    reasonForTrip: 'Sun',
    willHaveParty: false,
    willHaveVisit: true,
    preferredCurrency: 'GBP',
    preferredLocale: 'en_GB',
    arrivalLocalDateTime: '2026-06-05T18:30:00',
    departureLocalDateTime: '2026-06-09T09:00:00',
  },
}

const selection33 = `unitUid hotelUid groupUid rentalAgreementUrl agreementSigned
  hasCompletedPreArrivalForm holdExpiresUtcDateTime closeReason
  cancellation { cancelledBy reason cancelledUtcDateTime }`

const lead33 = {
  unitUid: null,
  hotelUid: null,
  groupUid: null,
  rentalAgreementUrl: 'https://example.org/a',
  agreementSigned: true,
  hasCompletedPreArrivalForm: true,
  holdExpiresUtcDateTime: null,
  closeReason: null,
  cancellation: {
    cancelledBy: 'GUEST',
    reason: 'Ill',
    cancelledUtcDateTime: '2026-05-03T09:00:00',
  },
}

const lead = (uid: string, selection: string) => `{ lead(uid: "${uid}") { ${selection} } }`

describe('lead', () => {
  for (const version of ['3.0', '3.1', '3.2', '3.3']) {
    it(`200: v${version} returns every field`, async () => {
      const is33 = version === '3.3'
      const query = lead(uid, is33 ? `${selection30} ${selection33}` : selection30)
      const body = await run(query, { version })
      assert.deepEqual(Object.keys(body), ['data', 'extensions'])
      assert.deepEqual(body.data, { lead: { ...lead30, ...(is33 ? lead33 : {}) } })
    })
  }

  it('accepts a uid in upper case in a variable', async () => {
    const query = 'query Q($u: String!) { lead(uid: $u) { uid } }'
    const { data } = await run({ query, variables: { u: uid.toUpperCase() } })
    assert.deepEqual(data, { lead: { uid } })
  })

  it('returns the end of a running timer, and a cancellation only if cancelled', async () => {
    const held = await makeLead(server, agencyUid, {
      status: 'ON_HOLD',
      timer_ends_at: new Date('2026-05-21T09:00:00Z'),
    })
    const query = lead(held, 'holdExpiresUtcDateTime cancellation { reason } assignee { uid type }')
    assert.deepEqual((await run(query)).data.lead, {
      holdExpiresUtcDateTime: '2026-05-21T09:00:00',
      cancellation: null,
      assignee: { uid: null, type: 'EMPLOYEE' },
    })
  })

  it('returns times with the offset of the time zone, UTC as +00:00', async () => {
    const zones: [string, string, string][] = [
      ['2026-06-05T10:30:00Z', '2026-06-09T05:30:00Z', '+05:30'],
      ['2026-06-05T16:00:00Z', '2026-06-09T11:00:00Z', '+00:00'],
      ['2026-06-05T19:30:00Z', '2026-06-09T14:30:00Z', '-03:30'],
    ]
    for (const [checkIn, checkOut, offset] of zones) {
      const stay = { check_in_at: new Date(checkIn), check_out_at: new Date(checkOut) }
      const uid = await makeLead(server, agencyUid, stay)
      const { data } = await run(lead(uid, 'checkInZonedDateTime checkOutZonedDateTime'))
      assert.deepEqual(data.lead, {
        checkInZonedDateTime: `2026-06-05T16:00:00${offset}`,
        checkOutZonedDateTime: `2026-06-09T11:00:00${offset}`,
      })
    }
  })

  it('returns the property, with decimals as strings in shortest form', async () => {
    const query = lead(uid, 'property { uid name bathrooms address { latitude longitude } }')
    assert.deepEqual((await run(query)).data.lead.property, {
      uid: property_uid,
      name: 'Cedar Cabin',
      bathrooms: '2.5',
      address: { latitude: '39.5', longitude: '-105.1000001' },
    })
  })

  it('returns null for a lead without property', async () => {
    const uid = await makeLead(server, agencyUid)
    const { data } = await run(lead(uid, 'propertyUid property { uid }'))
    assert.deepEqual(data.lead, { propertyUid: null, property: null })
  })
})

describe('lead, not found', async () => {
  const longAgo = new Date('2026-01-01T00:00:00Z')
  const missing = {
    'an unknown uid': '0197a000-9999-7bbb-8ccc-00000000dead',
    'a foreign lead': await makeLead(server, foreign.agencyUid),
    'a deleted lead': await makeLead(server, agencyUid, { deleted_at: longAgo }),
    'a text that is not a UUID': 'x',
    'an empty text': '',
    'the uid of its property': property_uid,
  }
  for (const [description, uid] of Object.entries(missing)) {
    it(`returns null without error for ${description}`, async () => {
      const body = await run(lead(uid, 'uid'))
      assert.deepEqual(Object.keys(body), ['data', 'extensions'])
      assert.deepEqual(body.data, { lead: null })
    })
  }
})

describe('lead, for a partner', async () => {
  const { partnerUid, key: partnerKey } = await makePartner(server)
  await grant(server, { agencyUid, partnerUid, objectUid: property_uid })
  const token = await makeToken(server, partnerUid, agencyUid)
  const other = await makeLead(server, agencyUid, { property_uid: secretUid })
  const own = await makeLead(server, agencyUid, { ...columns, created_by_partner_uid: partnerUid })

  it('returns null for hidden personal data', async () => {
    const { data } = await run(lead(uid, selection30), { key: token })
    const open = `city state countryCode adultCount childrenCount petCount infantCount willHaveParty
      willHaveVisit preferredCurrency preferredLocale arrivalLocalDateTime departureLocalDateTime`
    const isOpen = (name: string) => open.split(/\s+/).includes(name)
    const guestInformation = Object.fromEntries(
      Object.entries(lead30.guestInformation).map(([k, v]) => [k, isOpen(k) ? v : null]),
    )
    assert.deepEqual(data.lead, { ...lead30, notes: null, extraNotes: null, guestInformation })
  })

  it('returns personal data of a lead that the partner created', async () => {
    const { data } = await run(lead(own, 'notes guestInformation { email riskScore }'), {
      key: token,
    })
    const guestInformation = { email: 'ada@example.org', riskScore: 7 }
    assert.deepEqual(data.lead, { notes: 'Late', guestInformation })
  })

  it('returns null for a lead of a property without a grant', async () => {
    assert.deepEqual((await run(lead(other, 'uid'), { key: token })).data, { lead: null })
  })

  it('403: rejects a partner key, which is for v2 only', async () => {
    const body = lead(uid, 'uid')
    const response = await server.request('POST', '/api/v3.3/graphql', { key: partnerKey, body })
    assert.equal(response.status, 403)
    assert.equal(response.body.code, 'PARTNER_KEY_NOT_ALLOWED')
    assert.equal(response.body.errors[0].extensions.code, 'PARTNER_KEY_NOT_ALLOWED')
  })
})
