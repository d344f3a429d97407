import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeEmployee,
  makeLead,
  makeOrder,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { leadQuery, startServer, type TestServer } from '../../../../test/support/server.ts'

const agencyUid = 'c0ffee00-0000-4000-8000-00000000a9e1'
const cedarUid = '0197a000-2222-7bbb-8ccc-000000000042'
const emptyUid = '0197a000-2222-7bbb-8ccc-000000000043'
const graceUid = '0197a111-3333-7bbb-8ccc-000000000007'
const bookingUid = '0197b3f2-1111-7c3a-9d55-0f7f5f0f9d11'

const everything = `query Q($a: String) { leads(agencyUid: $a) { leadType uid propertyUid
  checkInDateTimeString checkOutDateTimeString status source bookedDateTimeString externalBookingID
  firstName lastName adultCount petCount childrenCount infantCount riskScore notes email phoneNumber
  flightNumber reasonForTrip preferredCurrency preferredLocale city state
  hasCompletedPreArrivalForm agreementSigned
  countdown { countingDown nextStatus countdownPercentage overdue }
  order { uid creationDateTimeString securityDeposit rateMultiplier
    force100PercentPaymentAtReservation currency
    fees { fees { name grossAmount } allFeesGrossAmount } totalGrossOrderValue
    rent { rentNetPrice extraGuestsNetPrice taxAmount grossPrice } }
  assignee { uid firstName lastName bestProfile email type } property { name uid pictureLink } } }`

const server = await startServer()

describe('POST /v2/leadsql, examples of the contract', () => {
  let key: string

  before(async () => {
    key = (await makeAgency(server, { uid: agencyUid })).key
    await makeEmployee(server, agencyUid, { uid: graceUid })
    await makeProperty(server, agencyUid, {
      uid: cedarUid,
      picture_link: 'https://img.example.org/cedar-1.jpg',
    })
    await makeProperty(server, agencyUid, { uid: emptyUid, name: 'Empty House' })
    await makeBooking(server)
  })

  it('200: returns every field of a booking', async () => {
    const { status, body } = await leadQuery(server, key, {
      query: everything,
      variables: { a: agencyUid },
    })
    assert.equal(status, 200)
    assert.deepEqual(body, { data: { leads: [expectedBooking] } })
  })

  it('200: returns data of one field and the error of another', async () => {
    const ok = `ok: leads(propertyUid: "${emptyUid}") { uid status }`
    const bad = `bad: leads(agencyUid: "${agencyUid}", propertyUid: "${cedarUid}") { uid }`
    const query = `{ ${ok} ${bad} }`
    const { status, body } = await leadQuery(server, key, { query })
    assert.equal(status, 200)
    const [error] = body.errors
    assert.match(error.extensions.uid, /^[0-9a-f-]{36}$/)
    assert.deepEqual(body, {
      errors: [
        {
          message: "Exactly one of ['agencyUid', 'propertyUid', 'propertyUids'] must be given",
          locations: [{ line: 1, column: 81 }],
          path: ['bad'],
          extensions: {
            code: 'CONFLICTING_PARAMETERS',
            status: 400,
            uid: error.extensions.uid,
            oneOf: ['agencyUid', 'propertyUid', 'propertyUids'],
          },
        },
      ],
      data: { ok: [], bad: null },
    })
  })

  it('200: hides personal data and inaccessible properties from a partner', async () => {
    const partner = await makePartner(server)
    await grant(server, { agencyUid, partnerUid: partner.partnerUid, objectUid: cedarUid })
    const token = await makeToken(server, partner.partnerUid, agencyUid)
    await makeHoldAndBlock(server)
    const dead = '0197a000-9999-7bbb-8ccc-00000000dead'
    const query = `{ leads(propertyUids: ["${cedarUid}", "${dead}"],
        isActiveOrHasActiveSubUnits: true, _limit: 50) {
    uid leadType status firstName email adultCount riskScore notes bookedDateTimeString
    countdown { countingDown nextStatus countdownPercentage overdue }
    order { totalGrossOrderValue currency } assignee { uid } } }`
    const { body } = await server.request('POST', '/v2/leadsql', {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/graphql' },
      body: query,
    })
    assert.deepEqual(body.data.leads.slice(0, 2), expectedHoldAndBlock)
    assert.deepEqual(body.extensions, { nextCursor: null, inaccessiblePropertyUids: [dead] })
  })
})

async function makeBooking(server: TestServer): Promise<void> {
  await makeLead(server, agencyUid, {
    uid: bookingUid,
    property_uid: cedarUid,
    type: 'BOOKING',
    status: 'BOOKED',
    source: 'HOSTFULLY_DBS',
    booked_at: new Date('2026-05-01T09:00:00Z'),
    booked_by: 'CUSTOMER',
    created_at: new Date('2026-05-01T08:55:10Z'),
    first_name: 'Ada',
    last_name: 'Byron',
    email: 'ada@example.org',
    phone_number: '+44 20 7946 0000',
    adult_count: 2,
    pet_count: 1,
    children_count: 1,
    notes: 'Arrives by train',
    preferred_currency: 'USD',
    preferred_locale: 'en_US',
    city: 'London',
    agreement_signed: true,
    assignee_uid: graceUid,
  })
  await makeOrder(server, agencyUid, bookingUid, {
    uid: '0197b3f2-4444-7c3a-9d55-0f7f5f0f9d11',
    created_at: new Date('2026-05-01T08:55:10Z'),
    security_deposit: '300.00',
    rent_net_price: '840.00',
    extra_guests_net_price: '40.00',
    rent_tax_amount: '88.00',
    rent_gross_price: '968.00',
    fee_lines: JSON.stringify([
      { kind: 'CLEANING', name: 'Cleaning fee', grossAmount: 132 },
      { kind: 'FEE', name: 'Pet fee', grossAmount: 50 },
    ]),
    all_fees_gross_amount: '182.00',
    total_amount: '1150.00',
  })
}

async function makeHoldAndBlock(server: TestServer): Promise<void> {
  await makeLead(server, agencyUid, {
    uid: '0197b3f2-5555-7c3a-9d55-0f7f5f0f9d13',
    property_uid: cedarUid,
    type: 'BLOCK',
    status: 'BLOCKED',
    adult_count: 0,
    notes: 'Painting',
    check_in_local: '2026-07-01T16:00:00',
    check_out_local: '2026-07-03T11:00:00',
  })
  await makeLead(server, agencyUid, {
    uid: '0197b3f2-3333-7c3a-9d55-0f7f5f0f9d12',
    property_uid: cedarUid,
    type: 'INQUIRY',
    status: 'ON_HOLD',
    first_name: 'Alan',
    email: 'alan@example.org',
    adult_count: 2,
    risk_score: 12,
    timer_started_at: new Date('2026-05-20T09:00:00Z'),
    timer_ends_at: new Date('2026-05-21T09:00:00Z'),
    check_in_local: '2026-08-01T16:00:00',
    check_out_local: '2026-08-03T11:00:00',
  })
  const order = { total_amount: '640.50' }
  await makeOrder(server, agencyUid, '0197b3f2-3333-7c3a-9d55-0f7f5f0f9d12', order)
}

const expectedBooking = {
  leadType: 'BOOKING',
  uid: bookingUid,
  propertyUid: cedarUid,
  checkInDateTimeString: '2026-06-05T16:00:00',
  checkOutDateTimeString: '2026-06-09T11:00:00',
  status: 'BOOKED_BY_CUSTOMER',
  source: 'ORBIRENTAL_WIDGET',
  bookedDateTimeString: '2026-05-01T09:00:00',
  externalBookingID: null,
  firstName: 'Ada',
  lastName: 'Byron',
  adultCount: 2,
  petCount: 1,
  childrenCount: 1,
  infantCount: 0,
  riskScore: null,
  notes: 'Arrives by train',
  email: 'ada@example.org',
  phoneNumber: '+44 20 7946 0000',
  flightNumber: null,
  reasonForTrip: null,
  preferredCurrency: 'USD',
  preferredLocale: 'en_US',
  city: 'London',
  state: null,
  hasCompletedPreArrivalForm: false,
  agreementSigned: true,
  countdown: [{ countingDown: true, nextStatus: 'STAY', countdownPercentage: 54, overdue: false }],
  order: [
    {
      uid: '0197b3f2-4444-7c3a-9d55-0f7f5f0f9d11',
      creationDateTimeString: '2026-05-01T08:55:10',
      securityDeposit: 300,
      rateMultiplier: null,
      force100PercentPaymentAtReservation: false,
      currency: 'USD',
      fees: [
        {
          fees: [
            { name: 'Cleaning fee', grossAmount: 132 },
            { name: 'Pet fee', grossAmount: 50 },
          ],
          allFeesGrossAmount: 182,
        },
      ],
      totalGrossOrderValue: 1150,
      rent: [{ rentNetPrice: 840, extraGuestsNetPrice: 40, taxAmount: 88, grossPrice: 968 }],
    },
  ],
  assignee: [
    {
      uid: graceUid,
      firstName: 'Grace',
      lastName: 'Hall',
      bestProfile: null,
      email: 'grace@cedarstays.example',
      type: 'EMPLOYEE',
    },
  ],
  property: [
    { name: 'Cedar Cabin', uid: cedarUid, pictureLink: 'https://img.example.org/cedar-1.jpg' },
  ],
}

const expectedHoldAndBlock = [
  {
    uid: '0197b3f2-3333-7c3a-9d55-0f7f5f0f9d12',
    leadType: 'INQUIRY',
    status: 'ON_HOLD',
    firstName: 'HIDDEN',
    email: 'HIDDEN',
    adultCount: 2,
    riskScore: null,
    notes: null,
    bookedDateTimeString: null,
    countdown: [
      { countingDown: true, nextStatus: 'HOLD_EXPIRED', countdownPercentage: 25, overdue: false },
    ],
    order: [{ totalGrossOrderValue: 640.5, currency: 'USD' }],
    assignee: [],
  },
  {
    uid: '0197b3f2-5555-7c3a-9d55-0f7f5f0f9d13',
    leadType: 'BLOCK',
    status: 'BLOCKED',
    firstName: null,
    email: null,
    adultCount: 0,
    riskScore: null,
    notes: 'HIDDEN',
    bookedDateTimeString: null,
    countdown: [
      { countingDown: false, nextStatus: null, countdownPercentage: null, overdue: false },
    ],
    order: [],
    assignee: [],
  },
]
