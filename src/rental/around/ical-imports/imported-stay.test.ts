/** The nights of an event: contract/resources.md §10. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { dateOf, dayOf } from '../../../platform/dates.ts'
import { stayOf } from './imported-stay.ts'

const today = '2026-05-20'
const event = (start: string, end: string, summary = 'Reserved') => ({
  uid: 'a',
  recurrenceId: null,
  start,
  end,
  summary,
})
const nightsOf = (start: string, end: string, summary?: string) => {
  const stay = stayOf(event(start, end, summary), today)
  return stay && [stay.checkIn, stay.checkOut]
}

describe('the nights of an event', () => {
  it('are from its first date to its last', () => {
    assert.deepEqual(nightsOf('2026-06-04', '2026-06-08'), ['2026-06-04', '2026-06-08'])
    const timed = nightsOf('2026-06-04T22:00:00', '2026-06-05T02:00:00')
    assert.deepEqual(timed, ['2026-06-04', '2026-06-05'])
  })

  it('are one of an all-day event that ends where it starts, and none of a timed one', () => {
    assert.deepEqual(nightsOf('2026-06-04', '2026-06-04'), ['2026-06-04', '2026-06-05'])
    assert.equal(nightsOf('2026-06-04T09:00:00', '2026-06-04T17:00:00'), null)
  })

  it('are those between the dates, whatever the times are', () => {
    const day = fc.integer({ min: dayOf('2020-01-01'), max: dayOf('2035-01-01') })
    const time = fc.constantFrom('00:00:00', '00:30:00', '11:00:00', '16:00:00', '23:59:59')
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 730 }), time, time, (first, nights, from, to) => {
        const [checkIn, checkOut] = [dateOf(first), dateOf(first + nights)]
        const expected = [checkIn, checkOut]
        assert.deepEqual(nightsOf(checkIn, checkOut), expected)
        assert.deepEqual(nightsOf(`${checkIn}T${from}`, `${checkOut}T${to}`), expected)
      }),
    )
  })

  it('are bounded, and that is remarked', () => {
    const cases: [start: string, end: string, summary: string, nights: string[]][] = [
      ['2026-06-04', '3026-06-04', 'Reserved', ['2026-06-04', '2028-06-03']],
      ['1026-06-04', '9999-12-31', 'Blocked', ['2026-01-01', '2031-01-05']],
    ]
    for (const [start, end, summary, nights] of cases) {
      const stay = stayOf(event(start, end, summary), today)!
      assert.deepEqual([stay.checkIn, stay.checkOut], nights)
      assert.match(stay.remark!, /^is cut to/)
    }
  })

  it('are refused when the dates lie', () => {
    const lies: [string, string][] = [
      ['2026-06-08', '2026-06-04'],
      ['2026-06-04T17:00:00', '2026-06-04T09:00:00'],
      ['2026-06-04', '+012026-06-04'],
      ['0000-06-04', '0001-06-04'],
    ]
    for (const [start, end] of lies) assert.throws(() => nightsOf(start, end), start)
  })
})

describe('what an event is', () => {
  it('is a booking when it speaks of one, and not of a block', () => {
    const cases: Record<string, string> = {
      Reserved: 'BOOKED',
      'RESERVED - Grace': 'BOOKED',
      'Booking 123': 'BOOKED',
      'Airbnb (Not available)': 'BLOCKED',
      'CLOSED - Not available': 'BLOCKED',
      'Blocked for a reservation': 'BLOCKED',
      'Reservation (not available)': 'BLOCKED',
      '': 'BLOCKED',
    }
    for (const [summary, status] of Object.entries(cases)) {
      assert.equal(stayOf(event('2026-06-04', '2026-06-08', summary), today)!.status, status)
    }
  })
})
