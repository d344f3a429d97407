/** Stays keep their leads when their calendars change: contract/resources.md §10. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { formatEvents, readEventLog } from '../../../../test/fixtures/events/event-log.ts'
import { formatStays, startFeeds } from '../../../../test/fixtures/feeds/feed-stays.ts'
import { callsAnywhere } from '../../../../test/fixtures/webhooks.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'

const server = await startServer(callsAnywhere)
const feeds = await startFeeds(server)
const { agencyUid, send, makeCalendar, property, soldAs, sellStatus, alter } = feeds
const { leads, stays, later } = feeds
const listTypes = async (from: number) =>
  formatEvents((await readEventLog(server, agencyUid)).slice(from))
const logged = async () => (await readEventLog(server, agencyUid)).length
const listUids = async (propertyUid: string) => (await leads(propertyUid)).map(({ uid }) => uid)
const listVersions = async (propertyUid: string) =>
  (await leads(propertyUid)).map(lead => [
    lead.uid,
    (lead as { updatedUtcDateTime?: string }).updatedUtcDateTime,
  ])

beforeEach(() => server.clock.set(exampleNow))

describe('an event that is missing', () => {
  it('is retained once, and removed when it is still missing ten minutes later', async () => {
    const calendar = await makeCalendar(formatStays('A 10-14'))
    const etag = { etag: '"1"' }
    await calendar.sync()
    calendar.setFeed(formatStays(), etag)
    const ical = await calendar.sync()
    assert.deepEqual([ical.lastSyncStatus, ical.state], ['OK', 'PENDING'])
    calendar.setFeed('', {}, 304)
    later(5)
    assert.equal((await calendar.sync()).state, 'PENDING')
    assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 10-14'])
    later(5)
    assert.equal((await calendar.sync()).state, 'OK')
    assert.deepEqual(await stays(calendar.propertyUid, true), ['CANCELLED 10-14'])
  })

  it('is retained for a day when most disappear at once, unless a user confirms it', async () => {
    const all = ['A 1-2', 'B 3-4', 'C 5-6', 'D 7-8', 'E 9-10', 'F 11-12']
    const calendar = await makeCalendar(formatStays(...all))
    await calendar.sync()
    calendar.setFeed(formatStays('A 1-2'))
    assert.equal((await calendar.sync()).lastSyncStatus, 'ERROR')
    later(60)
    const ical = await calendar.sync()
    assert.deepEqual([ical.lastSyncStatus, ical.state], ['ERROR', 'ERROR'])
    assert.match(ical.lastSyncError, /^5 events disappeared at once/)
    assert.equal((await stays(calendar.propertyUid)).length, 6)
    assert.equal((await calendar.sync({ believe: true })).lastSyncStatus, 'OK')
    assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 1-2'])
    const other = await makeCalendar(formatStays(...all))
    await other.sync()
    other.setFeed(formatStays('A 1-2'))
    await other.sync()
    later(24 * 60)
    await other.sync()
    assert.deepEqual(await stays(other.propertyUid), ['BOOKED 1-2'])
  })
})

describe('a stay in progress', () => {
  it('is kept when it is missing, and ends where another stay begins', async () => {
    server.clock.set('2026-06-12T15:00:00Z')
    const missing = async () => {
      const calendar = await makeCalendar(formatStays('A 10-17'))
      await calendar.sync()
      for (let i = 0; i < 3; i++) {
        calendar.setFeed(formatStays())
        await calendar.sync()
        later(20)
      }
      assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 10-17'])
      return calendar
    }
    const cut = await missing()
    cut.setFeed(formatStays('B 14-20'))
    await cut.sync()
    assert.deepEqual(await stays(cut.propertyUid), ['BOOKED 10-14', 'BOOKED 14-20'])
    const shortened = await missing()
    shortened.setFeed(formatStays('A 12-15'))
    await shortened.sync()
    assert.deepEqual(await stays(shortened.propertyUid), ['BOOKED 10-15'])
    const rest = await missing()
    rest.setFeed(formatStays('rest 12-17'))
    await rest.sync()
    assert.deepEqual(await stays(rest.propertyUid, true), ['BOOKED 10-17'])
  })
})

describe('a closure in progress', () => {
  it('keeps its past nights when a user releases it', async () => {
    server.clock.set('2026-06-08T15:00:00Z')
    const propertyUid = await property()
    await soldAs(propertyUid, '14-15')
    const calendar = await makeCalendar(formatStays('N 8-20 Closed'), {}, propertyUid)
    await calendar.sync()
    server.clock.set('2026-06-10T15:00:00Z')
    const block = (await leads(propertyUid)).find(({ checkInLocalDateTime }) => {
      return checkInLocalDateTime.slice(8, 10) === '15'
    })!
    assert.equal((await send('DELETE', `/leads/${block.uid}`)).status, 204)
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 8-10', 'BOOKED 14-15'])
    assert.equal((await calendar.sync()).state, 'OK')
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 8-10', 'BOOKED 14-15'])
  })
})

describe('a stay that another one replaces', () => {
  it('is removed at once if a new event needs its nights, in one transaction', async () => {
    const calendar = await makeCalendar(formatStays('X 10-14', 'Z 28-30'))
    for (let i = 0; i < 11; i++) {
      await calendar.sync()
      later(150)
    }
    await calendar.sync()
    const before = await logged()
    calendar.setFeed(formatStays('Y 10-14', 'Z 28-30'))
    await calendar.sync()
    const after = ['BOOKED 10-14', 'BOOKED 28-30', 'CANCELLED 10-14']
    assert.deepEqual(await stays(calendar.propertyUid, true), after)
    const types = await listTypes(before)
    assert.ok(types.includes('BOOKING_CANCELLED') && types.includes('NEW_BOOKING'))
    assert.equal(await sellStatus(calendar.propertyUid, '10-14'), 409)
  })
})

describe('a stay', () => {
  it('keeps its lead when UIDs are numbers that shift', async () => {
    server.clock.set('2026-06-01T15:00:00Z')
    const calendar = await makeCalendar(formatStays('0 2-4', '1 10-14', '2 20-22'))
    await calendar.sync()
    server.clock.set('2026-06-06T15:00:00Z')
    const before = await listVersions(calendar.propertyUid)
    calendar.setFeed(formatStays('0 10-14', '1 20-22'))
    assert.equal((await calendar.sync()).lastSyncError, null)
    assert.deepEqual(await listVersions(calendar.propertyUid), before)
    assert.equal((await stays(calendar.propertyUid)).length, 3)
  })

  it('keeps its lead when numbers shift that were unchanged for days', async () => {
    server.clock.set('2026-06-01T15:00:00Z')
    const calendar = await makeCalendar(formatStays('0 5-6', '1 8-14', '2 20-22', '3 10-12'))
    for (let i = 0; i < 12; i++) {
      await calendar.sync()
      later(180)
    }
    const before = await listVersions(calendar.propertyUid)
    calendar.setFeed(formatStays('0 5-6', '1 20-22', '2 10-12'))
    await calendar.sync()
    assert.deepEqual(await listVersions(calendar.propertyUid), before)
  })

  it('keeps its lead, without an event, when its UID is new at each fetch', async () => {
    const calendar = await makeCalendar(formatStays('a0 10-14'))
    await calendar.sync()
    const before = await logged()
    for (const uid of ['a1', 'a2', 'a3']) {
      calendar.setFeed(formatStays(`${uid} 10-14`))
      later(15)
      assert.equal((await calendar.sync()).lastSyncError, null)
    }
    assert.equal((await leads(calendar.propertyUid)).length, 1)
    assert.deepEqual(await listTypes(before), [])
  })
})

describe('a stay that was changed here or in its calendar', () => {
  it('extended here keeps its end until the calendar changes it', async () => {
    const calendar = await makeCalendar(formatStays('A 20-24'))
    await calendar.sync()
    const [uid] = await listUids(calendar.propertyUid)
    assert.equal((await alter(uid!, '20-26')).status, 200)
    calendar.setFeed(formatStays('A 19-24'))
    await calendar.sync()
    assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 19-26'])
  })

  it('that moves to occupied nights keeps its lead, its order and the free nights', async () => {
    const propertyUid = await property({ currency: 'USD' })
    const calendar = await makeCalendar(formatStays('A 20-24'), {}, propertyUid)
    await calendar.sync()
    const [uid] = await listUids(propertyUid)
    const findOrder = async () => (await send('GET', `/orders?leadUid=${uid}`)).body.orders[0]
    const sale = { type: 'SALE', status: 'SUCCESS', amount: 100 }
    const paid = await send('POST', '/transactions', { ...sale, orderUid: (await findOrder()).uid })
    assert.equal(paid.status, 201, paid.text)
    const order = await findOrder()
    await soldAs(propertyUid, '24-26')
    calendar.setFeed(formatStays('A 22-26'))
    assert.equal((await calendar.sync()).state, 'CLASH')
    assert.deepEqual(await stays(propertyUid), ['BOOKED 22-24', 'BOOKED 24-26'])
    assert.ok((await listUids(propertyUid)).includes(uid!))
    const { updatedUtcDateTime: _, ...after } = await findOrder()
    const { updatedUtcDateTime: __, ...before } = order
    assert.deepEqual(after, before)
    assert.equal(await sellStatus(propertyUid, '20-22'), 201)
    calendar.setFeed(formatStays('A 24-26'))
    assert.equal((await calendar.sync()).state, 'CLASH')
    assert.ok((await stays(propertyUid)).includes('BOOKED 22-24'))
  })

  it('has the summary as notes until a user edits them', async () => {
    const calendar = await makeCalendar(formatStays('a 10-12 Reserved'))
    const notes = async () => (await calendar.leads())[0]!.notes
    await calendar.sync()
    calendar.setFeed(formatStays('a 10-12 Reserved - Ann'))
    await calendar.sync()
    assert.equal(await notes(), 'Reserved - Ann')
    const [uid] = await listUids(calendar.propertyUid)
    await send('PATCH', `/leads/${uid}`, { notes: 'Knows the house' })
    calendar.setFeed(formatStays('a 10-12 Reserved - Bob'))
    await calendar.sync()
    assert.equal(await notes(), 'Knows the house')
  })
})
