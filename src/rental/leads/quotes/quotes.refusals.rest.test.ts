/** Errors of quote requests and their order: contract/orders.md §8.3, pricing.md §4. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { makeStay } from '../../../../test/fixtures/held-nights.ts'
import { makeFee } from '../../../../test/fixtures/prices.ts'
import { makeAgency, makePeriod, makeProperty } from '../../../../test/fixtures/rows.ts'
import { cabin } from '../../../../test/fixtures/stays.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
server.clock.set('2027-03-01T18:00:00Z')
const { agencyUid, key } = await makeAgency(server)
const dates = { checkInDate: '2027-06-10', checkOutDate: '2027-06-14' }
const newProperty = (columns = {}) =>
  makeProperty(server, agencyUid, { ...cabin, max_guests: 6, ...columns })
const propertyUid = await newProperty()
const fee = { property_uid: propertyUid, name: 'Linen', amount: '10' }
const feeUid = await makeFee(server, agencyUid, fee)

const post = (body: object, version = 'v3.3') =>
  server.request('POST', `/api/${version}/quotes`, {
    key,
    body: { propertyUid, ...dates, ...body },
  })
const feeOverride = (otherFee: object) => ({ quoteOverrides: { fees: { otherFees: [otherFee] } } })
const rentOverride = (rentNetPrice: unknown) => ({ quoteOverrides: { rent: { rentNetPrice } } })

describe('fields', () => {
  for (const [body, code, parameter] of [
    [{ propertyUid: undefined }, 'REQUIRED_PARAMETER', 'propertyUid'],
    [{ checkInDate: null }, 'REQUIRED_PARAMETER', 'checkInDate'],
    [{ checkOutDate: undefined }, 'REQUIRED_PARAMETER', 'checkOutDate'],
    [{ checkInDate: '10.06.2027' }, 'INVALID_PARAMETER', 'checkInDate'],
    [{ checkOutDate: '2027-06-31' }, 'INVALID_PARAMETER', 'checkOutDate'],
    [{ guests: 0 }, 'INVALID_PARAMETER', 'guests'],
    [{ guests: 1.5 }, 'INVALID_PARAMETER', 'guests'],
    [{ guests: 1e12 }, 'INVALID_PARAMETER', 'guests'],
    [{ childrenCount: -1 }, 'INVALID_PARAMETER', 'childrenCount'],
    [{ guests: 2, childrenCount: 3 }, 'INVALID_PARAMETER', 'childrenCount'],
    [{ childrenCount: 2 }, 'INVALID_PARAMETER', 'childrenCount'],
    [{ petCount: 100 }, 'INVALID_PARAMETER', 'petCount'],
    [{ promoCode: {} }, 'INVALID_PARAMETER', 'promoCode'],
    [{ promoCode: 'x'.repeat(256) }, 'INVALID_PARAMETER', 'promoCode'],
    [{ quoteOverrides: [] }, 'INVALID_PARAMETER', 'quoteOverrides'],
    [rentOverride(-1), 'INVALID_PARAMETER', 'quoteOverrides.rent.rentNetPrice'],
    [rentOverride('much'), 'INVALID_PARAMETER', 'quoteOverrides.rent.rentNetPrice'],
    [rentOverride(1e10), 'INVALID_PARAMETER', 'quoteOverrides.rent.rentNetPrice'],
    [
      { quoteOverrides: { securityDeposit: -1 } },
      'INVALID_PARAMETER',
      'quoteOverrides.securityDeposit',
    ],
    [
      feeOverride({ feeUid, taxationRate: 1.1 }),
      'INVALID_PARAMETER',
      'quoteOverrides.fees.otherFees[0].taxationRate',
    ],
    [
      feeOverride({ feeUid, scope: 'DAILY' }),
      'INVALID_ENUM_VALUE',
      'quoteOverrides.fees.otherFees[0].scope',
    ],
    [feeOverride({ netPrice: 1 }), 'REQUIRED_PARAMETER', 'quoteOverrides.fees.otherFees[0].name'],
    [feeOverride({ name: 'Late' }), 'REQUIRED_PARAMETER', 'quoteOverrides.fees.otherFees[0]'],
  ] as const) {
    it(`400 ${code}: rejects ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const response = await post(body)
      assert.deepEqual([response.status, response.body.code], [400, code], response.text)
      assert.equal(response.body.parameter, parameter)
    })
  }
})

describe('dates', () => {
  it('400 INVALID_DATE_RANGE: rejects an empty or too long stay', async () => {
    for (const [checkOutDate, text] of [
      ['2027-06-10', 'Check-out must be after check-in'],
      ['2027-06-09', 'Check-out must be after check-in'],
      ['2029-06-10', 'A stay has at most 730 nights'],
    ]) {
      const { status, body } = await post({ checkOutDate })
      assert.deepEqual([status, body.code, body.apiErrorMessage], [400, 'INVALID_DATE_RANGE', text])
    }
    assert.equal((await post({ checkOutDate: '2029-06-09' })).status, 200)
  })

  it('200: truncates date-times, accepts numbers as texts, ignores unknown keys', async () => {
    const checkInDate = '2027-06-10T16:00:00Z'
    const { status, body } = await post({ checkInDate, guests: '4', colour: 'red' })
    assert.deepEqual([status, body.quote.checkInDate, body.quote.guests], [200, '2027-06-10', 4])
  })

  it('200: accepts the earliest and the latest dates', async () => {
    const far = await post({ checkInDate: '9998-12-30', checkOutDate: '9999-12-31' })
    assert.equal(far.status, 200)
    const past = await post({ checkInDate: '1990-01-01', checkOutDate: '1990-01-03' })
    assert.deepEqual([past.status, past.body.code], [409, 'OUT_OF_LEAD_TIME'])
  })
})

describe('the stay', () => {
  it('400 TOO_MANY_GUESTS: returns the limit', async () => {
    const { status, body } = await post({ guests: 7 })
    assert.deepEqual([status, body.code, body.limit], [400, 'TOO_MANY_GUESTS', 6])
    assert.equal(body.apiErrorMessage, 'guests must be at most 6')
  })

  it('409 NOT_AVAILABLE: returns the conflicting dates', async () => {
    const property = await newProperty()
    const occupied = { checkIn: '2027-06-12', checkOut: '2027-06-16' }
    const leadUid = await makeStay(server, agencyUid, { propertyUid: property, ...occupied })
    const { status, body } = await post({ propertyUid: property })
    assert.deepEqual([status, body.code], [409, 'NOT_AVAILABLE'])
    assert.equal(body.apiErrorMessage, 'Property is not available for the given dates')
    assert.equal(body.propertyUid, property)
    assert.deepEqual(body.requested, {
      checkInLocalDate: '2027-06-10',
      checkOutLocalDate: '2027-06-14',
      nights: 4,
    })
    const [conflict] = body.conflicts
    assert.deepEqual([conflict.leadUid, conflict.nights], [leadUid, ['2027-06-12', '2027-06-13']])
    assert.equal(body.nextFree[0].checkInLocalDate, '2027-06-16')
  })

  it('200: accepts nights of an expired hold that no worker has released', async () => {
    const property = await newProperty()
    const columns = { timer_ends_at: server.clock.now() }
    const occupied = { checkIn: '2027-06-12', checkOut: '2027-06-16', status: 'ON_HOLD', columns }
    await makeStay(server, agencyUid, { propertyUid: property, ...occupied })
    assert.equal((await post({ propertyUid: property })).status, 200)
  })

  for (const [columns, code] of [
    [{ booking_window: 30 }, 'OUTSIDE_BOOKING_WINDOW'],
    [{ booking_lead_time: 8_000 }, 'OUT_OF_LEAD_TIME'],
    [{ days_of_the_week_to_check_in_on: ['MONDAY'] }, 'CHECK_IN_NOT_ALLOWED'],
    [{ minimum_stay: 5 }, 'MINIMUM_STAY'],
    [{ maximum_stay: 3 }, 'MAXIMUM_STAY'],
  ] as const) {
    it(`409 ${code}: rejects the stay`, async () => {
      const response = await post({ propertyUid: await newProperty(columns) })
      assert.deepEqual([response.status, response.body.code], [409, code])
    })
  }

  it('409 CHECK_OUT_NOT_ALLOWED: applies the pricing period of the last date', async () => {
    const property_uid = await newProperty()
    const period = { property_uid, date: '2027-06-14', available_for_check_out: false }
    await makePeriod(server, agencyUid, period)
    const { status, body } = await post({ propertyUid: property_uid })
    assert.deepEqual([status, body.code], [409, 'CHECK_OUT_NOT_ALLOWED'])
  })

  it('409 MASTER_NOT_BOOKABLE: rejects a master property that is not bookable', async () => {
    const master = await newProperty({ master_bookable: false })
    await newProperty({ parent_uid: master })
    const { status, body } = await post({ propertyUid: master })
    assert.deepEqual([status, body.code], [409, 'MASTER_NOT_BOOKABLE'])
  })

  for (const columns of [
    { maximum_stay: 3, allow_booking_requests_above_maximum_stay: true },
    { booking_lead_time: 8_000, allow_booking_request_when_out_of_lead_time: true },
  ]) {
    it(`200: returns BOOKING_REQUEST with ${Object.keys(columns)[1]}`, async () => {
      const { body } = await post({ propertyUid: await newProperty(columns) })
      assert.equal(body.quote.bookingStrategy, 'BOOKING_REQUEST')
      const inquiry = { ...columns, hostfully_booking_strategy: 'BOOKING_INQUIRY' }
      const other = await post({ propertyUid: await newProperty(inquiry) })
      assert.equal(other.body.quote.bookingStrategy, 'BOOKING_INQUIRY')
    })
  }
})

describe('the order of checks', () => {
  it('is fields, dates, references, promo code, guests, calendar', async () => {
    const property = await newProperty({ minimum_stay: 9 })
    const occupied = { checkIn: '2027-06-12', checkOut: '2027-06-16' }
    await makeStay(server, agencyUid, { propertyUid: property, ...occupied })
    const steps: [object, string][] = [
      [{ petCount: -1 }, 'INVALID_PARAMETER'],
      [{ checkOutDate: '2027-06-01' }, 'INVALID_DATE_RANGE'],
      [{ propertyUid: randomUUID() }, 'ACCESS_DENIED'],
      [{ leadUid: randomUUID() }, 'LEAD_NOT_FOUND'],
      [feeOverride({ feeUid: randomUUID() }), 'FEE_NOT_FOUND'],
      [{ promoCode: 'NONE' }, 'INVALID_PARAMETER'],
      [{ guests: 9 }, 'TOO_MANY_GUESTS'],
      [{}, 'NOT_AVAILABLE'],
    ]
    for (const [i, [, code]] of steps.entries()) {
      const wrong = Object.assign(
        {},
        ...steps
          .slice(i)
          .map(([body]) => body)
          .toReversed(),
      )
      const { body } = await post({ propertyUid: property, ...wrong })
      assert.equal(body.code, code, JSON.stringify(wrong))
    }
  })
})
