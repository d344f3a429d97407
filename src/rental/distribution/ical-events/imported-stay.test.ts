/** Conversion of calendar events to stays: contract/resources.md §10. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { dateOf, dayOf } from '../../../platform/dates/dates.ts'
import { toImportedStay } from './imported-stay.ts'

const today = '2026-05-20'
const settings = { source: 'OTHER', default_kind: 'BLOCKED' }
const event = (start: string, end: string, summary = 'Reserved') => ({
  uid: 'a',
  recurrenceId: null,
  note: { code: null, url: null, email: null, phone: null },
  line: 4,
  start,
  end,
  summary,
})
const importNights = (start: string, end: string, summary?: string) => {
  const stay = toImportedStay(event(start, end, summary), today, settings)
  return stay && [stay.checkIn, stay.checkOut]
}

describe('nights of an event', () => {
  it('are from its start date to its end date', () => {
    assert.deepEqual(importNights('2026-06-04', '2026-06-08'), ['2026-06-04', '2026-06-08'])
    const timed = importNights('2026-06-04T22:00:00', '2026-06-05T02:00:00')
    assert.deepEqual(timed, ['2026-06-04', '2026-06-05'])
  })

  it('are one for an all-day event on a single date, and none for a timed one', () => {
    assert.deepEqual(importNights('2026-06-04', '2026-06-04'), ['2026-06-04', '2026-06-05'])
    assert.equal(importNights('2026-06-04T09:00:00', '2026-06-04T17:00:00'), null)
  })

  it('do not depend on times of day', () => {
    const day = fc.integer({ min: dayOf('2020-01-01'), max: dayOf('2035-01-01') })
    const time = fc.constantFrom('00:00:00', '00:30:00', '11:00:00', '16:00:00', '23:59:59')
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 730 }), time, time, (first, nights, from, to) => {
        const [checkIn, checkOut] = [dateOf(first), dateOf(first + nights)]
        const expected = [checkIn, checkOut]
        assert.deepEqual(importNights(checkIn, checkOut), expected)
        assert.deepEqual(importNights(`${checkIn}T${from}`, `${checkOut}T${to}`), expected)
      }),
    )
  })

  it('are limited to the maximum, with a remark', () => {
    const cases: [start: string, end: string, summary: string, nights: string[]][] = [
      ['2026-06-04', '3026-06-04', 'Reserved', ['2026-06-04', '2028-06-03']],
      ['1026-06-04', '9999-12-31', 'Blocked', ['2026-01-01', '2031-01-05']],
    ]
    for (const [start, end, summary, nights] of cases) {
      const stay = toImportedStay(event(start, end, summary), today, settings)!
      assert.deepEqual([stay.checkIn, stay.checkOut], nights)
      assert.match(stay.remark!, /^is shortened to/)
    }
  })

  it('throws for impossible dates', () => {
    const lies: [string, string][] = [
      ['2026-06-08', '2026-06-04'],
      ['2026-06-04T17:00:00', '2026-06-04T09:00:00'],
      ['2026-06-04', '+012026-06-04'],
      ['0000-06-04', '0001-06-04'],
    ]
    for (const [start, end] of lies) assert.throws(() => importNights(start, end), start)
  })
})

describe('kind of an event', () => {
  it('depends on words of the summary, closures first', () => {
    const cases: Record<string, string> = {
      Reserved: 'BOOKING',
      'RESERVED - Grace': 'BOOKING',
      'Booking 123': 'BOOKING',
      'Gebucht: Ada': 'BOOKING',
      Réservé: 'BOOKING',
      'Gast Ada': 'BOOKING',
      'CLOSED - Grace Hopper': 'BOOKING',
      'Airbnb (Not available)': 'CLOSURE',
      'CLOSED - Not available': 'CLOSURE',
      'Blocked for a reservation': 'CLOSURE',
      'Reservation (not available)': 'CLOSURE',
      Facebook: 'CLOSURE',
      'Nicht verfügbar': 'CLOSURE',
      Bloqué: 'CLOSURE',
      '': 'CLOSURE',
    }
    for (const [summary, kind] of Object.entries(cases)) {
      assert.equal(
        toImportedStay(event('2026-06-04', '2026-06-08', summary), today, settings)!.kind,
        kind,
      )
    }
  })

  it('depends on the calendar if the summary shows no kind', () => {
    const kindAt = (summary: string, source: string, default_kind: string) =>
      toImportedStay(event('2026-06-04', '2026-06-08', summary), today, { source, default_kind })!
        .kind
    assert.equal(kindAt('Ada', 'OTHER', 'BOOKED'), 'BOOKING')
    assert.equal(kindAt('Not available', 'OTHER', 'BOOKED'), 'CLOSURE')
    assert.equal(kindAt('CLOSED - Not available', 'BOOKINGDOTCOM', 'BLOCKED'), 'MAYBE')
  })

  it('is a marker if the event has one day and names an arrival or departure', () => {
    const isMarker = (summary: string, end: string) =>
      toImportedStay(event('2026-06-04', end, summary), today, settings)!.isMarker
    assert.ok(isMarker('Check-in: Ada', '2026-06-05') && isMarker('Abreise', '2026-06-05'))
    assert.ok(!isMarker('Check-in: Ada', '2026-06-06') && !isMarker('Reserved', '2026-06-05'))
  })
})
