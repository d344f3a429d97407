import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { makeStay } from '../../../../test/fixtures/held-nights.ts'
import {
  grant,
  makeAgency,
  makePartner,
  makePeriod,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)

interface QuoteOptions {
  checkIn?: string
  checkOut?: string
  guests?: number
  leadUid?: string
}

/** Requests a quote, by default of Thursday to Saturday. */
async function quote(propertyUid: string, options: QuoteOptions = {}, as = key) {
  const { checkIn = '2026-06-11', checkOut = '2026-06-13', ...rest } = options
  const body = { propertyUid, checkInDate: checkIn, checkOutDate: checkOut, ...rest }
  return server.request('POST', '/api/v3.3/quotes', { key: as, body })
}

/** Requests a quote and returns the error. */
async function readRejection(propertyUid: string, options: QuoteOptions = {}, as = key) {
  const { status, body } = await quote(propertyUid, options, as)
  assert.notEqual(status, 200)
  const { code, apiErrorMessage: text, required, actual } = body
  return { status, code, text, ...(required === undefined ? {} : { required, actual }) }
}

const make = (columns = {}) => makeProperty(server, agencyUid, columns)

beforeEach(() => server.clock.set(exampleNow))

describe('a stay is rejected', () => {
  it('400 TOO_MANY_GUESTS', async () => {
    const { body } = await quote(await make({ max_guests: 4 }), { guests: 5 })
    assert.deepEqual(
      [body.status, body.code, body.apiErrorMessage, body.limit],
      [400, 'TOO_MANY_GUESTS', 'guests must be at most 4', 4],
    )
  })

  it('409 MASTER_NOT_BOOKABLE', async () => {
    const master = await make({ master_bookable: false })
    assert.equal((await quote(master)).status, 200)
    const sub = await make({ parent_uid: master })
    assert.deepEqual(await readRejection(master), {
      status: 409,
      code: 'MASTER_NOT_BOOKABLE',
      text: 'Property is not bookable, book one of its sub-properties',
    })
    assert.equal((await quote(sub)).status, 200)
  })

  it('409 OUTSIDE_BOOKING_WINDOW: the last night counts', async () => {
    assert.equal((await quote(await make({ booking_window: 23 }))).status, 200)
    assert.deepEqual(await readRejection(await make({ booking_window: 22 })), {
      status: 409,
      code: 'OUTSIDE_BOOKING_WINDOW',
      text: 'Dates are outside the booking window of the property',
      required: '2026-06-11',
      actual: '2026-06-12',
    })
  })
})

describe('a check-in or check-out is rejected', () => {
  it('409 OUT_OF_LEAD_TIME: with required and remaining hours', async () => {
    const uid = await make({ booking_lead_time: 48 })
    server.clock.set('2026-06-09T21:00:00Z') // 48 hours before 15:00 in Denver
    assert.equal((await quote(uid)).status, 200)
    server.clock.set('2026-06-09T21:00:01Z')
    assert.deepEqual(await readRejection(uid), {
      status: 409,
      code: 'OUT_OF_LEAD_TIME',
      text: 'Check-in date does not respect the booking lead time',
      required: 48,
      actual: 47,
    })
  })

  it('409 OUT_OF_LEAD_TIME: yesterday, with any lead time', async () => {
    const allow = { allow_booking_request_when_out_of_lead_time: true }
    for (const columns of [{ booking_lead_time: -24 }, allow]) {
      const uid = await make(columns)
      server.clock.set('2026-06-12T05:59:59Z')
      assert.equal((await quote(uid)).status, 200)
      server.clock.set('2026-06-12T06:00:00Z') // midnight in Denver
      const { code, actual } = await readRejection(uid)
      assert.deepEqual([code, actual], ['OUT_OF_LEAD_TIME', -9])
    }
  })

  it('409 CHECK_IN_NOT_ALLOWED by weekday or period', async () => {
    const text = 'Check-in is not allowed on 2026-06-11'
    const expected = { status: 409, code: 'CHECK_IN_NOT_ALLOWED', text }
    const byWeekday = await make({ days_of_the_week_to_check_in_on: ['FRIDAY'] })
    assert.deepEqual(await readRejection(byWeekday), expected)
    const byPeriod = await make()
    const period = { property_uid: byPeriod, date: '2026-06-11', available_for_check_in: false }
    await makePeriod(server, agencyUid, period)
    assert.deepEqual(await readRejection(byPeriod), expected)
    assert.equal((await quote(byPeriod, { checkIn: '2026-06-10' })).status, 200)
  })

  it('409 CHECK_OUT_NOT_ALLOWED by the period of the last date', async () => {
    const uid = await make()
    const period = { property_uid: uid, date: '2026-06-13', available_for_check_out: false }
    await makePeriod(server, agencyUid, period)
    const text = 'Check-out is not allowed on 2026-06-13'
    assert.deepEqual(await readRejection(uid), { status: 409, code: 'CHECK_OUT_NOT_ALLOWED', text })
    assert.equal((await quote(uid, { checkOut: '2026-06-14' })).status, 200)
  })
})

describe('a stay is rejected by its length', () => {
  const tooShort = (required: number, actual: number) => ({
    status: 409,
    code: 'MINIMUM_STAY',
    text: `Minimum stay is ${required} nights`,
    required,
    actual,
  })

  it('409 MINIMUM_STAY', async () => {
    const uid = await make({ minimum_stay: 3 })
    assert.deepEqual(await readRejection(uid), tooShort(3, 2))
    assert.equal((await quote(uid, { checkOut: '2026-06-14' })).status, 200)
  })

  it('409 MINIMUM_STAY: a weekend night anywhere in the stay', async () => {
    const uid = await make({ minimum_weekend_stay: 4 })
    assert.deepEqual(await readRejection(uid), tooShort(4, 2))
    assert.equal((await quote(uid, { checkOut: '2026-06-12' })).status, 200)
    const sunday = { checkIn: '2026-06-14', checkOut: '2026-06-19' }
    assert.equal((await quote(uid, { ...sunday, checkOut: '2026-06-17' })).status, 200)
    assert.equal((await quote(uid, sunday)).status, 200)
    const wednesday = { checkIn: '2026-06-10', checkOut: '2026-06-13' }
    assert.deepEqual(await readRejection(uid, wednesday), tooShort(4, 3))
  })

  it('409 MINIMUM_STAY: the period overrides the weekday, and both the weekend', async () => {
    const day_of_week_minimum_stay = JSON.stringify({ THURSDAY: 3 })
    const uid = await make({ minimum_weekend_stay: 5, day_of_week_minimum_stay })
    assert.deepEqual(await readRejection(uid), tooShort(3, 2))
    await makePeriod(server, agencyUid, { property_uid: uid, date: '2026-06-11', minimum_stay: 1 })
    assert.equal((await quote(uid, { checkOut: '2026-06-12' })).status, 200)
  })

  it('409 MAXIMUM_STAY: unless longer requests are accepted', async () => {
    assert.deepEqual(await readRejection(await make({ maximum_stay: 1 })), {
      status: 409,
      code: 'MAXIMUM_STAY',
      text: 'Maximum stay is 1 nights',
      required: 1,
      actual: 2,
    })
    const allow = { allow_booking_requests_above_maximum_stay: true }
    const { status, body } = await quote(await make({ maximum_stay: 1, ...allow }))
    assert.deepEqual([status, body.quote.bookingStrategy], [200, 'BOOKING_REQUEST'])
  })
})

describe('several broken rules', () => {
  it('are reported in the order of the contract', async () => {
    const uid = await make({
      max_guests: 1,
      master_bookable: false,
      booking_window: 1,
      booking_lead_time: 8_000,
      days_of_the_week_to_check_in_on: ['FRIDAY'],
      minimum_stay: 5,
      maximum_stay: 1,
    })
    const sub = await make({ parent_uid: uid })
    const leadUid = await makeStay(server, agencyUid, {
      propertyUid: sub,
      checkIn: '2026-06-11',
      checkOut: '2026-06-12',
    })
    const period = { property_uid: uid, date: '2026-06-13', available_for_check_out: false }
    await makePeriod(server, agencyUid, period)
    const set = (columns: object) =>
      server.database.kysely
        .updateTable('properties')
        .set(columns)
        .where('agency_uid', '=', agencyUid)
        .where('uid', '=', uid)
        .execute()
    const code = async (guests = 1) => (await readRejection(uid, { guests })).code
    assert.equal(await code(2), 'TOO_MANY_GUESTS')
    assert.equal(await code(), 'MASTER_NOT_BOOKABLE')
    await set({ master_bookable: true })
    assert.equal(await code(), 'NOT_AVAILABLE')
    await server.database.kysely
      .deleteFrom('occupancies')
      .where('agency_uid', '=', agencyUid)
      .where('lead_uid', '=', leadUid)
      .execute()
    assert.equal(await code(), 'OUTSIDE_BOOKING_WINDOW')
    await set({ booking_window: -1 })
    assert.equal(await code(), 'OUT_OF_LEAD_TIME')
    await set({ booking_lead_time: 0 })
    assert.equal(await code(), 'CHECK_IN_NOT_ALLOWED')
    await set({ days_of_the_week_to_check_in_on: [] })
    assert.equal(await code(), 'CHECK_OUT_NOT_ALLOWED')
    await server.database.kysely
      .deleteFrom('pricing_periods')
      .where('agency_uid', '=', agencyUid)
      .execute()
    assert.equal(await code(), 'MINIMUM_STAY')
    await set({ minimum_stay: 1 })
    assert.equal(await code(), 'MAXIMUM_STAY')
  })
})

describe('a quote for a lead', () => {
  const lead = { checkIn: '2026-06-10', checkOut: '2026-06-13' }

  async function booked(columns: object) {
    const uid = await make(columns)
    const leadUid = await makeStay(server, agencyUid, { propertyUid: uid, ...lead })
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: uid })
    return { uid, leadUid, token: () => makeToken(server, partnerUid, agencyUid) }
  }

  it('counts the nights of the lead as available', async () => {
    const { uid, leadUid } = await booked({})
    assert.equal((await quote(uid, { ...lead, leadUid })).status, 200)
    assert.equal((await readRejection(uid, lead)).code, 'NOT_AVAILABLE')
  })

  it('applies stay rules to partners, not to the agency', async () => {
    const { uid, leadUid, token } = await booked({ minimum_stay: 3 })
    const shorter = { ...lead, checkOut: '2026-06-12', leadUid }
    assert.equal((await quote(uid, shorter)).status, 200)
    assert.equal((await readRejection(uid, shorter, await token())).code, 'MINIMUM_STAY')
  })

  it('applies no stay rule if nothing changes', async () => {
    const { uid, leadUid, token } = await booked({ minimum_stay: 9, booking_window: 1 })
    assert.equal((await quote(uid, { ...lead, leadUid }, await token())).status, 200)
  })

  it('applies no rule of an end that does not change', async () => {
    const days_of_the_week_to_check_in_on = ['MONDAY']
    const settings = { booking_lead_time: 100, days_of_the_week_to_check_in_on }
    const { uid, leadUid, token } = await booked(settings)
    server.clock.set('2026-06-12T12:00:00Z') // the guest is there
    const longer = { ...lead, checkOut: '2026-06-15', leadUid }
    assert.equal((await quote(uid, longer, await token())).status, 200)
    const earlier = { ...lead, checkIn: '2026-06-09', leadUid }
    assert.equal((await readRejection(uid, earlier, await token())).code, 'OUT_OF_LEAD_TIME')
  })

  it('applies neither window nor period to a check-out that does not change', async () => {
    const { uid, leadUid, token } = await booked({ booking_window: 10 })
    const period = { property_uid: uid, date: lead.checkOut, available_for_check_out: false }
    await makePeriod(server, agencyUid, period)
    const later = { ...lead, checkIn: '2026-06-11', leadUid }
    assert.equal((await quote(uid, later, await token())).status, 200)
    const longer = { ...lead, checkOut: '2026-06-14', leadUid }
    assert.equal((await readRejection(uid, longer, await token())).code, 'OUTSIDE_BOOKING_WINDOW')
  })
})
