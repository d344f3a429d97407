/** Creation of leads: contract/leads.md §2, §5. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeEmployee,
  makeHotel,
  makePartner,
  makeProperty,
  makeToken,
  makeUnit,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const other = await makeAgency(server, { name: 'Other Stays' })
const columns = { daily_rate: '100', check_in_time_start: 16, check_out_time: 10 }
const propertyUid = await makeProperty(server, agencyUid, columns)
const hotelUid = await makeHotel(server, agencyUid)
const unitTypeUid = await makeProperty(server, agencyUid, { ...columns, hotel_uid: hotelUid })
const foreignUid = await makeProperty(server, other.agencyUid)

let year = 2030

/** Returns a body with nights that no other lead of this file uses. */
function newBody(status: string, more: object = {}) {
  const dates = { checkInLocalDate: `${++year}-06-05`, checkOutLocalDate: `${year}-06-09` }
  return { agencyUid, propertyUid, status, ...dates, guestInformation: {}, ...more }
}

const post = (body: unknown, { version = '3.3', as = key } = {}) =>
  server.request('POST', `/api/v${version}/leads`, { key: as, body })

describe('POST /leads', () => {
  const states = [
    ['NEW', 'INQUIRY', null],
    ['ON_HOLD', 'INQUIRY', '2026-05-21T15:00:00'],
    ['PENDING', 'BOOKING_REQUEST', null],
    ['BOOKED', 'BOOKING', null],
    ['BLOCKED', 'BLOCK', null],
  ] as const
  for (const [status, type, timer] of states) {
    it(`201: creates a ${type} in status ${status}`, async () => {
      const { status: code, body } = await post(newBody(status, { type: 'BOOKING' }))
      assert.equal(code, 201)
      const { lead } = body
      assert.deepEqual([lead.status, lead.type, lead.holdExpiresUtcDateTime], [status, type, timer])
      assert.equal(lead.bookedUtcDateTime, status === 'BOOKED' ? '2026-05-20T15:00:00' : null)
      const read = await server.request('GET', `/api/v3.3/leads/${lead.uid}`, { key })
      assert.deepEqual(read.body.lead, lead)
    })
  }

  it('201: adds the time of the property to a date, not to a date-time', async () => {
    const { body } = await post(newBody('NEW'))
    const { checkInZonedDateTime, checkOutZonedDateTime } = body.lead
    assert.match(checkInZonedDateTime, /-06-05T16:00:00-06:00$/)
    assert.match(checkOutZonedDateTime, /-06-09T10:00:00-06:00$/)
    const both = { checkInLocalDateTime: '2031-07-01 18:30', checkOutLocalDateTime: '2031-07-03' }
    const { lead } = (await post(newBody('NEW', both))).body
    assert.equal(lead.checkInLocalDateTime, '2031-07-01T18:30:00')
    assert.equal(lead.checkOutLocalDateTime, '2031-07-03T10:00:00')
  })

  it('201: moves a time in a daylight saving gap forward by the gap', async () => {
    const spring = { checkInLocalDateTime: '2027-03-14T02:30:00', checkOutLocalDate: '2027-03-16' }
    const { lead } = (await post(newBody('NEW', spring))).body
    assert.equal(lead.checkInZonedDateTime, '2027-03-14T03:30:00-06:00')
    assert.equal(lead.checkInLocalDateTime, '2027-03-14T03:30:00')
  })
})

describe('fields of POST /leads', () => {
  it('201: stores notes of a block, but no guest', async () => {
    const guestInformation = { firstName: 'Ada', adultCount: -1 }
    const { status, body } = await post(newBody('BLOCKED', { guestInformation, notes: 'Paint' }))
    assert.equal(status, 201)
    const { firstName, adultCount } = body.lead.guestInformation
    assert.deepEqual([firstName, adultCount, body.lead.notes], [null, 0, 'Paint'])
  })

  it('201: default to one adult and no other guests', async () => {
    const { guestInformation: g } = (await post(newBody('NEW'))).body.lead
    const counts = [g.adultCount, g.childrenCount, g.petCount, g.infantCount]
    assert.deepEqual(counts, [1, 0, 0, 0])
  })

  it('201: stores every field of the guest and of the lead', async () => {
    const assigneeUid = await makeEmployee(server, agencyUid)
    const guestInformation = {
      ...{ firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org', secondaryEmail: 'a@b' },
      ...{ phoneNumber: '1', cellPhoneNumber: '2', address1: 'a', address2: 'b', zipCode: 'c' },
      ...{
        city: 'London',
        state: 'X',
        countryCode: 'GB',
        passportId: 'p',
        passportCountryCode: 'GB',
      },
      ...{ adultCount: 2, childrenCount: 1, petCount: 1, infantCount: 3, riskScore: 7 },
      ...{ flightNumber: 'f', reasonForTrip: 'r', willHaveParty: true, willHaveVisit: false },
      ...{ preferredCurrency: 'USD', preferredLocale: 'en_US' },
      arrivalLocalDateTime: '2031-07-01T18:30:00',
      departureLocalDateTime: '2031-07-03T08:00:00',
    }
    const own = { notes: 'n', extraNotes: 'e', externalBookingId: 'x-1', referrer: 'me' }
    const agreement = { rentalAgreementUrl: 'https://a.example/1', agreementSigned: true }
    const fields = { ...own, ...agreement }
    const { status, body } = await post(
      newBody('NEW', { ...fields, guestInformation, assigneeUid }),
    )
    assert.equal(status, 201)
    assert.deepEqual(body.lead.guestInformation, guestInformation)
    for (const [name, value] of Object.entries(fields)) assert.equal(body.lead[name], value)
    assert.deepEqual(body.lead.assignee, { uid: assigneeUid, type: 'EMPLOYEE' })
  })

  it('201: ignores fields of later versions', async () => {
    const young = {
      channel: 'AIRBNB',
      referrer: 'r',
      rentalAgreementUrl: 'no url',
      assigneeUid: 'x',
    }
    const { agencyUid: _, ...body } = newBody('NEW', young)
    const response = await post(body, { version: '3.2' })
    assert.equal(response.status, 201)
    assert.deepEqual([response.body.lead.channel, response.body.lead.referrer], ['HOSTFULLY', 'r'])
  })
})

const bodyWithout = (name: string) => ({ ...newBody('BOOKED'), [name]: undefined })
const noDates = { checkInLocalDate: undefined, checkOutLocalDate: undefined }
const allowedStatuses =
  'NEW, CANCELLED, IGNORED, PENDING, BOOKED, SAMPLE, DUPLICATE, CLOSED, DECLINED, ' +
  'PENDING_APPROVED, BLOCKED, ON_HOLD'
const refusals: [name: string, body: object, text: string][] = [
  ['no agencyUid', bodyWithout('agencyUid'), "Invalid parameter 'agencyUid' must not be null"],
  [
    'no propertyUid',
    bodyWithout('propertyUid'),
    "Invalid parameter 'propertyUid' must not be null",
  ],
  ['no status', bodyWithout('status'), "Invalid parameter 'status' must not be null"],
  [
    'a status of v2',
    newBody('BOOKED_BY_AGENT'),
    `Wrong enum value, allowed values are: ${allowedStatuses}`,
  ],
  [
    'a status that nothing begins with',
    newBody('CANCELLED'),
    "Invalid parameter 'status' can not be set on creation, allowed values are: NEW, ON_HOLD, PENDING, BOOKED, BLOCKED",
  ],
  ['no guest', bodyWithout('guestInformation'), 'guestInformation is required'],
  [
    'no check-in',
    newBody('NEW', { checkInLocalDate: undefined }),
    "One of ['checkInDateTime', 'checkInDate'] is required",
  ],
  [
    'no check-out, and other spellings of both',
    newBody('NEW', { checkOutLocalDate: undefined, checkOutDate: '2031-01-01' }),
    "One of ['checkOutDateTime', 'checkOutDate'] is required",
  ],
  [
    'the same day for both',
    newBody('NEW', { checkInLocalDate: '2031-01-01', checkOutLocalDate: '2031-01-01' }),
    'Check-out must be after check-in',
  ],
  [
    '731 nights',
    newBody('NEW', { checkInLocalDate: '2031-01-01', checkOutLocalDate: '2033-01-01' }),
    'A stay has at most 730 nights',
  ],
  [
    '1,831 nights of a block',
    newBody('BLOCKED', { checkInLocalDate: '2031-01-01', checkOutLocalDate: '2036-01-06' }),
    'A block has at most 1830 nights',
  ],
  [
    'no adult',
    newBody('NEW', { guestInformation: { adultCount: 0 } }),
    "Invalid parameter 'guestInformation.adultCount' must be greater than or equal to 1",
  ],
  [
    'an e-mail address that is none',
    newBody('NEW', { guestInformation: { email: 'ada' } }),
    "Invalid parameter 'guestInformation.email' must be an e-mail address",
  ],
  [
    'a date that is none',
    newBody('NEW', { checkInLocalDate: '2031-02-30' }),
    "Invalid parameter 'checkInLocalDate' must be a date such as 2026-07-04, or a date-time " +
      'such as 2026-07-04T16:00:00; the day 2031-02-30 does not exist',
  ],
  [
    'an agreement without https',
    newBody('NEW', { rentalAgreementUrl: 'http://a.example' }),
    "Invalid parameter 'rentalAgreementUrl' must be an absolute https URL",
  ],
]

describe('POST /leads, invalid bodies', () => {
  for (const [name, body, text] of refusals) {
    it(`400: rejects ${name}`, async () => {
      const response = await post(body)
      assert.deepEqual([response.status, response.body.apiErrorMessage], [400, text])
    })
  }

  it('400: lists all errors in the order of the contract', async () => {
    const { body } = await post({ status: 'X', guestInformation: { adultCount: 0 }, source: 'Y' })
    const fields = body.errors.map(({ field }: { field: string }) => field)
    const first = ['agencyUid', 'propertyUid', 'status', 'source']
    const dates = ['checkInLocalDate', 'checkOutLocalDate']
    assert.deepEqual(fields, [...first, ...dates, 'guestInformation.adultCount'])
    const bare = await post({ ...noDates })
    assert.equal(bare.body.errors[3].field, 'guestInformation')
  })
})

describe('POST /leads, invalid references', () => {
  it('400: rejects a unit of another property, and one for a property without units', async () => {
    const unitUid = await makeUnit(server.database.kysely, agencyUid, unitTypeUid)
    const mixed = await post(newBody('NEW', { unitUid }))
    const text = `Invalid parameter 'unitUid' does not belong to property ${propertyUid}`
    assert.deepEqual([mixed.status, mixed.body.apiErrorMessage], [400, text])
    const unknown = await post(newBody('NEW', { unitUid: agencyUid }))
    assert.deepEqual([unknown.status, unknown.body.parameter], [403, 'unitUid'])
  })

  for (const [name, uid] of Object.entries({
    foreign: foreignUid,
    'of a hotel': hotelUid,
    none: 'x',
  })) {
    it(`403 ACCESS_DENIED: rejects the propertyUid ${name}`, async () => {
      const { status, body } = await post(newBody('NEW', { propertyUid: uid }))
      assert.deepEqual([status, body.code, body.parameter], [403, 'ACCESS_DENIED', 'propertyUid'])
    })
  }

  it('403: rejects another agencyUid; 404: an unknown assignee or fee', async () => {
    const foreign = await post(newBody('NEW', { agencyUid: other.agencyUid }))
    assert.deepEqual([foreign.status, foreign.body.parameter], [403, 'agencyUid'])
    const unknown = await post(newBody('NEW', { assigneeUid: propertyUid }))
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'EMPLOYEE_NOT_FOUND'])
    const quoteOverrides = { fees: { otherFees: [{ feeUid: propertyUid, removed: true }] } }
    const fee = await post(newBody('BOOKED', { quoteOverrides }))
    assert.deepEqual([fee.status, fee.body.code], [404, 'FEE_NOT_FOUND'])
    const list = `/api/v3.3/leads?agencyUid=${agencyUid}&checkInFrom=${year}-01-01`
    assert.deepEqual((await server.request('GET', list, { key })).body.leads, [])
  })
})

describe('source and channel of a new lead', () => {
  const cases: [body: object, source: string, channel: string, circumstances: string][] = [
    [{}, 'HOSTFULLY_API', 'HOSTFULLY', 'API'],
    [{ source: 'HOSTFULLY_DBS' }, 'HOSTFULLY_DBS', 'HOSTFULLY', 'DIRECT_BOOKING_SITE'],
    [{ source: 'DIRECT_VRBO' }, 'DIRECT_VRBO', 'VRBO', 'CHANNEL'],
    [{ source: 'HOSTFULLY_ICAL' }, 'HOSTFULLY_ICAL', 'OTHER', 'ICAL_IMPORT'],
    [{ channel: 'EXPEDIA' }, 'HOSTFULLY_API', 'EXPEDIA', 'API'],
    [{ channel: 'BOOKING_COM' }, 'HOSTFULLY_API', 'BOOKING_COM', 'API'],
    [{ channel: 'BOOKINGDOTCOM' }, 'HOSTFULLY_API', 'BOOKING_COM', 'API'],
    [{ source: 'DIRECT_BOOKINGDOTCOM' }, 'DIRECT_BOOKINGDOTCOM', 'BOOKING_COM', 'CHANNEL'],
    [{ channel: 'HOMETOGO' }, 'HOSTFULLY_API', 'HOME_TO_GO', 'API'],
  ]
  for (const [body, source, channel, circumstances] of cases) {
    it(`stores ${source} and ${channel} for ${JSON.stringify(body)}`, async () => {
      const { lead } = (await post(newBody('NEW', body))).body
      assert.deepEqual([lead.source, lead.channel], [source, channel])
      assert.equal(lead.metadata.creationCircumstances, circumstances)
    })
  }

  it('400 INVALID_ENUM_VALUE: rejects an unknown channel', async () => {
    assert.equal((await post(newBody('NEW', { channel: 'X' }))).body.code, 'INVALID_ENUM_VALUE')
  })

  it('403: rejects a source that is not the partner’s own', async () => {
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    const as = await makeToken(server, partnerUid, agencyUid)
    assert.equal((await post(newBody('NEW', { source: 'HOSTFULLY_DBS' }), { as })).status, 201)
    for (const source of ['HOSTFULLY_UI', 'DIRECT_AIRBNB']) {
      const { status, body } = await post(newBody('NEW', { source }), { as })
      assert.deepEqual([status, body.code], [403, 'OPERATION_NOT_PERMITTED'])
    }
    await server.database.kysely
      .updateTable('partners')
      .set({ kind: 'CHANNEL', channel: 'AIRBNB' })
      .where('partner_uid', '=', partnerUid)
      .execute()
    assert.equal((await post(newBody('NEW', { source: 'DIRECT_AIRBNB' }), { as })).status, 201)
  })
})
