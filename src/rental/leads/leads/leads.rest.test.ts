import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import * as make from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { toInstant } from '../../../platform/dates/dates.ts'

const server = await startServer()
const cedarUid = '0197a000-2222-7bbb-8ccc-000000000042'
const leadUid = '0197b3f2-1111-7c3a-9d55-0f7f5f0f9d11'
const graceUid = '0197a111-3333-7bbb-8ccc-000000000007'
const agencyUid = 'c0ffee00-0000-4000-8000-00000000a9e1'
let key: string

before(async () => {
  key = (await make.makeAgency(server, { uid: agencyUid })).key
  await make.makeProperty(server, agencyUid, { uid: cedarUid })
  await make.makeEmployee(server, agencyUid, { uid: graceUid })
  await make.makeLead(server, agencyUid, {
    uid: leadUid,
    type: 'BOOKING',
    status: 'BOOKED',
    source: 'HOSTFULLY_DBS',
    property_uid: cedarUid,
    booked_at: new Date('2026-05-01T09:00:00Z'),
    notes: 'Arrives by train',
    assignee_uid: graceUid,
    agreement_signed: true,
    first_name: 'Ada',
    last_name: 'Byron',
    email: 'ada@example.org',
    phone_number: '+44 20 7946 0000',
    city: 'London',
    country_code: 'GB',
    adult_count: 2,
    children_count: 1,
    pet_count: 1,
    preferred_currency: 'USD',
    preferred_locale: 'en_US',
    created_at: new Date('2026-05-01T08:55:10.700Z'),
    updated_at: new Date('2026-05-01T09:00:00Z'),
    creation_circumstances: 'DIRECT_BOOKING_SITE',
  })
})

/** The object of contract/leads.md §1. */
const canonical = {
  uid: leadUid,
  type: 'BOOKING',
  status: 'BOOKED',
  source: 'HOSTFULLY_DBS',
  channel: 'HOSTFULLY',
  agencyUid,
  propertyUid: cedarUid,
  unitUid: null,
  hotelUid: null,
  groupUid: null,
  checkInZonedDateTime: '2026-06-05T16:00:00-06:00',
  checkOutZonedDateTime: '2026-06-09T11:00:00-06:00',
  checkInLocalDateTime: '2026-06-05T16:00:00',
  checkOutLocalDateTime: '2026-06-09T11:00:00',
  bookedUtcDateTime: '2026-05-01T09:00:00',
  externalBookingId: null,
  notes: 'Arrives by train',
  extraNotes: null,
  referrer: null,
  assignee: { uid: graceUid, type: 'EMPLOYEE' },
  rentalAgreementUrl: null,
  agreementSigned: true,
  hasCompletedPreArrivalForm: false,
  holdExpiresUtcDateTime: null,
  closeReason: null,
  declineReason: null,
  cancellation: null,
  guestInformation: {
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.org',
    secondaryEmail: null,
    phoneNumber: '+44 20 7946 0000',
    cellPhoneNumber: null,
    address1: null,
    address2: null,
    zipCode: null,
    city: 'London',
    state: null,
    countryCode: 'GB',
    passportId: null,
    passportCountryCode: null,
    adultCount: 2,
    childrenCount: 1,
    petCount: 1,
    infantCount: 0,
    riskScore: null,
    flightNumber: null,
    reasonForTrip: null,
    willHaveParty: null,
    willHaveVisit: null,
    preferredCurrency: 'USD',
    preferredLocale: 'en_US',
    arrivalLocalDateTime: null,
    departureLocalDateTime: null,
  },
  metadata: {
    createdUtcDateTime: '2026-05-01T08:55:10',
    updatedUtcDateTime: '2026-05-01T09:00:00',
    creationCircumstances: 'DIRECT_BOOKING_SITE',
  },
}

const since33 = [
  ...['hotelUid', 'groupUid', 'rentalAgreementUrl', 'agreementSigned'],
  ...['hasCompletedPreArrivalForm', 'holdExpiresUtcDateTime', 'closeReason', 'declineReason'],
  'cancellation',
]
const youngerFields: Record<string, string[]> = {
  v3: ['unitUid', ...since33],
  'v3.1': since33,
  'v3.2': since33,
  'v3.3': [],
}

async function read(uid: string, version = 'v3.3') {
  const path = `/api/${version}/leads/${uid}`
  const { status, body } = await server.request('GET', path, { key })
  assert.equal(status, 200)
  return body.lead
}

describe('GET /leads/{uid}', () => {
  for (const [version, younger] of Object.entries(youngerFields)) {
    it(`200 in ${version}: returns its fields`, async () => {
      const entries = Object.entries(canonical).filter(([name]) => !younger.includes(name))
      assert.deepEqual(await read(leadUid, version), Object.fromEntries(entries))
    })
  }

  it('200: returns the same object in a list', async () => {
    const { body } = await server.request('GET', `/api/v3.3/leads?leadUids=${leadUid}`, { key })
    assert.deepEqual(body.leads, [canonical])
  })

  for (const [version, word] of Object.entries({
    v3: 'PENDING',
    'v3.1': 'PENDING',
    'v3.2': 'PENDING_APPROVED',
    'v3.3': 'PENDING_APPROVED',
  })) {
    it(`returns an approved request as ${word} in ${version}`, async () => {
      const columns = { type: 'BOOKING_REQUEST', status: 'PENDING_APPROVED' }
      const lead = await read(await make.makeLead(server, agencyUid, columns), version)
      assert.deepEqual([lead.type, lead.status], ['BOOKING_REQUEST', word])
    })
  }

  it('returns canceller, reason and time of a cancelled lead', async () => {
    const uid = await make.makeLead(server, agencyUid, {
      type: 'BOOKING',
      status: 'CANCELLED',
      cancelled_by: 'GUEST',
      cancelled_reason: 'Ill',
      cancelled_at: new Date('2026-05-02T10:00:00Z'),
    })
    assert.deepEqual((await read(uid)).cancellation, {
      cancelledBy: 'GUEST',
      reason: 'Ill',
      cancelledUtcDateTime: '2026-05-02T10:00:00',
    })
  })

  it('returns the expiry of a hold, and the reason of a closed lead', async () => {
    const timer_ends_at = new Date('2026-05-21T15:00:00Z')
    const hold = await make.makeLead(server, agencyUid, { status: 'ON_HOLD', timer_ends_at })
    assert.equal((await read(hold)).holdExpiresUtcDateTime, '2026-05-21T15:00:00')
    const columns = { status: 'CLOSED', close_reason: 'HOLD_EXPIRED' }
    const closed = await make.makeLead(server, agencyUid, columns)
    assert.equal((await read(closed)).closeReason, 'HOLD_EXPIRED')
  })

  it('returns null for a missing property and assignee', async () => {
    const lead = await read(await make.makeLead(server, agencyUid))
    assert.deepEqual([lead.propertyUid, lead.assignee], [null, { uid: null, type: 'EMPLOYEE' }])
  })
})

describe('times of a lead', () => {
  const readZonedDateTimes = async (timeZone: string, local: string) => {
    const checkIn = toInstant(local, timeZone)
    const check_out_local = '2027-12-01T11:00:00'
    const uid = await make.makeLead(server, agencyUid, {
      check_in_local: local,
      check_in_at: checkIn,
      check_out_local,
      check_out_at: toInstant(check_out_local, timeZone),
    })
    const { checkInLocalDateTime, checkInZonedDateTime } = await read(uid)
    assert.equal(checkInLocalDateTime, local)
    return checkInZonedDateTime
  }

  const cases: [string, string, string][] = [
    ['America/Denver', '2026-01-05T16:00:00', '-07:00'],
    ['America/Denver', '2026-07-05T16:00:00', '-06:00'],
    ['UTC', '2026-07-05T16:00:00', '+00:00'],
    ['Europe/London', '2026-01-05T00:00:00', '+00:00'],
    ['Asia/Kolkata', '2026-07-05T23:59:00', '+05:30'],
    ['Asia/Kathmandu', '2026-07-05T16:00:00', '+05:45'],
    ['Pacific/Kiritimati', '2026-07-05T16:00:00', '+14:00'],
    ['Pacific/Marquesas', '2026-07-05T16:00:00', '-09:30'],
  ]
  for (const [zone, local, offset] of cases) {
    it(`${local} in ${zone} is ${offset}`, async () => {
      assert.equal(await readZonedDateTimes(zone, local), `${local}${offset}`)
    })
  }

  it('have the earlier offset if a local time exists twice', async () => {
    const local = '2026-11-01T01:30:00'
    assert.equal(await readZonedDateTimes('America/Denver', local), `${local}-06:00`)
  })
})

describe('GET /leads/{uid}, not found', () => {
  for (const uid of [randomUUID(), 'x', '%20', `${leadUid}0`]) {
    it(`404: rejects ${uid}`, async () => {
      const { status, body } = await server.request('GET', `/api/v3.3/leads/${uid}`, { key })
      assert.deepEqual([status, body.code], [404, 'LEAD_NOT_FOUND'])
      assert.equal(body.apiErrorMessage, `Lead not found: ${decodeURIComponent(uid)}`)
    })
  }
})
