import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { dateOf, dayOf } from '../../../platform/dates.ts'
import { monthsFrom, nextFreeDates } from './free-dates.ts'

const nights = (text: string) => [...text].map(night => night === '.')
const found = (text: string, nightsMin = 1, max = 6) =>
  nextFreeDates(nights(text), { from: 100, nightsMin, max }).map(({ checkIn, checkOut }) => [
    checkIn,
    checkOut,
  ])

describe('the next free dates', () => {
  it('are runs of free nights, the last without an end where none is seen', () => {
    assert.deepEqual(found('..x.xx...'), [
      [100, 102],
      [103, 104],
      [106, null],
    ])
    assert.deepEqual(found(''), [])
    assert.deepEqual(found('xxx'), [])
  })

  it('leave out runs that are too short for a stay, but not one that goes on', () => {
    assert.deepEqual(found('..x...x.', 3), [
      [103, 106],
      [107, null],
    ])
  })

  it('are no more than asked for, disjoint, free, and in order', () => {
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

describe('the months from a day on', () => {
  it('have their days, and begin under their weekday', () => {
    const months = monthsFrom(dayOf('2027-12-31'), 3)
    assert.deepEqual(
      months.map(({ first, offset, days }) => [dateOf(first), offset, days]),
      [
        ['2027-12-01', 2, 31],
        ['2028-01-01', 5, 31],
        ['2028-02-01', 1, 29],
      ],
    )
  })
})
