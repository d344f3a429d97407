/** Multi-calendar: contract/pricing.md §11. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { listUnits, makeStay, makeUnitType } from '../../../../test/fixtures/held-nights.ts'
import { jobRow, makeService } from '../../../../test/fixtures/jobs.ts'
import {
  makeAgency,
  makeOrder,
  makePeriod,
  makeProperty,
  makeUnit,
} from '../../../../test/fixtures/rows.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'
import { insertRows } from '../../../platform/db/rows.ts'

const server = await startServer()
const june = 'from=2026-06-01&to=2026-06-30'

type Agency = Awaited<ReturnType<typeof makeAgency>>

const path = (agencyUid: string, query: string) =>
  `/api/v3.3/multi-calendar?agencyUid=${agencyUid}&${query}`
const getCalendar = ({ agencyUid, key }: Agency, query = june) =>
  server.request('GET', path(agencyUid, query), { key })

async function readCalendar(agency: Agency, query = june) {
  const { status, body } = await getCalendar(agency, query)
  assert.equal(status, 200, JSON.stringify(body))
  return body.multiCalendar
}

const listNames = async (agency: Agency, query: string) =>
  (await readCalendar(agency, `${june}&${query}`)).rows.map(({ name }: { name: string }) => name)

beforeEach(() => server.clock.set(exampleNow))

/** Returns the nights of runs, each with the values that follow the length. */
const countNights = (runs: [number, number, unknown?][]) =>
  new Map(
    runs.flatMap(([first, n, what]) => Array.from({ length: n }, (_, i) => [first + i, what])),
  )

function valueAt(steps: [number, number][], night: number): number {
  return steps.findLast(([first]) => first <= night)![1]
}

describe('GET /multi-calendar', () => {
  it('200: has the same data for every night as the calendars of the properties', async () => {
    const agency = await makeAgency(server, { currency: 'EUR' })
    const { agencyUid, key } = agency
    await makeEverything(agency)
    const range = 'from=2026-05-15&to=2026-06-14'
    const { rows } = await readCalendar(agency, range)
    const uids = rows.map(({ propertyUid }: { propertyUid: string }) => propertyUid)
    const bulk = `/api/v3.3/property-calendar?propertiesUids=${uids}&${range}`
    const { body } = await server.request('GET', bulk, { key })
    assert.equal(rows.length, 5)
    const closings = new Set<unknown>()
    for (const [i, row] of rows.entries()) {
      const { entries } = body.calendars[i]
      const [closed, noIn, noOut] = [row.closed, row.noCheckIn, row.noCheckOut].map(countNights)
      for (const cause of closed!.values()) closings.add(cause)
      for (const [n, { pricing, availability }] of entries.entries()) {
        assert.equal(row.prices[n], pricing.value)
        assert.equal(row.currency, pricing.currency)
        assert.equal(valueAt(row.minimumStays, n), availability.minimumStayLength)
        assert.equal(row.maximumStay, availability.maximumStayLength)
        assert.equal(closed!.has(n), availability.unavailable)
        assert.equal(!closed!.has(n) && !noIn!.has(n), availability.availableForCheckIn)
        if (n > 5) {
          assert.equal(!closed!.has(n - 1) && !noOut!.has(n), availability.availableForCheckOut)
        }
        const units = row.availableUnits && valueAt(row.availableUnits, n)
        assert.equal(units, availability.availableUnits)
      }
    }
    assert.ok(agencyUid && closings.size >= 6, [...closings].join())
  })
})

describe('a response of GET /multi-calendar', () => {
  it('200: returns stays, jobs and runs in the format of the contract', async () => {
    const agency = await makeAgency(server)
    const { agencyUid } = agency
    const property_uid = await makeProperty(server, agencyUid, { city: 'York', daily_rate: '99.5' })
    await makePeriod(server, agencyUid, { property_uid, date: '2026-06-03', price: '120' })
    const leadUid = await makeStay(server, agencyUid, {
      propertyUid: property_uid,
      checkIn: '2026-06-05',
      checkOut: '2026-06-07',
      turnover: 1,
      columns: { first_name: 'Ada', last_name: 'Byron', adult_count: 2, children_count: 1 },
    })
    await makeOrder(server, agencyUid, leadUid, { total_amount: '10.00' })
    const service_uid = await makeService(server, agencyUid)
    const job = (status: string, hour: number) => {
      const start_local = `2026-06-07T${hour}:00:00`
      return jobRow(agencyUid, { property_uid, service_uid, start_local, status })
    }
    const jobs = [job('NEW', 11), job('DONE', 12), job('NEW', 13), job('CANCELLED', 14)]
    await insertRows({ db: server.database.kysely }, 'jobs', jobs)
    const calendar = await readCalendar(agency, 'from=2026-06-01&to=2026-06-08')
    const [row] = calendar.rows
    assert.deepEqual(row.prices, [99.5, 99.5, 120, 99.5, 99.5, 99.5, 99.5, 99.5])
    assert.deepEqual(row.overrides, [[2, 1]])
    assert.deepEqual(row.closed, [
      [4, 2, 'BOOKED'],
      [6, 1, 'TURNOVER'],
    ])
    assert.deepEqual([row.today, row.city, row.units, row.stays], ['2026-05-20', 'York', [], 1])
    assert.deepEqual(row.jobs, [
      [6, 2, 'NEW'],
      [6, 1, 'DONE'],
    ])
    assert.deepEqual(calendar.stays, {
      kinds: [
        {
          type: 'BOOKING',
          status: 'BOOKED',
          channel: 'HOSTFULLY',
          unit: null,
          turnoverNights: 1,
          arrivesAt: '16:00',
          leavesAt: '11:00',
          balance: 'DUE',
          isUnread: false,
        },
      ],
      leadUids: [leadUid],
      kindOf: [0],
      checkIns: [4],
      nights: [2],
      guests: [3],
      guestNames: ['Ada Byron'],
      holds: [],
    })
  })
})

describe('stays of GET /multi-calendar', () => {
  it('200: refer to their units, with the expiry of a hold', async () => {
    const agency = await makeAgency(server)
    const { agencyUid } = agency
    await makeProperty(server, agencyUid, { name: 'A barn' })
    const { propertyUid } = await makeUnitType(server, agencyUid, { name: 'Rooms' })
    await makeUnit(server.database.kysely, agencyUid, propertyUid)
    const [first, second] = (await listUnits(server, agencyUid, propertyUid)) as [string, string]
    const take = (unit_uid: string, checkIn: string, checkOut: string, status = 'BOOKED') => {
      const timer_ends_at = new Date('2026-06-01T08:00:00Z')
      const columns = { unit_uid, ...(status === 'ON_HOLD' ? { timer_ends_at } : {}) }
      const stay = { propertyUid, checkIn, checkOut, status, unitUids: [unit_uid], columns }
      return makeStay(server, agencyUid, stay)
    }
    const later = await take(first, '2026-06-10', '2026-06-12', 'ON_HOLD')
    const long = await take(second, '2026-05-02', '2026-06-20')
    const sooner = await take(first, '2026-06-03', '2026-06-05')
    await take(first, '2026-05-03', '2026-05-05')
    const { rows, stays } = await readCalendar(agency)
    assert.deepEqual(
      rows.map((row: { stays: number }) => row.stays),
      [0, 3],
    )
    assert.deepEqual(stays.leadUids, [long, sooner, later])
    const stayUnits = stays.kindOf.map(
      (kind: number) => rows[1].units[stays.kinds[kind].unit].unitUid,
    )
    assert.deepEqual(stayUnits, [second, first, first])
    assert.deepEqual(
      [stays.checkIns, stays.nights],
      [
        [-30, 2, 9],
        [49, 2, 2],
      ],
    )
    assert.deepEqual(stays.holds, [[2, '2026-06-01T08:00:00']])
  })
})

/**
 * Creates a stand-alone property, a master with a sub, a unit type, and one for `propertyUids`
 * only.
 */
async function makeEverything({ agencyUid }: Agency): Promise<void> {
  const settings = {
    turn_over_days: 1,
    booking_window: 20,
    booking_lead_time: 100,
    minimum_weekend_stay: 2,
    maximum_stay: 9,
    currency: 'NONE',
    daily_rate: '100',
    weekend_adjustment_rate: '0.25',
    days_of_the_week_to_check_in_on: ['MONDAY', 'FRIDAY', 'SATURDAY'],
  }
  const cabin = await makeProperty(server, agencyUid, { name: 'Cabin', ...settings })
  const master = await makeProperty(server, agencyUid, { name: 'Master', master_bookable: false })
  const sub = await makeProperty(server, agencyUid, { name: 'Sub', parent_uid: master })
  const closedSub = await makeProperty(server, agencyUid, { name: 'Other', parent_uid: master })
  const { propertyUid: rooms } = await makeUnitType(server, agencyUid, { name: 'Rooms' })
  await makeUnit(server.database.kysely, agencyUid, rooms)
  const [first, second] = await listUnits(server, agencyUid, rooms)
  const makeStayAt = (propertyUid: string, nights: [string, string], more: object = {}) =>
    makeStay(server, agencyUid, { propertyUid, checkIn: nights[0], checkOut: nights[1], ...more })
  await makeStayAt(cabin, ['2026-05-18', '2026-05-22'], { turnover: 1 })
  await makeStayAt(cabin, ['2026-05-28', '2026-05-30'], { status: 'ON_HOLD' })
  const timer_ends_at = new Date('2026-05-20T15:00:00Z')
  await makeStayAt(cabin, ['2026-06-01', '2026-06-03'], {
    status: 'ON_HOLD',
    columns: { timer_ends_at },
  })
  await makeStayAt(cabin, ['2026-06-05', '2026-06-07'], { status: 'BLOCKED' })
  await makeStayAt(sub, ['2026-06-01', '2026-06-04'])
  const source = 'HOSTFULLY_OWNER_PORTAL'
  await makeStayAt(closedSub, ['2026-06-08', '2026-06-10'], {
    status: 'BLOCKED',
    columns: { source },
  })
  await makeStayAt(rooms, ['2026-06-01', '2026-06-04'], { unitUids: [first] })
  await makeStayAt(rooms, ['2026-06-03', '2026-06-06'], { unitUids: [second] })
  const closings = { available_for_check_in: false, available_for_check_out: false }
  const period = { property_uid: cabin, price: '77.77', minimum_stay: 3 }
  await makePeriod(server, agencyUid, { ...period, date: '2026-05-29' })
  await makePeriod(server, agencyUid, { property_uid: cabin, date: '2026-06-01', ...closings })
}

describe('rows of GET /multi-calendar', () => {
  it('200: are sorted by hotel or master and name, in stable pages', async () => {
    const agency = await makeAgency(server)
    const { agencyUid } = agency
    const master = await makeProperty(server, agencyUid, { name: 'm' })
    await makeProperty(server, agencyUid, { name: 'A', parent_uid: master })
    for (const name of ['Zoo', 'n', 'B']) await makeProperty(server, agencyUid, { name })
    const { hotelUid } = await makeUnitType(server, agencyUid, { name: 'Suite' })
    await makeProperty(server, agencyUid, { name: 'Attic', hotel_uid: hotelUid })
    const names: string[] = []
    let cursor = ''
    for (let page = 0; page < 4; page++) {
      const { body } = await getCalendar(agency, `${june}&_limit=2&_total=true&_cursor=${cursor}`)
      names.push(...body.multiCalendar.rows.map(({ name }: { name: string }) => name))
      assert.equal(body._metadata.totalCount, 7)
      cursor = body._paging._nextCursor
    }
    assert.equal(cursor, null)
    assert.deepEqual(names, ['B', 'Attic', 'Suite', 'm', 'A', 'n', 'Zoo'])
  })

  it('200: are narrowed by each filter', async () => {
    const agency = await makeAgency(server)
    const { agencyUid } = agency
    const barn = await makeProperty(server, agencyUid, { name: 'Big Barn', city: 'York' })
    await makeProperty(server, agencyUid, { name: 'Loft', is_active: false, max_guests: 9 })
    const { hotelUid, propertyUid: rooms } = await makeUnitType(server, agencyUid, { name: 'Room' })
    for (const tag of ['Sea', 'Dogs']) {
      const tagged = { objectUid: barn, objectType: 'PROPERTY', tags: [tag] }
      await server.request('POST', '/api/v3.3/tags', { key: agency.key, body: tagged })
    }
    assert.deepEqual(await listNames(agency, 'query=BARN'), ['Big Barn'])
    assert.deepEqual(await listNames(agency, 'query=%25'), [])
    assert.deepEqual(await listNames(agency, 'tags=sea,dogs'), ['Big Barn'])
    assert.deepEqual(await listNames(agency, 'tags=sea,cats'), [])
    assert.deepEqual(await listNames(agency, 'cities=york,leeds'), ['Big Barn'])
    assert.deepEqual(await listNames(agency, 'isActive=false'), ['Loft'])
    assert.deepEqual(await listNames(agency, 'guests=9'), ['Loft'])
    assert.deepEqual(await listNames(agency, `hotelUid=${hotelUid}`), ['Room'])
    assert.deepEqual(await listNames(agency, `propertyUids=${rooms},${barn}`), ['Big Barn', 'Room'])
    for (const propertyUid of [barn, rooms]) {
      const nights = { checkIn: '2026-06-05', checkOut: '2026-06-07' }
      await makeStay(server, agencyUid, { propertyUid, ...nights })
    }
    const free = (from: string, to: string) => listNames(agency, `freeFrom=${from}&freeTo=${to}`)
    assert.deepEqual(await free('2026-06-06', '2026-06-08'), ['Loft'])
    assert.deepEqual(await free('2026-06-07', '2026-06-08'), ['Big Barn', 'Room', 'Loft'])
    await makeUnit(server.database.kysely, agencyUid, rooms)
    assert.deepEqual(await free('2026-06-06', '2026-06-08'), ['Room', 'Loft'])
  })
})

describe('asOfSeq', () => {
  it('200: is the sequence number of the newest event that the calendar contains', async () => {
    const agency = await makeAgency(server)
    const propertyUid = await makeProperty(server, agency.agencyUid)
    assert.equal((await readCalendar(agency)).asOfSeq, 0)
    const body = {
      agencyUid: agency.agencyUid,
      propertyUid,
      type: 'BLOCK',
      status: 'BLOCKED',
      checkInLocalDateTime: '2026-06-05T16:00:00',
      checkOutLocalDateTime: '2026-06-07T11:00:00',
    }
    const added = await server.request('POST', '/api/v3.3/leads', { key: agency.key, body })
    const { asOfSeq, stays } = await readCalendar(agency)
    assert.deepEqual(stays.leadUids, [added.body.lead.uid])
    const events = await server.request('GET', '/api/v3.3/events', { key: agency.key })
    assert.ok(asOfSeq > 0)
    assert.equal(asOfSeq, events.body.latestSeq)
  })
})
