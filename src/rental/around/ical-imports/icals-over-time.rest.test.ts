/** Stays whose feeds change over days: contract/resources.md §10. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { feedOf } from '../../../../test/fixtures/calendars-abroad.ts'
import { eventOf, feedOfStays, startFeeds } from '../../../../test/fixtures/feeds/feed-stays.ts'
import { makeUnitType } from '../../../../test/fixtures/held-nights.ts'
import { makeUnit } from '../../../../test/fixtures/rows.ts'
import { callsAnywhere } from '../../../../test/fixtures/webhooks.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'

const server = await startServer(callsAnywhere)
const feeds = await startFeeds(server)
const { agencyUid, send, makeCalendar, property, soldAs, cancel, leads, stays, later } = feeds
const { exportedTo, statusOf, alter } = feeds
const onDay = (day: number) => server.clock.set(`2026-06-${day}T15:00:00Z`)
const closed = 'Not available'

beforeEach(() => server.clock.set(exampleNow))

interface Noted {
  notes?: string | null
}

async function makeTwoUnits(): Promise<string> {
  const { propertyUid } = await makeUnitType(server, agencyUid)
  await makeUnit(server.database.kysely, agencyUid, propertyUid)
  return propertyUid
}

describe('past nights', () => {
  it('stay blocked where a booking that has begun splits a closure', async () => {
    onDay(10)
    const calendar = await makeCalendar(feedOfStays(`N 10-16 ${closed}`))
    await calendar.sync()
    onDay(12)
    calendar.says(feedOfStays(`N 10-16 ${closed}`, 'A 11-14'))
    await calendar.sync()
    const held = ['BLOCKED 10-11', 'BLOCKED 14-16', 'BOOKED 11-14']
    assert.deepEqual(await stays(calendar.propertyUid), held)
  })

  it('stay blocked when their event is over and would fit at last', async () => {
    const propertyUid = await property()
    const own = await soldAs(propertyUid, '10-11', { status: 'BLOCKED' })
    const calendar = await makeCalendar(feedOfStays('A 10-14'), {}, propertyUid)
    await calendar.sync()
    onDay(16)
    assert.equal((await send('DELETE', `/leads/${own}`)).status, 204)
    await calendar.sync()
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 11-14'])
  })

  it('keep their lead when all UIDs are new each time', async () => {
    onDay(10)
    const calendar = await makeCalendar(feedOfStays('1 8-12', '2 8-11'), {}, await makeTwoUnits())
    for (const [one, other] of [
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ]) {
      calendar.says(feedOfStays(`${one} 8-12`, `${other} 8-11`))
      await calendar.sync()
      later(10)
    }
    const before = await leads(calendar.propertyUid)
    onDay(11)
    calendar.says(feedOfStays('7 8-11'))
    await calendar.sync()
    assert.deepEqual(await leads(calendar.propertyUid), before)
  })
})

describe('a stay in progress whose event has moved to later nights', () => {
  it('is not lengthened towards them, and they are blocked', async () => {
    onDay(10)
    const propertyUid = await property()
    const own = await soldAs(propertyUid, '20-23')
    const calendar = await makeCalendar(feedOfStays('A 12-14'), {}, propertyUid)
    await calendar.sync()
    calendar.says(feedOfStays('A 20-23'))
    assert.equal((await calendar.sync()).state, 'CLASH')
    onDay(12)
    await alter(own, '22-23')
    await calendar.sync()
    const held = ['BLOCKED 20-22', 'BOOKED 12-14', 'BOOKED 22-23']
    assert.deepEqual(await stays(propertyUid), held)
  })
})

describe('a stay in progress that an answer lacks', () => {
  it('stays if it was made to begin before its event', async () => {
    const calendar = await makeCalendar(feedOfStays('A 12-16'))
    await calendar.sync()
    const [lead] = await leads(calendar.propertyUid)
    await alter(lead!.uid, '10-16')
    onDay(11)
    calendar.says(feedOfStays('B 12-15'))
    await calendar.sync()
    assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 10-16'])
  })

  it('does not end where another begins if an event of the answer was not read', async () => {
    onDay(12)
    const calendar = await makeCalendar(feedOfStays('A 10-17'))
    await calendar.sync()
    const unread = 'UID:B\nDTSTART;VALUE=DATE:20260231\nSUMMARY:Reserved'
    calendar.says(feedOf(unread, eventOf('C', '14-20')))
    await calendar.sync()
    assert.deepEqual(await stays(calendar.propertyUid), ['BLOCKED 17-20', 'BOOKED 10-17'])
  })
})

describe('an event under the UID of a stay with a reservation code', () => {
  const withCode = `${eventOf('0', '10-12')}\nDESCRIPTION:Booking code: K0000001`

  it('is another stay if it has no code and other nights', async () => {
    for (const summary of [closed, 'Reserved']) {
      const calendar = await makeCalendar(feedOf(withCode))
      await calendar.sync()
      calendar.says(feedOfStays(`0 20-24 ${summary}`))
      await calendar.sync()
      const now = summary === closed ? 'BLOCKED 20-24' : 'BOOKED 20-24'
      assert.deepEqual((await stays(calendar.propertyUid)).sort(), [now, 'BOOKED 10-12'].sort())
    }
  })

  it('is the same stay if it has no code any more and common nights', async () => {
    const calendar = await makeCalendar(feedOf(withCode))
    await calendar.sync()
    calendar.says(feedOfStays('0 10-14'))
    await calendar.sync()
    assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 10-14'])
  })
})

describe('a stay that is missing once', () => {
  it('goes at once if another stay of the calendar has moved to its nights', async () => {
    const calendar = await makeCalendar(feedOfStays('A 10-14', 'B 20-24'))
    await calendar.sync()
    calendar.says(feedOfStays('B 12-16'))
    assert.equal((await calendar.sync()).state, 'OK')
    assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 12-16'])
  })

  it('is kept in a unit type, where another stay may have the same nights', async () => {
    const calendar = await makeCalendar(feedOfStays('A 10-14'), {}, await makeTwoUnits())
    await calendar.sync()
    calendar.says(feedOfStays('B 12-16'))
    assert.equal((await calendar.sync()).state, 'PENDING')
    assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 10-14', 'BOOKED 12-16'])
  })
})

describe('two calendars that number their events', () => {
  it('report two guests of equal nights in a unit type', async () => {
    const propertyUid = await makeTwoUnits()
    const [first, second] = [
      await makeCalendar(feedOfStays('1 10-12'), {}, propertyUid),
      await makeCalendar(feedOfStays('1 10-12'), {}, propertyUid),
    ]
    await first.sync()
    await second.sync()
    assert.deepEqual(await stays(propertyUid), ['BOOKED 10-12', 'BOOKED 10-12'])
  })
})

describe('a marker of an arrival', () => {
  it('is not taken for a stay of one night under another UID', async () => {
    const calendar = await makeCalendar(feedOfStays('A 10-11 Reserved'))
    await calendar.sync()
    calendar.says(feedOfStays('B 10-11 Check-in', 'C 14-16'))
    await calendar.sync()
    const kept = (await leads(calendar.propertyUid)).map(lead => (lead as Noted).notes).sort()
    assert.deepEqual(kept, ['Reserved', 'Reserved'])
  })
})

describe('stays that are missing at once', () => {
  it('are counted without markers and without guests in the house', async () => {
    onDay(12)
    const stays = ['A 10-14', 'B 20-21', 'C 22-23', 'D 24-25', 'E 26-27', 'F 28-29']
    const calendar = await makeCalendar(feedOfStays(...stays))
    await calendar.sync()
    calendar.says(feedOfStays('E 26-27', 'F 28-29'))
    const ical = await calendar.sync()
    assert.match(ical.lastSyncError, /^3 events disappeared at once/)
    const marked = feedOfStays('A 20-21', 'B 22-23', 'M 20-21 Check-in', 'N 22-23 Check-in')
    const other = await makeCalendar(marked)
    await other.sync()
    other.says(feedOfStays('A 20-21'))
    assert.equal((await other.sync()).lastSyncError, null)
  })
})

describe('nights of a unit type that a closure gives up', () => {
  it('are taken once by the closure of another calendar', async () => {
    const propertyUid = await makeTwoUnits()
    await soldAs(propertyUid, '15-16')
    const first = await makeCalendar(feedOfStays(`N 13-18 ${closed}`), {}, propertyUid)
    await first.sync()
    const second = await makeCalendar(feedOfStays(`M 14-20 ${closed}`), {}, propertyUid)
    await second.sync()
    first.says(feedOfStays(`N 9-14 ${closed}`))
    assert.equal((await first.sync()).lastSyncError, null)
    const [booked, ...others] = (await stays(propertyUid)).toReversed()
    assert.equal(booked, 'BOOKED 15-16')
    const nights = others.map(one => one.slice('BLOCKED '.length).split('-').map(Number))
    const length = nights.reduce((sum, [from, to]) => sum + to! - from!, 0)
    assert.equal(length, 5 + 6, others.join())
    assert.equal(await statusOf(propertyUid, '15-16'), 409)
  })
})

describe('a closure of nights that were exported and freed before it came', () => {
  it('claims them after 48 hours', async () => {
    const propertyUid = await property()
    const calendar = await makeCalendar(feedOfStays(), {}, propertyUid)
    await calendar.sync()
    const own = await soldAs(propertyUid, '10-14')
    await exportedTo(propertyUid)
    await cancel(own)
    later(30)
    calendar.says(feedOfStays(`N 12-13 ${closed}`), { etag: '"1"' })
    await calendar.sync()
    assert.deepEqual(await stays(propertyUid), [])
    calendar.says('', {}, 304)
    later(48 * 60)
    await calendar.sync()
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 12-13'])
  })
})

describe('a booking that is stored when its nights are freed', () => {
  it('has the notes of its event after the next answer', async () => {
    const working = await startFeeds(await startServer({ ...callsAnywhere, RUN_WORKER: 'true' }))
    const propertyUid = await working.property()
    const own = await working.soldAs(propertyUid, '10-14')
    const feed = feedOfStays('A 10-14 Reserved - Ada')
    const calendar = await working.makeCalendar(feed, {}, propertyUid)
    const { stays, leads } = working
    await eventually(async () => (await calendar.sync()).state === 'CLASH')
    await working.cancel(own)
    await eventually(async () => (await stays(propertyUid)).join() === 'BOOKED 10-14')
    await eventually(async () => (await calendar.sync()).state === 'OK')
    const booked = (await leads(propertyUid)).find(({ status }) => status === 'BOOKED')
    assert.equal((booked as Noted).notes, 'Reserved - Ada')
  })
})
