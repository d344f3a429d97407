import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { listUnits, makeStay, makeUnitType } from '../../../../test/fixtures/held-nights.ts'
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
const { agencyUid, key } = await makeAgency(server, { currency: 'EUR' })
const other = await makeAgency(server)

const get = (path: string, as = key) => server.request('GET', path, { key: as })
const one = (uid: string, query: string, as = key, version = 'v3.3') =>
  get(`/api/${version}/property-calendar/${uid}?${query}`, as)
const many = (query: string, as = key) => get(`/api/v3.3/property-calendar?${query}`, as)
const june = 'from=2027-06-10&to=2027-06-13'

interface Entry {
  date: string
  pricing: { value: number }
  availability: { comments?: string[] }
  notes?: string | null
}

beforeEach(() => server.clock.set(exampleNow))

describe('GET /property-calendar/{propertyUid}', () => {
  it('200: returns one entry per date, both ends inclusive', async () => {
    const uid = await makeProperty(server, agencyUid, {
      daily_rate: '150',
      weekend_adjustment_rate: '0.1',
      minimum_stay: 2,
    })
    const { status, headers, body } = await one(uid, june)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/json')
    assert.equal(body.calendar.propertyUid, uid)
    assert.deepEqual(body.calendar.entries[0], {
      date: '2027-06-10',
      pricing: { value: 150, currency: 'USD' },
      availability: {
        unavailable: false,
        unavailabilityReason: null,
        availableForCheckIn: true,
        availableForCheckOut: true,
        minimumStayLength: 2,
        maximumStayLength: 0,
      },
      adjustedByCustomPricingPeriod: false,
    })
    const dated = body.calendar.entries.map((entry: Entry) => [entry.date, entry.pricing.value])
    assert.deepEqual(dated, [
      ['2027-06-10', 150],
      ['2027-06-11', 165],
      ['2027-06-12', 165],
      ['2027-06-13', 150],
    ])
  })
})

describe('date range of a calendar', () => {
  it('200: includes a leap day in three years', async () => {
    const uid = await makeProperty(server, agencyUid)
    const { body } = await one(uid, 'from=2027-01-01&to=2029-12-31')
    const dates: string[] = body.calendar.entries.map(({ date }: { date: string }) => date)
    assert.equal(dates.length, 1096)
    assert.deepEqual(dates, [...new Set(dates)].sort())
    assert.ok(dates.includes('2028-02-29'))
  })

  it('200: accepts the first and last valid dates', async () => {
    const uid = await makeProperty(server, agencyUid, { turn_over_days: 30 })
    for (const date of ['0001-01-01', '9999-12-31']) {
      const { status, body } = await one(uid, `from=${date}&to=${date}`)
      assert.equal(status, 200)
      assert.deepEqual(
        body.calendar.entries.map((entry: Entry) => entry.date),
        [date],
      )
    }
  })

  it('200: truncates a date-time to its date', async () => {
    const uid = await makeProperty(server, agencyUid)
    const { body } = await one(uid, 'from=2027-06-10T23:30:00&to=2027-06-11T00:00Z')
    assert.equal(body.calendar.entries.length, 2)
  })
})

describe('entries of a calendar', () => {
  it('200: inactive properties have a calendar', async () => {
    const uid = await makeProperty(server, agencyUid, { is_active: false })
    const { body } = await one(uid, june)
    assert.equal(body.calendar.entries[0].availability.unavailable, false)
  })

  it('200: uses the currency of the agency if the property has none', async () => {
    const uid = await makeProperty(server, agencyUid, { currency: 'NONE', daily_rate: '99.995' })
    const { body } = await one(uid, june)
    assert.deepEqual(body.calendar.entries[0].pricing, { value: 100, currency: 'EUR' })
  })

  it('200: rounds to the minor digits of the currency', async () => {
    const rates = { daily_rate: '18500.5', weekend_adjustment_rate: '0.125' }
    const uid = await makeProperty(server, agencyUid, { currency: 'JPY', ...rates })
    const { body } = await one(uid, june)
    const values = body.calendar.entries.map((entry: Entry) => entry.pricing.value)
    assert.deepEqual(values, [18501, 20813, 20813, 18501])
  })

  it('200: the price of a period overrides daily and weekend rates', async () => {
    const uid = await makeProperty(server, agencyUid, { weekend_adjustment_rate: '0.5' })
    const date = '2027-06-11'
    await makePeriod(server, agencyUid, { property_uid: uid, date, price: '99.99' })
    const { body } = await one(uid, june)
    assert.equal(body.calendar.entries[1].pricing.value, 99.99)
  })

  it('200: has availableUnits for unit types since v3.1', async () => {
    const { propertyUid } = await makeUnitType(server, agencyUid)
    const unitsAt = async (version: string) => {
      const { body } = await one(propertyUid, june, key, version)
      return body.calendar.entries[0].availability.availableUnits
    }
    assert.equal(await unitsAt('v3.0'), undefined)
    assert.equal(await unitsAt('v3'), undefined)
    assert.equal(await unitsAt('v3.1'), 1)
    assert.equal(await unitsAt('v3.3'), 1)
  })

  it('200: returns a sentence for every cause, with availabilityComments', async () => {
    const uid = await makeProperty(server, agencyUid, { turn_over_days: 1, booking_window: 386 })
    await makeStay(server, agencyUid, {
      propertyUid: uid,
      checkIn: '2027-06-10',
      checkOut: '2027-06-12',
      turnover: 1,
    })
    const { body } = await one(uid, 'from=2027-06-08&to=2027-06-12&availabilityComments=true')
    const comments = body.calendar.entries.map((entry: Entry) => entry.availability.comments)
    assert.deepEqual(comments, [
      [],
      ['The night is kept free for turnover.'],
      ['The night is booked.'],
      ['The night is booked.', 'The night is outside the booking window.'],
      ['The night is kept free for turnover.', 'The night is outside the booking window.'],
    ])
    const plain = await one(uid, `${june}&availabilityComments=false`)
    assert.equal('comments' in plain.body.calendar.entries[0].availability, false)
  })
})

describe('GET /property-calendar/{propertyUid} rejects', () => {
  it('400: REQUIRED_PARAMETER without from or to', async () => {
    const uid = await makeProperty(server, agencyUid)
    const { status, body } = await one(uid, 'to=2027-06-10')
    assert.equal(status, 400)
    assert.equal(body.apiErrorMessage, "Invalid parameter 'from' must not be null")
    assert.equal((await one(uid, 'from=2027-06-10')).body.parameter, 'to')
  })

  it("400: INVALID_DATE_RANGE when 'to' is before 'from'", async () => {
    const uid = await makeProperty(server, agencyUid)
    const { status, body } = await one(uid, 'from=2027-06-10&to=2027-06-09')
    assert.equal(status, 400)
    assert.equal(body.code, 'INVALID_DATE_RANGE')
    assert.equal(body.apiErrorMessage, "'to' must not be before 'from'")
  })

  it('400: INVALID_PARAMETER over 1461 dates or for a date that does not exist', async () => {
    const uid = await makeProperty(server, agencyUid)
    const most = await one(uid, 'from=2027-01-01&to=2030-12-31')
    assert.equal(most.body.calendar.entries.length, 1461)
    const over = await one(uid, 'from=2027-01-01&to=2031-01-01')
    assert.equal(over.status, 400)
    assert.equal(over.body.code, 'INVALID_PARAMETER')
    assert.match(over.body.apiErrorMessage, /1461/)
    for (const from of ['2027-02-29', '0000-01-01', '10000-01-01', 'x', '2027-13-01']) {
      const { status, body } = await one(uid, `from=${from}&to=2027-06-10`)
      assert.equal(status, 400)
      assert.equal(body.parameter, 'from')
    }
  })

  it('404: unknown, foreign and deleted properties, and text that is not a uid', async () => {
    const { hotelUid, propertyUid } = await makeUnitType(server, agencyUid)
    const deleted = await makeProperty(server, agencyUid, { deleted_at: server.clock.now() })
    const foreign = await makeProperty(server, other.agencyUid)
    const [unitUid] = await listUnits(server, agencyUid, propertyUid)
    for (const uid of [deleted, foreign, hotelUid, unitUid!, agencyUid, 'x', '%00']) {
      const { status, body } = await one(uid, june)
      assert.equal(status, 404)
      assert.equal(body.code, 'PROPERTY_NOT_FOUND')
    }
  })

  it('403: partners without a grant on the property or its hotel', async () => {
    const { partnerUid } = await makePartner(server)
    const token = await makeToken(server, partnerUid, agencyUid)
    const uid = await makeProperty(server, agencyUid)
    const { hotelUid, propertyUid } = await makeUnitType(server, agencyUid)
    assert.equal((await one(uid, june, token)).status, 404)
    assert.equal((await one(propertyUid, june, token)).status, 404)
    await grant(server, { agencyUid, partnerUid, objectUid: uid, access: 'READ' })
    await grant(server, { agencyUid, partnerUid, objectUid: hotelUid, isHotel: true })
    assert.equal((await one(uid, june, token)).status, 200)
    assert.equal((await one(propertyUid, june, token)).status, 200)
    assert.equal((await many(`propertiesUids=${uid},${propertyUid}&${june}`, token)).status, 200)
  })
})

describe('GET /property-calendar', () => {
  it('200: returns every property once, in the requested order', async () => {
    const a = await makeProperty(server, agencyUid)
    const b = await makeProperty(server, agencyUid)
    const { status, body } = await many(
      `propertiesUids=${b},${a}&propertiesUids=${b.toUpperCase()}&${june}`,
    )
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['calendars', '_metadata'])
    assert.deepEqual(
      body.calendars.map((each: { propertyUid: string }) => each.propertyUid),
      [b, a],
    )
    assert.deepEqual(body._metadata, { count: 2, totalCount: 2 })
    assert.deepEqual(body.calendars[1], (await one(a, june)).body.calendar)
  })

  it('403: rejects the whole request if one property is not accessible', async () => {
    const own = await makeProperty(server, agencyUid)
    const foreign = await makeProperty(server, other.agencyUid)
    const { hotelUid } = await makeUnitType(server, agencyUid)
    for (const uid of [foreign, hotelUid, 'nonsense', agencyUid]) {
      const { status, body } = await many(`propertiesUids=${own},${uid}&${june}`)
      assert.equal(status, 403)
      assert.equal(body.code, 'ACCESS_DENIED')
      assert.equal(body.parameter, 'propertiesUids')
    }
  })

  it('400: rejects no uids, over 500 uids, and over 120000 entries', async () => {
    const uids = (n: number) => Array.from({ length: n }, () => crypto.randomUUID()).join(',')
    const none = await many(june)
    assert.equal(none.body.apiErrorMessage, "Invalid parameter 'propertiesUids' must not be null")
    const over = await many(`propertiesUids=${uids(501)}&${june}`)
    assert.equal(over.status, 400)
    assert.match(over.body.apiErrorMessage, /500/)
    const many240 = 'from=2027-01-01&to=2027-08-28'
    assert.equal((await many(`propertiesUids=${uids(500)}&${many240}`)).status, 403)
    const entries = await many(`propertiesUids=${uids(500)}&from=2027-01-01&to=2027-08-29`)
    assert.equal(entries.status, 400)
    assert.equal(entries.body.code, 'INVALID_PARAMETER')
    assert.match(entries.body.apiErrorMessage, /120000/)
  })
})

describe('GET /v2/propertycalendar/{propertyUid}', () => {
  it('200: returns the same entries without a wrapper, and notes if requested', async () => {
    const { propertyUid } = await makeUnitType(server, agencyUid, { booking_window: 386 })
    const plain = await get(`/v2/propertycalendar/${propertyUid}?${june}`)
    assert.equal(plain.status, 200)
    assert.deepEqual(plain.body, (await one(propertyUid, june, key, 'v3.0')).body.calendar)
    await makeStay(server, agencyUid, {
      propertyUid,
      checkIn: '2027-06-11',
      checkOut: '2027-06-12',
    })
    const noted = await get(`/v2/propertycalendar/${propertyUid}/?${june}&notes=true`)
    assert.deepEqual(
      noted.body.entries.map((entry: Entry) => entry.notes),
      [
        null,
        'The night is booked.; The night is outside the booking window.',
        'The night is outside the booking window.',
        'The night is outside the booking window.',
      ],
    )
  })

  it('404: rejects the spelling of v3, and unknown properties', async () => {
    const uid = await makeProperty(server, agencyUid)
    const { status, body } = await get(`/v2/property-calendar/${uid}?${june}`)
    assert.deepEqual([status, body.apiErrorMessage], [404, 'Endpoint not found'])
    assert.equal((await get(`/v2/propertycalendar/${agencyUid}?${june}`)).status, 404)
  })
})
