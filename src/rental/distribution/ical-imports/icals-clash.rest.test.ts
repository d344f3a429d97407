/**
 * Nights that a calendar claims are not for sale, whatever leads occupy them: contract/resources.md
 * §10.
 */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { formatEvents, readEventLog } from '../../../../test/fixtures/events/event-log.ts'
import { formatStays, startFeeds } from '../../../../test/fixtures/feeds/feed-stays.ts'
import { listUnits, makeUnitType } from '../../../../test/fixtures/held-nights.ts'
import { makeUnit } from '../../../../test/fixtures/rows.ts'
import { callsAnywhere } from '../../../../test/fixtures/webhooks.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'

const server = await startServer(callsAnywhere)
const feeds = await startFeeds(server)
const { agencyUid, send, makeCalendar, property, soldAs, sellStatus, cancel, alter, stays } = feeds
const listTypes = async (from: number) =>
  formatEvents((await readEventLog(server, agencyUid)).slice(from))
const logged = async () => (await readEventLog(server, agencyUid)).length

beforeEach(() => server.clock.set(exampleNow))

describe('an event that overlaps another', () => {
  it('a closure releases nights to a booking, in any order of events and fetches', async () => {
    const events = ['N 20-22 Not available', 'A 20-27']
    for (const order of [events, events.toReversed()]) {
      const calendar = await makeCalendar(formatStays(...order))
      assert.equal((await calendar.sync()).lastSyncStatus, 'OK')
      assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 20-27'])
    }
    for (const order of [events, events.toReversed()]) {
      const first = await makeCalendar(formatStays(order[0]!))
      const second = await makeCalendar(formatStays(order[1]!), {}, first.propertyUid)
      assert.equal((await first.sync()).lastSyncStatus, 'OK')
      assert.equal((await second.sync()).lastSyncStatus, 'OK')
      assert.deepEqual(await stays(first.propertyUid), ['BOOKED 20-27'])
    }
  })

  it('a closure keeps the nights before and after those released to another calendar', async () => {
    const first = await makeCalendar(formatStays('N 13-17 Not available'))
    await first.sync()
    const second = await makeCalendar(formatStays('A 14-15'), {}, first.propertyUid)
    await second.sync()
    const held = ['BLOCKED 13-14', 'BLOCKED 15-17', 'BOOKED 14-15']
    assert.deepEqual(await stays(first.propertyUid), held)
  })

  it('occupies nights that a closure releases in the same response', async () => {
    const propertyUid = await property()
    await soldAs(propertyUid, '20-21')
    const calendar = await makeCalendar(formatStays('N 19-25 Closed'), {}, propertyUid)
    await calendar.sync()
    calendar.setFeed(formatStays('N 19-21 Closed', 'A 19-22'))
    assert.equal((await calendar.sync()).state, 'CLASH')
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 19-20', 'BLOCKED 21-22', 'BOOKED 20-21'])
  })
})

describe('an event without a free unit', () => {
  it('blocks its free nights, is reported as a conflict, and is not for sale', async () => {
    const propertyUid = await property()
    const own = await soldAs(propertyUid, '22-24')
    const calendar = await makeCalendar(formatStays('A 20-27'), {}, propertyUid)
    const before = await logged()
    const ical = await calendar.sync()
    assert.deepEqual([ical.lastSyncStatus, ical.state, ical.clashCount], ['ERROR', 'CLASH', 1])
    const held = ['BLOCKED 20-22', 'BLOCKED 24-27', 'BOOKED 22-24']
    assert.deepEqual(await stays(propertyUid), held)
    assert.ok((await listTypes(before)).includes('ICAL_CLASH'))
    assert.equal(await sellStatus(propertyUid, '25-27'), 409)
    const again = await logged()
    await calendar.sync()
    assert.deepEqual(await listTypes(again), [], 'told once')
    const { headers } = await send('POST', `/leads/${own}/cancel`)
    assert.match(headers.get('x-lodgepole-warning')!, /^NIGHTS_CLAIMED: /)
    assert.equal(await sellStatus(propertyUid, '22-24'), 409)
    const cancelled = await logged()
    assert.equal((await calendar.sync()).state, 'OK')
    assert.deepEqual(await stays(propertyUid), ['BOOKED 20-27'])
    const bookings = (await listTypes(cancelled)).filter(type => type === 'NEW_BOOKING')
    assert.equal(bookings.length, 1)
  })

  it('gets freed nights before concurrent bookings', async () => {
    const propertyUid = await property()
    const own = await soldAs(propertyUid, '22-24')
    const calendar = await makeCalendar(formatStays('A 20-27'), {}, propertyUid)
    await calendar.sync()
    const wanting = Array.from({ length: 6 }, () => sellStatus(propertyUid, '22-24'))
    const [statuses] = await Promise.all([Promise.all(wanting), cancel(own)])
    assert.deepEqual(new Set(statuses), new Set([409]))
    await calendar.sync()
    assert.deepEqual(await stays(propertyUid), ['BOOKED 20-27'])
  })
})

describe('an event with the nights of another lead', () => {
  it('is not the same stay because of equal nights', async () => {
    const propertyUid = await property()
    const own = await soldAs(propertyUid, '20-27')
    const calendar = await makeCalendar(formatStays('A 20-27'), {}, propertyUid)
    assert.equal((await calendar.sync()).state, 'CLASH')
    assert.deepEqual(await stays(propertyUid), ['BOOKED 20-27'])
    await cancel(own)
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 20-27'])
    await calendar.sync()
    assert.deepEqual(await stays(propertyUid), ['BOOKED 20-27'])
  })

  it('is the same stay and no conflict if the calendar repeats others', async () => {
    const propertyUid = await property()
    const first = await makeCalendar(formatStays('A 20-27'), {}, propertyUid)
    await first.sync()
    const second = await makeCalendar(formatStays('B 20-27'), { repeatsOthers: true }, propertyUid)
    assert.deepEqual((await second.sync()).state, 'OK')
    assert.deepEqual(await stays(propertyUid), ['BOOKED 20-27'])
    const third = await makeCalendar(formatStays('C 20-27'), {}, propertyUid)
    assert.deepEqual((await third.sync()).state, 'CLASH')
  })

  it('occupies its nights in spite of an adjacent arrival marker', async () => {
    const events = ['M 20-21 Check-in', 'A 20-27', 'L 26-27 Check-out']
    const calendar = await makeCalendar(formatStays(...events))
    assert.equal((await calendar.sync()).lastSyncError, null)
    assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 20-27'])
  })
})

describe('turnover', () => {
  it('does not reject reported stays, but applies to bookings', async () => {
    const propertyUid = await property({ turn_over_days: 1 })
    const calendar = await makeCalendar(formatStays('A 20-24', 'B 24-28'), {}, propertyUid)
    assert.equal((await calendar.sync()).lastSyncError, null)
    assert.deepEqual(await stays(propertyUid), ['BOOKED 20-24', 'BOOKED 24-28'])
    const nights = ['28-30', '18-20', '29-30', '17-19']
    const statuses = []
    for (const some of nights) statuses.push(await sellStatus(propertyUid, some))
    assert.deepEqual(statuses, [409, 409, 201, 201])
  })

  it('rejects an alteration only if it comes closer to an adjacent lead', async () => {
    const propertyUid = await property({ turn_over_days: 2 })
    const own = await soldAs(propertyUid, '20-24')
    const calendar = await makeCalendar(formatStays('A 24-29'), {}, propertyUid)
    await calendar.sync()
    assert.deepEqual(await stays(propertyUid), ['BOOKED 20-24', 'BOOKED 24-29'])
    assert.equal((await alter(own, '19-24')).status, 200)
    assert.equal((await alter(own, '20-25')).status, 409)
  })
})

describe('a stay that no single unit can take', () => {
  it('blocks one unit per night, in as few pieces as possible', async () => {
    const { propertyUid } = await makeUnitType(server, agencyUid)
    await makeUnit(server.database.kysely, agencyUid, propertyUid)
    const [first, second] = await listUnits(server, agencyUid, propertyUid)
    await soldAs(propertyUid, '10-12', { unitUid: first })
    await soldAs(propertyUid, '13-15', { unitUid: second })
    const calendar = await makeCalendar(formatStays('A 10-15'), {}, propertyUid)
    assert.equal((await calendar.sync()).state, 'CLASH')
    const blocks = ['BLOCKED 10-13', 'BLOCKED 13-15']
    assert.deepEqual(await stays(propertyUid), [...blocks, 'BOOKED 10-12', 'BOOKED 13-15'])
  })

  it('is stored once per free unit, and conflicts if there is none', async () => {
    const { propertyUid } = await makeUnitType(server, agencyUid)
    await makeUnit(server.database.kysely, agencyUid, propertyUid)
    const calendar = await makeCalendar(formatStays('A 10-14', 'B 10-14'), {}, propertyUid)
    assert.equal((await calendar.sync()).state, 'OK')
    assert.deepEqual(await stays(propertyUid), ['BOOKED 10-14', 'BOOKED 10-14'])
    calendar.setFeed(formatStays('A 10-14', 'B 10-14', 'C 10-14'))
    assert.equal((await calendar.sync()).state, 'CLASH')
    const two = ['BOOKED 10-14', 'BOOKED 10-14']
    assert.deepEqual(await stays(propertyUid), two)
    const added = await send('POST', '/multi-units/units', {
      unitTypeUid: propertyUid,
      name: 'Third',
    })
    assert.equal(added.status, 201, added.text)
    assert.equal(await sellStatus(propertyUid, '11-13'), 409, 'the new unit is claimed')
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 10-14', ...two])
    assert.equal((await calendar.sync()).state, 'OK')
    assert.deepEqual(await stays(propertyUid), [...two, 'BOOKED 10-14'])
  })

  it('at a master blocks the master if all subs are free, else each free sub', async () => {
    for (const master_bookable of [true, false]) {
      const master = await property({ master_bookable })
      const [x, y] = [
        await property({ parent_uid: master }),
        await property({ parent_uid: master }),
      ]
      await soldAs(x, '22-24')
      const calendar = await makeCalendar(formatStays('A 20-27'), {}, master)
      assert.equal((await calendar.sync()).state, 'CLASH')
      assert.deepEqual(await stays(master), ['BLOCKED 20-22', 'BLOCKED 24-27'])
      assert.deepEqual(await stays(x), ['BOOKED 22-24'])
      assert.deepEqual(await stays(y), ['BLOCKED 22-24'])
    }
  })
})

describe('GET /icals/{uid}/events, POST /icals/{uid}/events/{eventUid}', () => {
  it('return the state of each event and apply decisions of users', async () => {
    const propertyUid = await property()
    const own = await soldAs(propertyUid, '20-27')
    const calendar = await makeCalendar(formatStays('A 20-27', 'N 1-3 Closed'), {}, propertyUid)
    await calendar.sync()
    const path = `/icals/${calendar.uid}/events`
    const events = async () => (await send('GET', path)).body.events
    const [closure, stay] = await events()
    assert.deepEqual(
      [closure.state, closure.blockUids.length, closure.isClash],
      ['BLOCKS', 1, false],
    )
    assert.deepEqual([stay.state, stay.leadUid, stay.isClash], ['BLOCKS', null, true])
    const decide = (uid: string, decision: string) => send('POST', `${path}/${uid}`, { decision })
    const same = await decide(stay.uid, 'SAME_STAY')
    assert.deepEqual([same.body.event.state, same.body.event.leadUid], ['SAME_STAY', own])
    assert.equal((await calendar.sync()).state, 'OK')
    assert.equal((await decide(closure.uid, 'IGNORE')).body.event.state, 'IGNORED')
    assert.deepEqual(await stays(propertyUid), ['BOOKED 20-27'])
    assert.equal((await decide(closure.uid, 'STORE')).body.event.blockUids.length, 1)
    assert.equal((await decide(closure.uid, 'SAME_STAY')).body.code, 'STATE_CONFLICT')
    assert.equal((await decide(closure.uid, 'NONE')).body.code, 'INVALID_ENUM_VALUE')
    assert.equal((await decide(calendar.uid, 'STORE')).body.code, 'ICAL_NOT_FOUND')
    await cancel(own)
    assert.equal(await sellStatus(propertyUid, '20-27'), 409, 'the nights go to the event')
    await calendar.sync()
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 1-3', 'BLOCKED 20-27'])
    assert.equal((await decide(stay.uid, 'STORE')).body.event.state, 'STORED')
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 1-3', 'BOOKED 20-27'])
    const [, stored] = await events()
    assert.equal((await decide(stored.uid, 'IGNORE')).body.code, 'STATE_CONFLICT')
  })
})
