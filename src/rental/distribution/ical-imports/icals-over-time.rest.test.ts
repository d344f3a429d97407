/** Stays whose calendars change over days: contract/resources.md §10. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { formatFeed } from '../../../../test/fixtures/external-calendars.ts'
import { formatEvent, formatStays, startFeeds } from '../../../../test/fixtures/feeds/feed-stays.ts'
import { makeUnitType } from '../../../../test/fixtures/held-nights.ts'
import { makeUnit } from '../../../../test/fixtures/rows.ts'
import { callsAnywhere } from '../../../../test/fixtures/webhooks.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'

const server = await startServer(callsAnywhere)
const feeds = await startFeeds(server)
const { agencyUid, send, makeCalendar, property, soldAs, cancel, leads, stays, later } = feeds
const { exportedTo, sellStatus, alter } = feeds
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
  it('stay blocked if a booking in progress splits a closure', async () => {
    onDay(10)
    const calendar = await makeCalendar(formatStays(`N 10-16 ${closed}`))
    await calendar.sync()
    onDay(12)
    calendar.setFeed(formatStays(`N 10-16 ${closed}`, 'A 11-14'))
    await calendar.sync()
    const held = ['BLOCKED 10-11', 'BLOCKED 14-16', 'BOOKED 11-14']
    assert.deepEqual(await stays(calendar.propertyUid), held)
  })

  it('stay blocked when a unit becomes free after their event is over', async () => {
    const propertyUid = await property()
    const own = await soldAs(propertyUid, '10-11', { status: 'BLOCKED' })
    const calendar = await makeCalendar(formatStays('A 10-14'), {}, propertyUid)
    await calendar.sync()
    onDay(16)
    assert.equal((await send('DELETE', `/leads/${own}`)).status, 204)
    await calendar.sync()
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 11-14'])
  })

  it('keep their lead when all UIDs are new each time', async () => {
    onDay(10)
    const calendar = await makeCalendar(formatStays('1 8-12', '2 8-11'), {}, await makeTwoUnits())
    for (const [one, other] of [
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ]) {
      calendar.setFeed(formatStays(`${one} 8-12`, `${other} 8-11`))
      await calendar.sync()
      later(10)
    }
    const before = await leads(calendar.propertyUid)
    onDay(11)
    calendar.setFeed(formatStays('7 8-11'))
    await calendar.sync()
    assert.deepEqual(await leads(calendar.propertyUid), before)
  })
})

describe('a stay in progress whose event has moved to later nights', () => {
  it('is not extended, and the later nights are blocked', async () => {
    onDay(10)
    const propertyUid = await property()
    const own = await soldAs(propertyUid, '20-23')
    const calendar = await makeCalendar(formatStays('A 12-14'), {}, propertyUid)
    await calendar.sync()
    calendar.setFeed(formatStays('A 20-23'))
    assert.equal((await calendar.sync()).state, 'CLASH')
    onDay(12)
    await alter(own, '22-23')
    await calendar.sync()
    const held = ['BLOCKED 20-22', 'BOOKED 12-14', 'BOOKED 22-23']
    assert.deepEqual(await stays(propertyUid), held)
  })
})

describe('a stay in progress that is missing from a response', () => {
  it('is kept if its lead begins before its event', async () => {
    const calendar = await makeCalendar(formatStays('A 12-16'))
    await calendar.sync()
    const [lead] = await leads(calendar.propertyUid)
    await alter(lead!.uid, '10-16')
    onDay(11)
    calendar.setFeed(formatStays('B 12-15'))
    await calendar.sync()
    assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 10-16'])
  })

  it('does not end where another begins if an event was unreadable', async () => {
    onDay(12)
    const calendar = await makeCalendar(formatStays('A 10-17'))
    await calendar.sync()
    const unread = 'UID:B\nDTSTART;VALUE=DATE:20260231\nSUMMARY:Reserved'
    calendar.setFeed(formatFeed(unread, formatEvent('C', '14-20')))
    await calendar.sync()
    assert.deepEqual(await stays(calendar.propertyUid), ['BLOCKED 17-20', 'BOOKED 10-17'])
  })
})

describe('an event under the UID of a stay with a reservation code', () => {
  const withCode = `${formatEvent('0', '10-12')}\nDESCRIPTION:Booking code: K0000001`

  it('is another stay without a code and with other nights', async () => {
    for (const summary of [closed, 'Reserved']) {
      const calendar = await makeCalendar(formatFeed(withCode))
      await calendar.sync()
      calendar.setFeed(formatStays(`0 20-24 ${summary}`))
      await calendar.sync()
      const now = summary === closed ? 'BLOCKED 20-24' : 'BOOKED 20-24'
      assert.deepEqual((await stays(calendar.propertyUid)).sort(), [now, 'BOOKED 10-12'].sort())
    }
  })

  it('is the same stay without a code and with common nights', async () => {
    const calendar = await makeCalendar(formatFeed(withCode))
    await calendar.sync()
    calendar.setFeed(formatStays('0 10-14'))
    await calendar.sync()
    assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 10-14'])
  })
})

describe('a stay that is missing once', () => {
  it('is removed at once if another stay of the calendar has moved to its nights', async () => {
    const calendar = await makeCalendar(formatStays('A 10-14', 'B 20-24'))
    await calendar.sync()
    calendar.setFeed(formatStays('B 12-16'))
    assert.equal((await calendar.sync()).state, 'OK')
    assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 12-16'])
  })

  it('is kept in a unit type, where another stay may have the same nights', async () => {
    const calendar = await makeCalendar(formatStays('A 10-14'), {}, await makeTwoUnits())
    await calendar.sync()
    calendar.setFeed(formatStays('B 12-16'))
    assert.equal((await calendar.sync()).state, 'PENDING')
    assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 10-14', 'BOOKED 12-16'])
  })
})

describe('two calendars that number their events', () => {
  it('report two guests with equal nights in a unit type', async () => {
    const propertyUid = await makeTwoUnits()
    const [first, second] = [
      await makeCalendar(formatStays('1 10-12'), {}, propertyUid),
      await makeCalendar(formatStays('1 10-12'), {}, propertyUid),
    ]
    await first.sync()
    await second.sync()
    assert.deepEqual(await stays(propertyUid), ['BOOKED 10-12', 'BOOKED 10-12'])
  })
})

describe('a marker of an arrival', () => {
  it('is not matched with a stay of one night with another UID', async () => {
    const calendar = await makeCalendar(formatStays('A 10-11 Reserved'))
    await calendar.sync()
    calendar.setFeed(formatStays('B 10-11 Check-in', 'C 14-16'))
    await calendar.sync()
    const noteTexts = (await leads(calendar.propertyUid)).map(lead => (lead as Noted).notes).sort()
    assert.deepEqual(noteTexts, ['Reserved', 'Reserved'])
  })
})

describe('stays that disappear at the same time', () => {
  it('are counted without markers and stays in progress', async () => {
    onDay(12)
    const stays = ['A 10-14', 'B 20-21', 'C 22-23', 'D 24-25', 'E 26-27', 'F 28-29']
    const calendar = await makeCalendar(formatStays(...stays))
    await calendar.sync()
    calendar.setFeed(formatStays('E 26-27', 'F 28-29'))
    const ical = await calendar.sync()
    assert.match(ical.lastSyncError, /^3 events disappeared at once/)
    const withMarkers = formatStays('A 20-21', 'B 22-23', 'M 20-21 Check-in', 'N 22-23 Check-in')
    const other = await makeCalendar(withMarkers)
    await other.sync()
    other.setFeed(formatStays('A 20-21'))
    assert.equal((await other.sync()).lastSyncError, null)
  })
})

describe('nights of a unit type that a closure releases', () => {
  it('are occupied once by the closure of another calendar', async () => {
    const propertyUid = await makeTwoUnits()
    await soldAs(propertyUid, '15-16')
    const first = await makeCalendar(formatStays(`N 13-18 ${closed}`), {}, propertyUid)
    await first.sync()
    const second = await makeCalendar(formatStays(`M 14-20 ${closed}`), {}, propertyUid)
    await second.sync()
    first.setFeed(formatStays(`N 9-14 ${closed}`))
    assert.equal((await first.sync()).lastSyncError, null)
    const [booked, ...closures] = (await stays(propertyUid)).toReversed()
    assert.equal(booked, 'BOOKED 15-16')
    const nights = closures.map(stay => stay.slice('BLOCKED '.length).split('-').map(Number))
    const length = nights.reduce((sum, [from, to]) => sum + to! - from!, 0)
    assert.equal(length, 5 + 6, closures.join())
    assert.equal(await sellStatus(propertyUid, '15-16'), 409)
  })
})

describe('a closure of nights that were exported and freed before', () => {
  it('claims them after 48 hours', async () => {
    const propertyUid = await property()
    const calendar = await makeCalendar(formatStays(), {}, propertyUid)
    await calendar.sync()
    const own = await soldAs(propertyUid, '10-14')
    await exportedTo(propertyUid)
    await cancel(own)
    later(30)
    calendar.setFeed(formatStays(`N 12-13 ${closed}`), { etag: '"1"' })
    await calendar.sync()
    assert.deepEqual(await stays(propertyUid), [])
    calendar.setFeed('', {}, 304)
    later(48 * 60)
    await calendar.sync()
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 12-13'])
  })
})

describe('a booking that is stored when its nights are freed', () => {
  it('has the notes of its event after the next response', async () => {
    const working = await startFeeds(await startServer({ ...callsAnywhere, RUN_WORKER: 'true' }))
    const propertyUid = await working.property()
    const own = await working.soldAs(propertyUid, '10-14')
    const feed = formatStays('A 10-14 Reserved - Ada')
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
