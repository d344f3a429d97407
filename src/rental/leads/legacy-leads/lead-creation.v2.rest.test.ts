/** Creation of leads through v2: contract/leads.md §10.2. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { listUnits, makeUnitType } from '../../../../test/fixtures/held-nights.ts'
import * as make from '../../../../test/fixtures/rows.ts'
import { cabin } from '../../../../test/fixtures/stays.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ SANDBOX: 'true' })
const { agencyUid, key } = await make.makeAgency(server)
const times = { check_in_time_start: 17, check_out_time: 10 }
const propertyUid = await make.makeProperty(server, agencyUid, { ...cabin, ...times })

let month = 0
/** Returns four nights that no other test uses. */
function freeDates() {
  const from = Temporal.PlainDate.from('2027-01-01').add({ weeks: month++ })
  return { checkInDate: `${from}`, checkOutDate: `${from.add({ days: 4 })}` }
}

type Body = Record<string, unknown>

const post = (body: unknown, credential = key) =>
  server.request('POST', '/v2/leads', { key: credential, body })

async function create(fields: Body = {}, credential = key) {
  const body = { propertyUid, status: 'NEW', ...freeDates(), ...fields }
  const response = await post(body, credential)
  assert.equal(response.status, 201, response.text)
  return response.body
}

const readLeadV3 = async (uid: string) =>
  (await server.request('GET', `/api/v3.3/leads/${uid}`, { key })).body.lead

describe('POST /v2/leads', () => {
  it('201: stores an empty text of the guest as null', async () => {
    const lead = await create({ email: '', phoneNumber: '', city: '', firstName: 'Ada' })
    assert.deepEqual([lead.email, lead.phoneNumber, lead.firstName], [null, null, 'Ada'])
  })

  it('201: returns the bare lead in v2 format, with the times of the property', async () => {
    const dates = freeDates()
    const fields = {
      propertyUid,
      status: 'BOOKED_BY_CUSTOMER',
      ...dates,
      adultCount: '2',
      childrenCount: 1,
      petCount: 1,
      infantCount: 1,
      firstName: 'Ada',
      lastName: 'Byron',
      notes: 'By train',
      email: 'ada@example.org',
      phoneNumber: '+44',
      externalBookingID: 'X1',
      preferredCurrency: 'USD',
      city: 'London',
      state: 'LDN',
      preferredLocale: 'en-GB',
      riskScore: 5,
      flightNumber: 'BA1',
      reasonForTrip: 'Work',
    }
    const { status, headers, body } = await post({ ...fields, uid: randomUUID(), extra: 1 })
    assert.equal(status, 201)
    assert.deepEqual(body, {
      ...fields,
      adultCount: 2,
      preferredLocale: 'en_GB',
      leadType: 'BOOKING',
      uid: body.uid,
      source: 'ORBIRENTAL_API',
      channel: 'HOSTFULLY',
      booked: '2026-05-20 15:00',
      ownerUid: null,
    })
    assert.match(headers.get('deprecation') ?? '', /^@/)
    assert.match(headers.get('link') ?? '', /<\/api\/v3\.3\/leads>; rel="successor-version"/)
    const lead = await readLeadV3(body.uid)
    assert.equal(lead.checkInLocalDateTime, `${dates.checkInDate}T17:00:00`)
    assert.equal(lead.checkOutLocalDateTime, `${dates.checkOutDate}T10:00:00`)
    const got = await server.request('GET', `/v2/leads/${body.uid}`, { key })
    assert.deepEqual(got.body, body)
  })
})

describe('POST /v2/leads creates', () => {
  it('an order and a history, as v3 does', async () => {
    const { uid } = await create({ status: 'BOOKED_BY_AGENT' })
    const orders = await server.request('GET', `/v2/orders?leadUid=${uid}`, { key })
    assert.equal(orders.body.length, 1)
    assert.ok(orders.body[0].total > 0)
    const actions = await server.database.kysely
      .selectFrom('lead_acts')
      .select(['act', 'events', 'availability'])
      .where('agency_uid', '=', agencyUid)
      .where('lead_uid', '=', uid)
      .execute()
    const created = { act: 'create', events: ['NEW_BOOKING'], availability: 'NEW_BOOKING' }
    assert.deepEqual(actions, [created])
  })

  it('a lead with a unit of a unit type', async () => {
    const { propertyUid } = await makeUnitType(server, agencyUid)
    const [unit] = await listUnits(server, agencyUid, propertyUid)
    const { uid } = await create({ propertyUid, status: 'ON_HOLD' })
    assert.equal((await readLeadV3(uid)).unitUid, unit)
  })

  it('a booking of the last valid dates, with turnover nights', async () => {
    const propertyUid = await make.makeProperty(server, agencyUid, { turn_over_days: 3 })
    const dates = { checkInDate: '9999-12-30', checkOutDate: '9999-12-31' }
    const booking = { propertyUid, status: 'BOOKED_BY_AGENT', ...dates }
    assert.equal((await create(booking)).checkOutDate, '9999-12-31')
    assert.equal((await post(booking)).body.code, 'NOT_AVAILABLE')
  })

  it('a block without guests, even if they are sent', async () => {
    const guest = { firstName: 'Ada', email: 'none', adultCount: -1, riskScore: 5_000 }
    const body = await create({ status: 'BLOCKED', notes: 'Painting', ...guest })
    const { leadType, firstName, adultCount, notes } = body
    assert.deepEqual([leadType, firstName, adultCount, notes], ['BLOCK', null, 0, 'Painting'])
  })
})

describe('POST /v2/leads: status', () => {
  const statuses: [string, string, Body][] = [
    ['NEW', 'INQUIRY NEW', { status: 'NEW' }],
    ['QUOTE_SENT', 'INQUIRY NEW', { status: 'QUOTE_SENT' }],
    ['ON_HOLD', 'INQUIRY ON_HOLD', { status: 'ON_HOLD' }],
    ['PENDING', 'BOOKING_REQUEST PENDING', { status: 'PENDING' }],
    ['BLOCKED', 'BLOCK BLOCKED', { status: 'BLOCKED' }],
    ['BOOKED_BY_AGENT', 'BOOKING BOOKED', { status: 'BOOKED_BY_AGENT' }],
    ['BOOKED_BY_CUSTOMER', 'BOOKING BOOKED', { status: 'BOOKED_BY_CUSTOMER' }],
    ['BOOKED_EXTERNALLY', 'BOOKING BOOKED', { status: 'BOOKED_EXTERNALLY' }],
    ['BOOKED_BY_AGENT', 'BOOKING BOOKED', { status: 'BOOKED_BY_OWNER' }],
    ['BOOKED_BY_AGENT', 'BOOKING BOOKED', { status: 'PAID_IN_FULL' }],
    ['BLOCKED', 'BLOCK BLOCKED', { status: null, leadType: 'BLOCK' }],
    ['NEW', 'INQUIRY NEW', { status: undefined, leadType: 'INQUIRY' }],
    ['BOOKED_BY_AGENT', 'BOOKING BOOKED', { status: undefined, leadType: 'BOOKING' }],
    ['NEW', 'INQUIRY NEW', { status: 'NEW', leadType: 'BOOKING' }],
    ['PENDING', 'BOOKING_REQUEST PENDING', { status: 'PENDING', leadType: 'BOOKING_REQUEST' }],
  ]
  for (const [legacyStatus, state, fields] of statuses) {
    it(`201: ${JSON.stringify(fields)} is stored as ${state}, returned as ${legacyStatus}`, async () => {
      const body = await create(fields)
      const { type, status } = await readLeadV3(body.uid)
      assert.deepEqual([body.status, `${type} ${status}`], [legacyStatus, state])
    })
  }

  it('201: derives bookedBy from the status, else from the source', async () => {
    const widget = { source: 'ORBIRENTAL_WIDGET' }
    const byStatus = await create({ ...widget, status: 'BOOKED_BY_AGENT' })
    const bySource = await create({ ...widget, status: 'PAID_IN_FULL' })
    assert.deepEqual([byStatus.status, bySource.status], ['BOOKED_BY_AGENT', 'BOOKED_BY_CUSTOMER'])
  })
})

describe('POST /v2/leads: source', () => {
  const sources: [string, string, string, string?][] = [
    ['ORBIRENTAL_FORM', 'HOSTFULLY_UI', 'HOSTFULLY'],
    ['ORBIRENTAL_WIDGET', 'HOSTFULLY_DBS', 'HOSTFULLY'],
    ['ORBIRENTAL_API', 'HOSTFULLY_API', 'HOSTFULLY'],
    ['ORBIRENTAL_LINKED', 'HOSTFULLY_LINKED', 'HOSTFULLY'],
    ['OWNER_PORTAL', 'HOSTFULLY_OWNER_PORTAL', 'HOSTFULLY'],
    ['DIRECT_EXPEDIA', 'HOSTFULLY_API', 'EXPEDIA'],
    ['DIRECT_HOLIDU', 'HOSTFULLY_API', 'HOLIDU'],
    ['IMPORT_AIRBNB', 'HOSTFULLY_ICAL', 'AIRBNB'],
    ['IMPORT_HOMEAWAY', 'HOSTFULLY_ICAL', 'VRBO'],
    ['IMPORT_VRBO', 'HOSTFULLY_ICAL', 'VRBO'],
    ['IMPORT_BOOKINGCOM', 'HOSTFULLY_ICAL', 'BOOKING_COM'],
    ['IMPORT_ABRITEL', 'HOSTFULLY_ICAL', 'VRBO'],
    ['IMPORT_TRIPADVISOR', 'HOSTFULLY_ICAL', 'TRIP_ADVISOR'],
    ['IMPORT_OTHER_PROVIDER', 'HOSTFULLY_ICAL', 'OTHER'],
    ['AIRBNB_BLOCK_IMPORT', 'DIRECT_AIRBNB', 'AIRBNB', 'BLOCKED'],
    ['DIRECT_HOMEAWAY', 'DIRECT_VRBO', 'VRBO'],
    ['DIRECT_HOMETOGO', 'DIRECT_HOMETOGO', 'HOME_TO_GO'],
    ['DIRECT_BOOKINGDOTCOM', 'DIRECT_BOOKINGDOTCOM', 'BOOKING_COM'],
    ['DIRECT_AIRBNB', 'DIRECT_AIRBNB', 'AIRBNB'],
    ['DIRECT_HVMI', 'DIRECT_HVMI', 'HVMI'],
    ['DIRECT_REDAWNING', 'DIRECT_REDAWNING', 'RED_AWNING'],
    ['DIRECT_GOOGLE', 'DIRECT_GOOGLE', 'GOOGLE'],
  ]
  for (const [legacySource, source, channel, status = 'NEW'] of sources) {
    it(`201: ${legacySource} is stored as ${source} of ${channel} and returned`, async () => {
      const body = await create({ source: legacySource, status })
      const lead = await readLeadV3(body.uid)
      assert.deepEqual([body.source, lead.source, lead.channel], [legacySource, source, channel])
    })
  }

  it('201: accepts DIRECT_VRBO and returns DIRECT_HOMEAWAY', async () => {
    const body = await create({ source: 'DIRECT_VRBO' })
    assert.deepEqual(
      [body.source, (await readLeadV3(body.uid)).source],
      ['DIRECT_HOMEAWAY', 'DIRECT_VRBO'],
    )
  })

  it('201: returns BOOKED_EXTERNALLY for a channel’s booking without status', async () => {
    const body = await create({ source: 'IMPORT_VRBO', status: 'PAID_IN_FULL' })
    assert.equal(body.status, 'BOOKED_EXTERNALLY')
  })
})
