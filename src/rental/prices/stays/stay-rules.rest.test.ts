import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { Insertable } from 'kysely'
import { daysWith, monthReader } from '../../../../test/fixtures/calendars.ts'
import { makeAgency, makePeriod, makeProperty } from '../../../../test/fixtures/rows.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'
import type { PropertiesTable } from '../../tables.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)

const settings = 'PROPERTY_AVAILABILITY_SETTINGS'

const make = (columns: Partial<Insertable<PropertiesTable>> = {}) =>
  makeProperty(server, agencyUid, columns)
const month = monthReader(server, key)

beforeEach(() => server.clock.set(exampleNow))

describe('today and the booking window', () => {
  it('nights before today are past, in the time zone of the property', async () => {
    server.clock.set('2027-06-10T11:00:00Z')
    for (const [time_zone, today] of [
      ['Pacific/Kiritimati', 11],
      ['UTC', 10],
      ['Pacific/Pago_Pago', 10],
      ['Pacific/Niue', 10],
    ] as const) {
      const entries = await month(await make({ time_zone }))
      assert.equal(entries[today - 1]!.unavailabilityReason, settings, time_zone)
      assert.equal(entries[today]!.unavailabilityReason, null, time_zone)
    }
    server.clock.set('2027-06-10T10:00:00Z')
    const west = await month(await make({ time_zone: 'Pacific/Pago_Pago' }))
    assert.deepEqual([west[8]!.unavailable, west[9]!.unavailable], [true, false])
  })

  it('the last night is today plus the window; 0, negative and null mean no limit', async () => {
    server.clock.set('2027-06-10T12:00:00Z')
    const entries = await month(await make({ booking_window: 5 }))
    assert.deepEqual([entries[15]!.unavailable, entries[16]!.unavailable], [false, true])
    assert.equal(entries[16]!.availableForCheckOut, true)
    assert.equal(entries[17]!.availableForCheckOut, false)
    for (const booking_window of [0, -1, null]) {
      assert.equal((await month(await make({ booking_window })))[30]!.unavailable, false)
    }
  })
})

describe('check-in and check-out', () => {
  it('check-in is limited to weekdays; an empty list allows all', async () => {
    const days_of_the_week_to_check_in_on = ['SATURDAY', 'MONDAY']
    const entries = await month(await make({ days_of_the_week_to_check_in_on }))
    assert.deepEqual(daysWith(entries, 'availableForCheckIn'), [5, 7, 12, 14, 19, 21, 26, 28])
    const all = await month(await make({ days_of_the_week_to_check_in_on: [] }))
    assert.equal(daysWith(all, 'availableForCheckIn').length, 30)
  })

  it('a period may forbid check-in or check-out', async () => {
    const uid = await make()
    const period = { property_uid: uid, date: '2027-06-10' }
    await makePeriod(server, agencyUid, { ...period, available_for_check_in: false })
    const forbidsLeaving = { date: '2027-06-12', available_for_check_out: false }
    await makePeriod(server, agencyUid, { ...period, ...forbidsLeaving })
    const entries = await month(uid)
    const flags = [10, 11, 12].map(day => [
      entries[day]!.availableForCheckIn,
      entries[day]!.availableForCheckOut,
      entries[day]!.unavailable,
    ])
    assert.deepEqual(flags, [
      [false, true, false],
      [true, true, false],
      [true, false, false],
    ])
  })
})

describe('the lead time', () => {
  it('ends at the start of check-in, in local time of the property', async () => {
    const uid = await make({ booking_lead_time: 48, check_in_time_start: 16 })
    server.clock.set('2027-06-08T22:00:00Z') // 16:00 in Denver
    assert.equal((await month(uid))[10]!.availableForCheckIn, true)
    assert.equal((await month(uid))[9]!.availableForCheckIn, false)
    server.clock.set('2027-06-08T22:00:01Z')
    assert.equal((await month(uid))[10]!.availableForCheckIn, false)
    assert.equal((await month(uid))[10]!.unavailable, false)
  })

  it('allows check-in for some hours after its start if it is negative', async () => {
    const uid = await make({ booking_lead_time: -4, check_in_time_start: 16 })
    server.clock.set('2027-06-11T02:00:00Z') // 20:00 in Denver
    assert.equal((await month(uid))[10]!.availableForCheckIn, true)
    server.clock.set('2027-06-11T02:00:01Z')
    assert.equal((await month(uid))[10]!.availableForCheckIn, false)
    assert.equal((await month(uid))[11]!.availableForCheckIn, true)
  })

  it('does not allow past days if it is negative', async () => {
    const uid = await make({ booking_lead_time: -24 })
    server.clock.set('2027-06-11T06:00:00Z') // midnight in Denver
    assert.equal((await month(uid))[10]!.availableForCheckIn, false)
  })

  it('counts hours, also across clock changes', async () => {
    // 2027-03-14, 02:00 → 03:00: from 15:00 on the day before, check-in at 15:00 is 23 hours away.
    const uid = await make({ booking_lead_time: 24, check_in_time_start: 15 })
    server.clock.set('2027-03-13T22:00:00Z')
    assert.equal((await month(uid, '2027-03'))[14]!.availableForCheckIn, false)
    server.clock.set('2027-03-13T21:00:00Z')
    assert.equal((await month(uid, '2027-03'))[14]!.availableForCheckIn, true)
    // 2027-11-07, 02:00 → 01:00: likewise 25 hours.
    server.clock.set('2027-11-06T22:00:00Z')
    assert.equal((await month(uid, '2027-11'))[7]!.availableForCheckIn, true)
    server.clock.set('2027-11-06T22:00:01Z')
    assert.equal((await month(uid, '2027-11'))[7]!.availableForCheckIn, false)
  })

  it('a check-in hour that a clock change skips counts as the next one', async () => {
    const uid = await make({ booking_lead_time: 0, check_in_time_start: 2 })
    server.clock.set('2027-03-14T09:00:00Z') // 03:00 in Denver, an hour after 01:00
    assert.equal((await month(uid, '2027-03'))[14]!.availableForCheckIn, true)
    server.clock.set('2027-03-14T09:00:01Z')
    assert.equal((await month(uid, '2027-03'))[14]!.availableForCheckIn, false)
  })

  it('today is open if requests within the lead time are accepted', async () => {
    const allow = { allow_booking_request_when_out_of_lead_time: true }
    const uid = await make({ booking_lead_time: 500, ...allow })
    server.clock.set('2027-06-11T05:00:00Z') // 23:00 on the 10th in Denver
    const entries = await month(uid)
    assert.deepEqual(daysWith(entries, 'availableForCheckIn')[0], 10)
  })
})

describe('stay lengths', () => {
  const minimum = async (columns: Partial<Insertable<PropertiesTable>>) => {
    const entries = await month(await make(columns))
    return [10, 11, 12, 13].map(day => entries[day]!.minimumStayLength) // Thursday to Sunday
  }

  it('minimumStay: 0 and null are 1', async () => {
    assert.deepEqual(await minimum({ minimum_stay: 3 }), [3, 3, 3, 3])
    assert.deepEqual(await minimum({ minimum_stay: 0 }), [1, 1, 1, 1])
    assert.deepEqual(await minimum({ minimum_stay: null }), [1, 1, 1, 1])
  })

  it('the weekday overrides minimumStay', async () => {
    const day_of_week_minimum_stay = JSON.stringify({ FRIDAY: 4, SUNDAY: 1 })
    assert.deepEqual(await minimum({ minimum_stay: 2, day_of_week_minimum_stay }), [2, 4, 2, 1])
  })

  it('the weekend raises Friday and Saturday, unless their weekday has a rule', async () => {
    const columns = { minimum_stay: 2, minimum_weekend_stay: 3 }
    assert.deepEqual(await minimum(columns), [2, 3, 3, 2])
    const day_of_week_minimum_stay = JSON.stringify({ FRIDAY: 1 })
    assert.deepEqual(await minimum({ ...columns, day_of_week_minimum_stay }), [2, 1, 3, 2])
    assert.deepEqual(await minimum({ minimum_stay: 5, minimum_weekend_stay: 3 }), [5, 5, 5, 5])
    assert.deepEqual(await minimum({ minimum_stay: 2, minimum_weekend_stay: null }), [2, 2, 2, 2])
  })

  it('the period overrides all other rules', async () => {
    const day_of_week_minimum_stay = JSON.stringify({ FRIDAY: 4 })
    const uid = await make({ minimum_weekend_stay: 3, day_of_week_minimum_stay })
    const period = { property_uid: uid, date: '2027-06-11' }
    await makePeriod(server, agencyUid, { ...period, minimum_stay: 2 })
    await makePeriod(server, agencyUid, { ...period, date: '2027-06-12', price: '9' })
    const entries = await month(uid)
    assert.equal(entries[11]!.minimumStayLength, 2)
    assert.equal(entries[12]!.minimumStayLength, 3)
    assert.equal(entries[18]!.minimumStayLength, 4)
  })

  it('maximumStay: null is no limit', async () => {
    assert.equal((await month(await make({ maximum_stay: 30 })))[1]!.maximumStayLength, 30)
    assert.equal((await month(await make({ maximum_stay: null })))[1]!.maximumStayLength, 0)
  })
})
