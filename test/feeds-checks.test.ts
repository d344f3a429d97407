/** The checks of `npm run prove:feeds` find what they are there to find. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CalendarModel } from '../prove/feeds/model/calendar-model.ts'
import {
  checkGuests,
  checkKept,
  checkNights,
  checkPast,
  checkStored,
  checkUntouched,
  type Seen,
  type SeenLead,
} from '../prove/feeds/model/checks.ts'
import type { HouseModel } from '../prove/feeds/model/house-model.ts'
import type { Said, Stay } from '../prove/feeds/model/stays.ts'
import { countOf, plants } from '../prove/feeds/planted.ts'

const minuteMs = 60_000
const window = { today: 0, from: 0, to: 30 }
const place = { uid: 'p', pools: [0] }

const stay = (id: string, from: number, to: number, more: Partial<Stay> = {}): Stay => {
  return { id, from, to, kind: 'GUEST', uid: id, code: null, words: '', ...more }
}
const said = (...stays: Stay[]): Said => ({ stays, cancelled: [], unread: [] })

function houseOf(model: CalendarModel): HouseModel {
  const calendars = [{ place, model }]
  return { kind: 'HOUSE', pools: [{ units: 1 }], places: [place], calendars, own: new Map() }
}

const lead = (from: number, to: number, more: Partial<SeenLead> = {}): SeenLead => {
  const whose = { propertyUid: 'p', isImported: true, notes: 'Reserved - g1', updated: 'then' }
  return { uid: 'lead', status: 'BOOKED', from, to, ...whose, ...more }
}

function seen(leads: SeenLead[], events: string[] = []): Seen {
  const nights = leads.flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, i) => from + i),
  )
  return { leads, events, unavailable: new Map([['p', new Set(nights)]]) }
}

/** A calendar that was heard at some minutes. */
function heard(...answers: [minute: number, said: Said][]): CalendarModel {
  const model = new CalendarModel()
  for (const [minute, said] of answers) model.hear(said, { nowMs: minute * minuteMs, today: 0 })
  return model
}

const guest = said(stay('g1', 10, 14))

describe('the nights of a house', () => {
  const broken = (model: CalendarModel, leads: SeenLead[]) =>
    checkNights(houseOf(model), seen(leads), window).length

  it('are those that the last answer claims, no more and no fewer', () => {
    assert.equal(broken(heard([0, guest]), [lead(10, 14)]), 0)
    assert.equal(broken(heard([0, guest]), [lead(10, 13)]), 2, 'not held, and available')
    assert.equal(broken(heard([0, guest]), [lead(10, 15)]), 1)
  })

  it('are kept until two answers ten minutes apart lack them, and no longer', () => {
    assert.ok(broken(heard([0, guest], [5, said()], [14, said()]), []) > 0)
    assert.equal(broken(heard([0, guest], [5, said()], [14, said()]), [lead(10, 14)]), 0)
    assert.equal(broken(heard([0, guest], [5, said()], [15, said()]), []), 0)
    assert.ok(broken(heard([0, guest], [5, said()], [15, said()]), [lead(10, 14)]) > 0)
  })

  it('are kept for a day when most are gone at once, and while an event is unread', () => {
    const some = said(stay('g1', 10, 14), stay('g2', 15, 16), stay('g3', 17, 18))
    assert.ok(broken(heard([0, some], [5, said()], [60, said()]), []) > 0)
    assert.equal(broken(heard([0, some], [5, said()], [1_445, said()]), []), 0)
    const unread = { ...said(), unread: ['g1'] }
    assert.ok(broken(heard([0, guest], [5, unread], [60, unread]), []) > 0)
  })

  it('follow an event that moves, and a cancelled one is gone at once', () => {
    const moved = heard([0, guest], [5, said(stay('g1', 12, 16))])
    assert.equal(broken(moved, [lead(12, 16)]), 0)
    assert.ok(broken(moved, [lead(10, 14)]) > 0)
    const cancelled = heard([0, guest], [5, { ...said(), cancelled: ['g1'] }])
    assert.ok(broken(cancelled, [lead(10, 14)]) > 0)
  })
})

describe('the leads of guests', () => {
  it('keep their past nights', () => {
    const before = seen([lead(-3, 2)])
    assert.deepEqual(checkPast({ places: [place] }, before, seen([lead(-3, 5)]), 0), [])
    assert.equal(checkPast({ places: [place] }, before, seen([lead(-2, 2)]), 0).length, 1)
    assert.equal(
      checkPast({ places: [place] }, before, seen([lead(-3, 2, { status: 'CANCELLED' })]), 0)
        .length,
      3,
    )
  })

  it('never become those of others', () => {
    const guests = new Map<string, string>()
    assert.deepEqual(checkGuests(guests, seen([lead(10, 14)])), [])
    assert.equal(checkGuests(guests, seen([lead(10, 14, { notes: 'Reserved - g2' })])).length, 1)
  })

  it('are not written where an answer has nothing new', () => {
    const [before, after] = [seen([lead(10, 14)]), seen([lead(10, 14, { updated: 'now' })])]
    assert.equal(checkUntouched(before, after, []).length, 1)
    assert.equal(checkUntouched(before, after, [{ from: 13, to: 15 }]).length, 0)
    assert.equal(checkUntouched(before, seen([lead(10, 14)], ['NEW_BOOKING']), []).length, 1)
  })

  it('are not cancelled when one answer lacks them', () => {
    const house = houseOf(heard([0, guest], [5, said()]))
    const after = seen([lead(10, 14, { status: 'CANCELLED' })])
    assert.equal(checkKept(house, seen([lead(10, 14)]), after).length, 1)
  })

  it('are bookings of just their nights where nothing stands in the way', () => {
    const house = houseOf(heard([0, guest]))
    assert.deepEqual(checkStored(house, seen([lead(10, 14)]), 0), [])
    assert.equal(checkStored(house, seen([lead(10, 13)]), 0).length, 1)
    assert.equal(checkStored(house, seen([lead(10, 14, { status: 'BLOCKED' })]), 0).length, 1)
  })
})

describe('the faults that are planted', () => {
  for (const [name, plant] of Object.entries(plants)) {
    it(`has its place in the sources: ${name}`, () => assert.equal(countOf(plant), 1))
  }
})
