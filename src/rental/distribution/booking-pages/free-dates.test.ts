import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { dateOf, dayOf } from '../../../platform/dates/dates.ts'
import { monthsFrom, nextFreeDates } from './free-dates.ts'

const nights = (text: string) => [...text].map(night => night === '.')
const runs = (text: string, nightsMin = 1, max = 6) =>
  nextFreeDates(nights(text), { from: 100, nightsMin, max }).map(({ checkIn, checkOut }) => [
    checkIn,
    checkOut,
  ])

describe('the next free dates', () => {
  it('are runs of free nights, the last without an end if no occupied night follows', () => {
    assert.deepEqual(runs('..x.xx...'), [
      [100, 102],
      [103, 104],
      [106, null],
    ])
    assert.deepEqual(runs(''), [])
    assert.deepEqual(runs('xxx'), [])
  })

  it('leave out runs that are too short for a stay, but not the last one without an end', () => {
    assert.deepEqual(runs('..x...x.', 3), [
      [103, 106],
      [107, null],
    ])
  })

  it('are limited in number, disjoint, free and sorted', () => {
    const texts = fc.array(fc.constantFrom('.', 'x'), { maxLength: 60 }).map(all => all.join(''))
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 5 }), (text, nightsMin) => {
        const dates = nextFreeDates(nights(text), { from: 0, nightsMin, max: 3 })
        assert.ok(dates.length <= 3)
        for (const [i, { checkIn, checkOut }] of dates.entries()) {
          const end = checkOut ?? text.length
          assert.match(text.slice(checkIn, end), /^\.+$/)
          assert.notEqual(text[checkIn - 1], '.')
          assert.ok(i === 0 || checkIn > dates[i - 1]!.checkOut!)
        }
      }),
    )
  })
})

describe('months from a day on', () => {
  it('have the right number of days and begin on the right weekday', () => {
    const months = monthsFrom(dayOf('2027-12-31'), 3)
    assert.deepEqual(
      months.map(({ firstDay, offset, days }) => [dateOf(firstDay), offset, days]),
      [
        ['2027-12-01', 2, 31],
        ['2028-01-01', 5, 31],
        ['2028-02-01', 1, 29],
      ],
    )
  })
})
