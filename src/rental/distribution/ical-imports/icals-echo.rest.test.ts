/** Events that repeat exported stays: contract/resources.md §10. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import {
  formatStays,
  nightsIn,
  startFeeds,
  withoutTexts,
} from '../../../../test/fixtures/feeds/feed-stays.ts'
import { makeUnitType } from '../../../../test/fixtures/held-nights.ts'
import { callsAnywhere } from '../../../../test/fixtures/webhooks.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'

const server = await startServer(callsAnywhere)
const feeds = await startFeeds(server)
const { makeCalendar, property, soldAs, sellStatus, cancel, stays, later } = feeds
const { agencyUid, exported, exportedTo } = feeds
const hours = (count: number) => server.clock.advance(count * 3_600_000)

beforeEach(() => server.clock.set(exampleNow))

describe('an event that repeats what was exported', () => {
  it('occupies nothing; after 48 hours it is blocked, but not exported', async () => {
    const propertyUid = await property()
    const own = await soldAs(propertyUid, '10-14')
    await exported(propertyUid)
    const feed = formatStays(`p-${own}@lodgepole 10-14 Blocked`)
    const calendar = await makeCalendar(feed, {}, propertyUid)
    calendar.setFeed(feed, { etag: '"1"' })
    const ical = await calendar.sync()
    assert.deepEqual([ical.lastSyncStatus, ical.state], ['OK', 'OK'])
    assert.deepEqual(await stays(propertyUid), ['BOOKED 10-14'])
    await cancel(own)
    calendar.setFeed('', {}, 304)
    await calendar.sync()
    assert.deepEqual(await stays(propertyUid), [])
    hours(47)
    await calendar.sync()
    assert.deepEqual(await stays(propertyUid), [])
    hours(1)
    const late = await calendar.sync()
    assert.deepEqual([late.state, late.clashCount], ['CLASH', 1])
    assert.match(late.lastSyncError, /repeats a stay that ended here more than 48 hours ago/)
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 10-14'])
    assert.deepEqual(nightsIn(await exported(propertyUid)), [])
    assert.deepEqual(nightsIn(await exportedTo(propertyUid)), [])
    assert.equal((await calendar.sync()).state, 'CLASH', 'as long as it stays')
    calendar.setFeed(formatStays())
    await calendar.sync()
    later(10)
    assert.equal((await calendar.sync()).state, 'OK')
    assert.deepEqual(await stays(propertyUid), [])
  })
})

describe('an event of nights that were exported', () => {
  it('is for sale as soon as its lead is cancelled', async () => {
    const propertyUid = await property()
    const own = await soldAs(propertyUid, '10-14')
    const feed = formatStays(`p-${own}@lodgepole 10-14 Blocked`)
    const calendar = await makeCalendar(feed, {}, propertyUid)
    await calendar.sync()
    await cancel(own)
    assert.equal(await sellStatus(propertyUid, '10-12'), 201)
  })

  it('claims the nights that were not exported', async () => {
    const propertyUid = await property()
    const calendar = await makeCalendar(formatStays(), {}, propertyUid)
    const own = await soldAs(propertyUid, '10-14')
    await exportedTo(propertyUid)
    calendar.setFeed(formatStays('N 9-15 Not available'))
    assert.equal((await calendar.sync()).state, 'OK')
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 14-15', 'BLOCKED 9-10', 'BOOKED 10-14'])
    await cancel(own)
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 14-15', 'BLOCKED 9-10'])
    await calendar.sync()
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 14-15', 'BLOCKED 9-10'])
    assert.equal(await sellStatus(propertyUid, '10-12'), 201)
    hours(48)
    await calendar.sync()
    const held = ['BLOCKED 12-14', 'BLOCKED 14-15', 'BLOCKED 9-10', 'BOOKED 10-12']
    assert.deepEqual(await stays(propertyUid), held)
    assert.deepEqual(nightsIn(await exported(propertyUid)), ['10-12', '14-15', '9-10'])
  })
})

describe('an event that may have a guest, or repeats runs', () => {
  it('is an echo if the export was before the previous response', async () => {
    for (const [respondedAt, state] of [
      ['10:55', 'CLASH'],
      ['11:05', 'OK'],
    ] as const) {
      const at = (time: string) => server.clock.set(`2026-05-20T${time}:00Z`)
      at('10:00')
      const propertyUid = await property()
      const more = { source: 'BOOKINGDOTCOM' }
      const calendar = await makeCalendar(formatStays(), more, propertyUid)
      await soldAs(propertyUid, '20-27')
      const times = [respondedAt, '11:00'].sort()
      for (const time of times) {
        at(time)
        if (time === '11:00') await exportedTo(propertyUid)
        else await calendar.sync()
      }
      at('11:10')
      calendar.setFeed(formatStays('B 20-27 CLOSED - Not available'))
      assert.equal((await calendar.sync()).state, state, respondedAt)
      assert.deepEqual(await stays(propertyUid), ['BOOKED 20-27'])
    }
  })

  it('occupies nothing if it repeats runs of nights without a free unit', async () => {
    const { propertyUid } = await makeUnitType(server, agencyUid)
    const own = await soldAs(propertyUid, '10-14')
    const text = await exported(propertyUid)
    const calendar = await makeCalendar(withoutTexts(text), {}, propertyUid)
    assert.equal((await calendar.sync()).state, 'OK')
    await cancel(own)
    await calendar.sync()
    assert.deepEqual(await stays(propertyUid), [])
  })
})

describe('a stay that two calendars report', () => {
  it('leaves no block when it is removed from the calendar of its lead', async () => {
    const propertyUid = await property()
    const uid = `${'a'.repeat(32)}@origin.lodgepole`
    const first = await makeCalendar(formatStays(`${uid} 10-14`), {}, propertyUid)
    const second = await makeCalendar(formatStays(`${uid} 10-14`), {}, propertyUid)
    for (const calendar of [first, second]) assert.equal((await calendar.sync()).state, 'OK')
    assert.deepEqual(await stays(propertyUid), ['BOOKED 10-14'])
    first.setFeed(formatStays())
    await first.sync()
    later(10)
    await first.sync()
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 10-14'])
    assert.deepEqual(nightsIn(await exported(propertyUid)), [])
    assert.equal((await second.sync()).state, 'CLASH')
    second.setFeed(formatStays())
    await second.sync()
    later(10)
    assert.equal((await second.sync()).state, 'OK')
    assert.deepEqual(await stays(propertyUid), [])
  })
})
