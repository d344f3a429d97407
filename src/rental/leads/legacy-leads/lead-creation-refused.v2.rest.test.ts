/** Errors of lead creation through v2: contract/leads.md §5, §6, §10.2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as make from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ SANDBOX: 'true' })
const { agencyUid, key } = await make.makeAgency(server)
const propertyUid = await make.makeProperty(server, agencyUid)

type Body = Record<string, unknown>

const dates = { checkInDate: '2026-07-04', checkOutDate: '2026-07-08' }

const post = (fields: Body) =>
  server.request('POST', '/v2/leads', {
    key,
    body: { propertyUid, status: 'NEW', ...dates, ...fields },
  })

async function assertRefused(fields: Body, expected: [number, string, string]) {
  const { status, body } = await post(fields)
  const [, , text] = expected
  const message = body.apiErrorMessage
  const visible = text.endsWith('…') ? `${message.slice(0, text.length - 1)}…` : message
  assert.deepEqual([status, body.code, visible], expected)
}

describe('POST /v2/leads without required fields', () => {
  const missing: [string, Body][] = [
    ['propertyUid', { propertyUid: null, status: null }],
    ['status', { status: undefined, checkInDate: null }],
    ['checkInDate', { checkInDate: undefined, adultCount: 0 }],
    ['checkOutDate', { checkOutDate: null }],
  ]
  for (const [name, fields] of missing) {
    it(`400: rejects ${name}`, async () => {
      const text = `Invalid parameter '${name}' must not be null`
      await assertRefused(fields, [400, 'REQUIRED_PARAMETER', text])
    })
  }
})

describe('POST /v2/leads with an enum value of v3', () => {
  const invalid: [Body, string][] = [
    [{ status: 'BOOKED' }, 'BLOCKED, NEW, ON_HOLD, QUOTE_SENT, …'],
    [{ status: null, leadType: 'BOOKING_REQUEST' }, 'BLOCK, INQUIRY, BOOKING'],
    [{ source: 'HOSTFULLY_API' }, 'ORBIRENTAL_FORM, ORBIRENTAL_WIDGET, …'],
  ]
  for (const [fields, allowed] of invalid) {
    it(`400: rejects ${JSON.stringify(fields)}`, async () => {
      const text = `Wrong enum value, allowed values are: ${allowed}`
      await assertRefused(fields, [400, 'INVALID_ENUM_VALUE', text])
    })
  }
})

describe('POST /v2/leads with a status that is invalid on creation', () => {
  const notCreated = [
    ...['HOLD_EXPIRED', 'CLOSED_QUOTE', 'CLOSED_HOLD', 'DECLINED', 'IGNORED', 'DUPLICATE'],
    ...['SAMPLE', 'STAY', 'ARCHIVED', 'CANCELLED', 'CANCELLED_BY_TRAVELER', 'CANCELLED_BY_OWNER'],
  ]
  for (const status of notCreated) {
    it(`400: rejects ${status}`, async () => {
      const text =
        "Invalid parameter 'status' can not be set on creation, allowed values are: " +
        'BLOCKED, NEW, ON_HOLD, QUOTE_SENT, PENDING, BOOKED_BY_AGENT, BOOKED_BY_CUSTOMER, ' +
        'BOOKED_EXTERNALLY, PAID_IN_FULL, BOOKED_BY_OWNER'
      await assertRefused({ status }, [400, 'INVALID_PARAMETER', text])
    })
  }
})

describe('POST /v2/leads with an invalid value', () => {
  const values: [string, unknown, string][] = [
    [
      'checkInDate',
      '2026-02-30',
      'must be a date such as 2026-07-04; the day 2026-02-30 does not exist',
    ],
    ['adultCount', 0, 'must be greater than or equal to 1'],
    ['adultCount', 'two', 'must be an integer'],
    ['petCount', 1e10, 'must be less than or equal to 999'],
    ['infantCount', -1, 'must be greater than or equal to 0'],
    ['email', 'ada', 'must be an e-mail address'],
    ['firstName', 'a'.repeat(256), 'must have at most 255 characters'],
    ['phoneNumber', '4'.repeat(65), 'must have at most 64 characters'],
    ['externalBookingID', 'a'.repeat(256), 'must have at most 255 characters'],
    ['notes', 'a'.repeat(10_001), 'must have at most 10000 characters'],
    ['notes', {}, 'must be a string'],
    ['riskScore', 101, 'must be less than or equal to 100'],
  ]
  for (const [name, value, reason] of values) {
    it(`400: rejects ${name}: ${reason}`, async () => {
      const text = `Invalid parameter '${name}' ${reason}`
      await assertRefused({ [name]: value }, [400, 'INVALID_PARAMETER', text])
    })
  }

  const ranges: [string, Body][] = [
    ['Check-out must be after check-in', { checkOutDate: '2026-07-04', email: '?' }],
    ['A stay has at most 730 nights', { checkOutDate: '2028-07-04' }],
    ['A block has at most 1830 nights', { checkOutDate: '2031-07-10', status: 'BLOCKED' }],
  ]
  for (const [text, fields] of ranges) {
    it(`400: returns ${text}`, async () => assertRefused(fields, [400, 'INVALID_DATE_RANGE', text]))
  }

  it('400: lists all errors', async () => {
    const invalidBody = { status: 'STAY', checkInDate: '2026-07-09', email: 'ada', adultCount: 0 }
    const { body } = await post(invalidBody)
    const fields = body.errors.map(({ field }: { field: string }) => field)
    assert.deepEqual(fields, ['status', 'checkOutDate', 'adultCount', 'email'])
  })
})

describe('POST /v2/leads with a property', () => {
  it('403: rejects unknown properties, hotels, and those of another agency', async () => {
    const other = await make.makeAgency(server)
    const foreign = await make.makeProperty(server, other.agencyUid)
    const hotel = await make.makeHotel(server, agencyUid)
    for (const uid of ['x', foreign, hotel]) {
      await assertRefused({ propertyUid: uid }, [
        403,
        'ACCESS_DENIED',
        `No access to propertyUid ${uid}`,
      ])
    }
  })

  it('409: rejects a master that cannot be booked', async () => {
    const master = await make.makeProperty(server, agencyUid, { master_bookable: false })
    await make.makeProperty(server, agencyUid, { parent_uid: master })
    const { status, body } = await post({ propertyUid: master, status: 'BOOKED_BY_AGENT' })
    assert.deepEqual([status, body.code], [409, 'MASTER_NOT_BOOKABLE'])
    assert.equal((await post({ propertyUid: master, status: 'BLOCKED' })).status, 201)
  })
})

describe('POST /v2/leads with occupied nights', () => {
  it('409: returns conflicts and free dates, and stores nothing', async () => {
    const existing = (await post({ status: 'PENDING', firstName: 'Ada' })).body
    const list = `/v2/leads?propertyUid=${propertyUid}&limit=1000`
    const count = async () => (await server.request('GET', list, { key })).body.length
    const before = await count()
    const { status, body } = await post({ status: 'BLOCKED', checkInDate: '2026-07-06' })
    assert.deepEqual([status, body.code, body.instance], [409, 'NOT_AVAILABLE', '/v2/leads'])
    const requested = { checkInLocalDate: '2026-07-06', checkOutLocalDate: '2026-07-08', nights: 2 }
    assert.deepEqual([body.propertyUid, body.requested], [propertyUid, requested])
    const [{ leadUid, leadType, leadStatus, nights }] = body.conflicts
    assert.deepEqual([leadUid, leadType, leadStatus], [existing.uid, 'BOOKING_REQUEST', 'PENDING'])
    assert.deepEqual(nights, ['2026-07-06', '2026-07-07'])
    assert.equal(body.nextFree[0].checkInLocalDate, '2026-07-08')
    assert.equal(JSON.stringify(body).includes('Ada'), false)
    assert.equal(await count(), before)
  })

  it('201: accepts one of two concurrent requests; 409: rejects the other', async () => {
    const hold = { status: 'ON_HOLD', checkInDate: '2027-07-01', checkOutDate: '2027-07-05' }
    const responses = await Promise.all([1, 2, 3, 4].map(() => post(hold)))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 409, 409, 409])
  })
})
