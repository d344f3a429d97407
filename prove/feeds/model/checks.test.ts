/** Tests that the checks of `npm run prove:feeds` detect violations. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countOccurrences, mutations } from '../mutations.ts'
import { CalendarModel } from './calendar-model.ts'
import {
  checkBookings,
  checkGuests,
  checkNights,
  checkNotCancelled,
  checkPast,
  checkUnchanged,
  type Observation,
  type ObservedLead,
} from './checks.ts'
import type { InventoryModel } from './inventory-model.ts'
import type { FeedContent, Stay } from './stays.ts'

const minuteMs = 60_000
const window = { today: 0, from: 0, to: 30 }
const property = { uid: 'p', pools: [0] }

const stay = (id: string, from: number, to: number, more: Partial<Stay> = {}): Stay => {
  return { id, from, to, kind: 'GUEST', uid: id, code: null, suffix: '', ...more }
}
const content = (...stays: Stay[]): FeedContent => ({ stays, cancelled: [], unread: [] })

function createModel(model: CalendarModel): InventoryModel {
  const calendars = [{ property, model }]
  return {
    kind: 'SINGLE',
    pools: [{ units: 1 }],
    properties: [property],
    calendars,
    own: new Map(),
  }
}

const lead = (from: number, to: number, more: Partial<ObservedLead> = {}): ObservedLead => {
  const fields = { propertyUid: 'p', isImported: true, notes: 'Reserved - g1', updated: 'then' }
  return { uid: 'lead', status: 'BOOKED', from, to, ...fields, ...more }
}

function observe(leads: ObservedLead[], events: string[] = []): Observation {
  const nights = leads.flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, i) => from + i),
  )
  return { leads, events, unavailable: new Map([['p', new Set(nights)]]) }
}

/** Returns the model of a calendar that was imported at these minutes. */
function createFeed(...contents: [minute: number, content: FeedContent][]): CalendarModel {
  const model = new CalendarModel()
  for (const [minute, content] of contents)
    model.apply(content, { nowMs: minute * minuteMs, today: 0 })
  return model
}

const guest = content(stay('g1', 10, 14))

describe('the nights of a property', () => {
  const countViolations = (model: CalendarModel, leads: ObservedLead[]) =>
    checkNights(createModel(model), observe(leads), window).length

  it('are those that the last response claims, no more and no fewer', () => {
    assert.equal(countViolations(createFeed([0, guest]), [lead(10, 14)]), 0)
    assert.equal(
      countViolations(createFeed([0, guest]), [lead(10, 13)]),
      2,
      'not held, and available',
    )
    assert.equal(countViolations(createFeed([0, guest]), [lead(10, 15)]), 1)
  })

  it('are held until two responses ten minutes apart lack them, and no longer', () => {
    assert.ok(countViolations(createFeed([0, guest], [5, content()], [14, content()]), []) > 0)
    assert.equal(
      countViolations(createFeed([0, guest], [5, content()], [14, content()]), [lead(10, 14)]),
      0,
    )
    assert.equal(countViolations(createFeed([0, guest], [5, content()], [15, content()]), []), 0)
    assert.ok(
      countViolations(createFeed([0, guest], [5, content()], [15, content()]), [lead(10, 14)]) > 0,
    )
  })

  it('are held for a day when most disappear at once, and while an event is unreadable', () => {
    const some = content(stay('g1', 10, 14), stay('g2', 15, 16), stay('g3', 17, 18))
    assert.ok(countViolations(createFeed([0, some], [5, content()], [60, content()]), []) > 0)
    assert.equal(countViolations(createFeed([0, some], [5, content()], [1_445, content()]), []), 0)
    const unread = { ...content(), unread: ['g1'] }
    assert.ok(countViolations(createFeed([0, guest], [5, unread], [60, unread]), []) > 0)
  })

  it('move with their event, and are free at once after its cancellation', () => {
    const moved = createFeed([0, guest], [5, content(stay('g1', 12, 16))])
    assert.equal(countViolations(moved, [lead(12, 16)]), 0)
    assert.ok(countViolations(moved, [lead(10, 14)]) > 0)
    const cancelled = createFeed([0, guest], [5, { ...content(), cancelled: ['g1'] }])
    assert.ok(countViolations(cancelled, [lead(10, 14)]) > 0)
  })
})

describe('the leads of guests', () => {
  it('retain their past nights', () => {
    const before = observe([lead(-3, 2)])
    assert.deepEqual(checkPast({ properties: [property] }, before, observe([lead(-3, 5)]), 0), [])
    assert.equal(checkPast({ properties: [property] }, before, observe([lead(-2, 2)]), 0).length, 1)
    assert.equal(
      checkPast(
        { properties: [property] },
        before,
        observe([lead(-3, 2, { status: 'CANCELLED' })]),
        0,
      ).length,
      3,
    )
  })

  it('never become those of other guests', () => {
    const guests = new Map<string, string>()
    assert.deepEqual(checkGuests(guests, observe([lead(10, 14)])), [])
    assert.equal(checkGuests(guests, observe([lead(10, 14, { notes: 'Reserved - g2' })])).length, 1)
  })

  it('are not written if a response has no changes', () => {
    const [before, after] = [observe([lead(10, 14)]), observe([lead(10, 14, { updated: 'now' })])]
    assert.equal(checkUnchanged(before, after, []).length, 1)
    assert.equal(checkUnchanged(before, after, [{ from: 13, to: 15 }]).length, 0)
    assert.equal(checkUnchanged(before, observe([lead(10, 14)], ['NEW_BOOKING']), []).length, 1)
  })

  it('are not cancelled when one response lacks them', () => {
    const inventory = createModel(createFeed([0, guest], [5, content()]))
    const after = observe([lead(10, 14, { status: 'CANCELLED' })])
    assert.equal(checkNotCancelled(inventory, observe([lead(10, 14)]), after).length, 1)
  })

  it('are bookings of exactly their nights without a conflict', () => {
    const inventory = createModel(createFeed([0, guest]))
    assert.deepEqual(checkBookings(inventory, observe([lead(10, 14)]), 0), [])
    assert.equal(checkBookings(inventory, observe([lead(10, 13)]), 0).length, 1)
    assert.equal(
      checkBookings(inventory, observe([lead(10, 14, { status: 'BLOCKED' })]), 0).length,
      1,
    )
  })
})

describe('mutations', () => {
  for (const [name, mutation] of Object.entries(mutations)) {
    it(`occur once in the sources: ${name}`, () => assert.equal(countOccurrences(mutation), 1))
  }
})
