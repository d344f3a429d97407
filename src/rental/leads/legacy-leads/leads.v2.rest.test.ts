import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import * as make from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
let agencyUid: string
let propertyUid: string
let key: string
let leadUid: string

before(async () => {
  const agency = await make.makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  propertyUid = await make.makeProperty(server, agencyUid)
  leadUid = await make.makeLead(server, agencyUid, {
    type: 'BOOKING',
    status: 'BOOKED',
    source: 'HOSTFULLY_DBS',
    channel: 'EXPEDIA',
    booked_by: 'CUSTOMER',
    property_uid: propertyUid,
    first_name: 'Ada',
    last_name: 'Byron',
    email: 'ada@example.org',
    phone_number: '+44',
    notes: 'By train',
    external_booking_id: 'X1',
    booked_at: new Date('2026-05-01T09:00:59Z'),
    adult_count: 2,
    children_count: 1,
    pet_count: 3,
    infant_count: 4,
    risk_score: 5,
    city: 'London',
    state: 'LDN',
    preferred_currency: 'USD',
    preferred_locale: 'en_US',
    flight_number: 'BA1',
    reason_for_trip: 'Work',
  })
})

const get = (path: string, credential = key) => server.request('GET', path, { key: credential })

const expected = () => ({
  leadType: 'BOOKING',
  uid: leadUid,
  propertyUid,
  childrenCount: 1,
  adultCount: 2,
  petCount: 3,
  infantCount: 4,
  checkInDate: '2026-06-05',
  checkOutDate: '2026-06-09',
  status: 'BOOKED_BY_CUSTOMER',
  source: 'ORBIRENTAL_WIDGET',
  channel: 'EXPEDIA',
  firstName: 'Ada',
  lastName: 'Byron',
  notes: 'By train',
  email: 'ada@example.org',
  phoneNumber: '+44',
  externalBookingID: 'X1',
  preferredCurrency: 'USD',
  city: 'London',
  state: 'LDN',
  booked: '2026-05-01 09:00',
  preferredLocale: 'en_US',
  riskScore: 5,
  flightNumber: 'BA1',
  reasonForTrip: 'Work',
  ownerUid: null,
})

describe('POST /v2/leads/{uid}/mark-paf-completed', () => {
  it('200: completes the form and returns the bare lead', async () => {
    const elsewhere = await make.makeProperty(server, agencyUid)
    const uid = await make.makeLead(server, agencyUid, { property_uid: elsewhere })
    const path = `/v2/leads/${uid}/mark-paf-completed`
    const { status, body } = await server.request('POST', path, { key })
    assert.deepEqual([status, body.uid], [200, uid])
    const { lead } = (await get(`/api/v3.3/leads/${uid}`)).body
    assert.equal(lead.hasCompletedPreArrivalForm, true)
  })
})

describe('GET /v2/leads/{uid}', () => {
  it('200: returns a bare object', async () => {
    const { status, body } = await get(`/v2/leads/${leadUid}`)
    assert.equal(status, 200)
    assert.deepEqual(body, expected())
  })

  it('200: returns null for unknown values', async () => {
    const { body } = await get(`/v2/leads/${await make.makeLead(server, agencyUid)}`)
    const unknown = [body.propertyUid, body.firstName, body.booked, body.riskScore]
    assert.deepEqual(unknown, [null, null, null, null])
  })

  const cases: [Record<string, unknown>, string[]][] = [
    [{ type: 'BLOCK', status: 'BLOCKED' }, ['BLOCK', 'BLOCKED', 'ORBIRENTAL_API']],
    [
      { type: 'BOOKING_REQUEST', status: 'PENDING_APPROVED' },
      ['INQUIRY', 'PENDING', 'ORBIRENTAL_API'],
    ],
    [
      { status: 'CLOSED', close_reason: 'HOLD_EXPIRED' },
      ['INQUIRY', 'HOLD_EXPIRED', 'ORBIRENTAL_API'],
    ],
    [{ source: 'DIRECT_VRBO' }, ['INQUIRY', 'NEW', 'DIRECT_HOMEAWAY']],
    [{ source: 'HOSTFULLY_ICAL', ical_provider: 'airbnb' }, ['INQUIRY', 'NEW', 'IMPORT_AIRBNB']],
  ]
  for (const [columns, [leadType, status, source]] of cases) {
    it(`200: returns ${leadType} ${status} ${source}`, async () => {
      const { body } = await get(`/v2/leads/${await make.makeLead(server, agencyUid, columns)}`)
      assert.deepEqual([body.leadType, body.status, body.source], [leadType, status, source])
    })
  }

  it('404: rejects an unknown uid', async () => {
    const uid = randomUUID()
    const { status, body } = await get(`/v2/leads/${uid}`)
    assert.deepEqual([status, body.code], [404, 'LEAD_NOT_FOUND'])
    assert.equal(body.apiErrorMessage, `Lead not found: ${uid}`)
  })
})

describe('GET /v2/leads', () => {
  it('200: returns a bare array for a property', async () => {
    const { status, body } = await get(`/v2/leads?propertyUid=${propertyUid}`)
    assert.equal(status, 200)
    assert.deepEqual(body, [expected()])
  })

  it('200: lists leads of an agency without deleted ones, newest first', async () => {
    const newest = await make.makeLead(server, agencyUid)
    await make.makeLead(server, agencyUid, { deleted_at: new Date() })
    const { body } = await get(`/v2/leads?agencyUid=${agencyUid}`)
    const uids = body.map(({ uid }: { uid: string }) => uid)
    assert.deepEqual([uids[0], uids.at(-1)], [newest, leadUid])
  })

  it('200: applies both filters', async () => {
    const query = `propertyUid=${propertyUid.toUpperCase()}&agencyUid=${agencyUid}`
    assert.equal((await get(`/v2/leads?${query}`)).body.length, 1)
  })

  it('200: returns an empty array', async () => {
    const empty = await make.makeProperty(server, agencyUid)
    assert.deepEqual((await get(`/v2/leads?propertyUid=${empty}`)).body, [])
  })

  it('400: rejects a request without both', async () => {
    const { status, body } = await get('/v2/leads?leadUids=x')
    assert.deepEqual([status, body.code], [400, 'REQUIRED_PARAMETER'])
    assert.equal(body.apiErrorMessage, "One of ['propertyUid', 'agencyUid'] is required")
  })

  it('200: lists leads of all granting agencies for a partner key', async () => {
    const partner = await make.makePartner(server)
    await make.grant(server, { agencyUid, partnerUid: partner.partnerUid, objectUid: propertyUid })
    const elsewhere = await make.makeAgency(server)
    const property_uid = await make.makeProperty(server, elsewhere.agencyUid)
    await make.grant(server, {
      agencyUid: elsewhere.agencyUid,
      partnerUid: partner.partnerUid,
      objectUid: property_uid,
    })
    const lead = await make.makeLead(server, elsewhere.agencyUid, { property_uid })
    const first = await get(`/v2/leads?agencyUid=${agencyUid}`, partner.key)
    assert.deepEqual(
      first.body.map(({ uid }: { uid: string }) => uid),
      [leadUid],
    )
    const second = await get(`/v2/leads?propertyUid=${property_uid}`, partner.key)
    assert.deepEqual(
      second.body.map(({ uid }: { uid: string }) => uid),
      [lead],
    )
  })

  it('403: rejects a partner key for an agency without a grant', async () => {
    const partner = await make.makePartner(server)
    const { status, body } = await get(`/v2/leads?agencyUid=${agencyUid}`, partner.key)
    assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
  })
})
