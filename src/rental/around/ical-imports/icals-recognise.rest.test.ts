/** A stay keeps its lead, whatever its feed does to it: contract/resources.md §10. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { logOf, told } from '../../../../test/fixtures/events/event-log.ts'
import { feedOfStays, startFeeds } from '../../../../test/fixtures/feeds/feed-stays.ts'
import { callsAnywhere } from '../../../../test/fixtures/webhooks.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'

const server = await startServer(callsAnywhere)
const feeds = await startFeeds(server)
const { agencyUid, send, makeCalendar, property, soldAs, statusOf, alter } = feeds
const { leads, stays, later } = feeds
const tells = async (from: number) => told((await logOf(server, agencyUid)).slice(from))
const logged = async () => (await logOf(server, agencyUid)).length
const uidsOf = async (propertyUid: string) => (await leads(propertyUid)).map(({ uid }) => uid)
const versionsOf = async (propertyUid: string) =>
  (await leads(propertyUid)).map(lead => [
    lead.uid,
    (lead as { updatedUtcDateTime?: string }).updatedUtcDateTime,
  ])

beforeEach(() => server.clock.set(exampleNow))

describe('an event that is gone', () => {
  it('is kept once, and removed when a second answer ten minutes later lacks it', async () => {
    const calendar = await makeCalendar(feedOfStays('A 10-14'))
    const etag = { etag: '"1"' }
    await calendar.sync()
    calendar.says(feedOfStays(), etag)
    const ical = await calendar.sync()
    assert.deepEqual([ical.lastSyncStatus, ical.state], ['OK', 'PENDING'])
    calendar.says('', {}, 304)
    later(5)
    assert.equal((await calendar.sync()).state, 'PENDING')
    assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 10-14'])
    later(5)
    assert.equal((await calendar.sync()).state, 'OK')
    assert.deepEqual(await stays(calendar.propertyUid, true), ['CANCELLED 10-14'])
  })

  it('is kept for a day when most are gone at once, unless a person believes it', async () => {
    const all = ['A 1-2', 'B 3-4', 'C 5-6', 'D 7-8', 'E 9-10', 'F 11-12']
    const calendar = await makeCalendar(feedOfStays(...all))
    await calendar.sync()
    calendar.says(feedOfStays('A 1-2'))
    assert.equal((await calendar.sync()).lastSyncStatus, 'ERROR')
    later(60)
    const ical = await calendar.sync()
    assert.deepEqual([ical.lastSyncStatus, ical.state], ['ERROR', 'ERROR'])
    assert.match(ical.lastSyncError, /^5 events disappeared at once/)
    assert.equal((await stays(calendar.propertyUid)).length, 6)
    assert.equal((await calendar.sync({ believe: true })).lastSyncStatus, 'OK')
    assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 1-2'])
    const other = await makeCalendar(feedOfStays(...all))
    await other.sync()
    other.says(feedOfStays('A 1-2'))
    await other.sync()
    later(24 * 60)
    await other.sync()
    assert.deepEqual(await stays(other.propertyUid), ['BOOKED 1-2'])
  })
})

describe('a stay in progress', () => {
  it('stays while its guest is in the house, and ends where another stay begins', async () => {
    server.clock.set('2026-06-12T15:00:00Z')
    const missing = async () => {
      const calendar = await makeCalendar(feedOfStays('A 10-17'))
      await calendar.sync()
      for (let i = 0; i < 3; i++) {
        calendar.says(feedOfStays())
        await calendar.sync()
        later(20)
      }
      assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 10-17'])
      return calendar
    }
    const cut = await missing()
    cut.says(feedOfStays('B 14-20'))
    await cut.sync()
    assert.deepEqual(await stays(cut.propertyUid), ['BOOKED 10-14', 'BOOKED 14-20'])
    const shortened = await missing()
    shortened.says(feedOfStays('A 12-15'))
    await shortened.sync()
    assert.deepEqual(await stays(shortened.propertyUid), ['BOOKED 10-15'])
    const rest = await missing()
    rest.says(feedOfStays('rest 12-17'))
    await rest.sync()
    assert.deepEqual(await stays(rest.propertyUid, true), ['BOOKED 10-17'])
  })
})

describe('a closure in progress', () => {
  it('keeps its nights that are past when a person releases the others', async () => {
    server.clock.set('2026-06-08T15:00:00Z')
    const propertyUid = await property()
    await soldAs(propertyUid, '14-15')
    const calendar = await makeCalendar(feedOfStays('N 8-20 Closed'), {}, propertyUid)
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
  it('goes at once where a new event needs its nights, in one transaction', async () => {
    const calendar = await makeCalendar(feedOfStays('X 10-14', 'Z 28-30'))
    for (let i = 0; i < 11; i++) {
      await calendar.sync()
      later(150)
    }
    await calendar.sync()
    const before = await logged()
    calendar.says(feedOfStays('Y 10-14', 'Z 28-30'))
    await calendar.sync()
    const after = ['BOOKED 10-14', 'BOOKED 28-30', 'CANCELLED 10-14']
    assert.deepEqual(await stays(calendar.propertyUid, true), after)
    const said = await tells(before)
    assert.ok(said.includes('BOOKING_CANCELLED') && said.includes('NEW_BOOKING'))
    assert.equal(await statusOf(calendar.propertyUid, '10-14'), 409)
  })
})

describe('a stay', () => {
  it('keeps its lead when UIDs are numbers that move on', async () => {
    server.clock.set('2026-06-01T15:00:00Z')
    const calendar = await makeCalendar(feedOfStays('0 2-4', '1 10-14', '2 20-22'))
    await calendar.sync()
    server.clock.set('2026-06-06T15:00:00Z')
    const before = await versionsOf(calendar.propertyUid)
    calendar.says(feedOfStays('0 10-14', '1 20-22'))
    assert.equal((await calendar.sync()).lastSyncError, null)
    assert.deepEqual(await versionsOf(calendar.propertyUid), before)
    assert.equal((await stays(calendar.propertyUid)).length, 3)
  })

  it('keeps its lead when numbers that have stayed for days move on', async () => {
    server.clock.set('2026-06-01T15:00:00Z')
    const calendar = await makeCalendar(feedOfStays('0 5-6', '1 8-14', '2 20-22', '3 10-12'))
    for (let i = 0; i < 12; i++) {
      await calendar.sync()
      later(180)
    }
    const before = await versionsOf(calendar.propertyUid)
    calendar.says(feedOfStays('0 5-6', '1 20-22', '2 10-12'))
    await calendar.sync()
    assert.deepEqual(await versionsOf(calendar.propertyUid), before)
  })

  it('keeps its lead, without an event, when its UID is new at each fetch', async () => {
    const calendar = await makeCalendar(feedOfStays('a0 10-14'))
    await calendar.sync()
    const before = await logged()
    for (const uid of ['a1', 'a2', 'a3']) {
      calendar.says(feedOfStays(`${uid} 10-14`))
      later(15)
      assert.equal((await calendar.sync()).lastSyncError, null)
    }
    assert.equal((await leads(calendar.propertyUid)).length, 1)
    assert.deepEqual(await tells(before), [])
  })
})

describe('a stay that was changed here or there', () => {
  it('extended here keeps the end that its feed does not change', async () => {
    const calendar = await makeCalendar(feedOfStays('A 20-24'))
    await calendar.sync()
    const [uid] = await uidsOf(calendar.propertyUid)
    assert.equal((await alter(uid!, '20-26')).status, 200)
    calendar.says(feedOfStays('A 19-24'))
    await calendar.sync()
    assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 19-26'])
  })

  it('that moves to taken nights keeps lead, order and what is free of them', async () => {
    const propertyUid = await property({ currency: 'USD' })
    const calendar = await makeCalendar(feedOfStays('A 20-24'), {}, propertyUid)
    await calendar.sync()
    const [uid] = await uidsOf(propertyUid)
    const orderOf = async () => (await send('GET', `/orders?leadUid=${uid}`)).body.orders[0]
    const sale = { type: 'SALE', status: 'SUCCESS', amount: 100 }
    const paid = await send('POST', '/transactions', { ...sale, orderUid: (await orderOf()).uid })
    assert.equal(paid.status, 201, paid.text)
    const order = await orderOf()
    await soldAs(propertyUid, '24-26')
    calendar.says(feedOfStays('A 22-26'))
    assert.equal((await calendar.sync()).state, 'CLASH')
    assert.deepEqual(await stays(propertyUid), ['BOOKED 22-24', 'BOOKED 24-26'])
    assert.ok((await uidsOf(propertyUid)).includes(uid!))
    const { updatedUtcDateTime: _, ...after } = await orderOf()
    const { updatedUtcDateTime: __, ...before } = order
    assert.deepEqual(after, before)
    assert.equal(await statusOf(propertyUid, '20-22'), 201)
    calendar.says(feedOfStays('A 24-26'))
    assert.equal((await calendar.sync()).state, 'CLASH')
    assert.ok((await stays(propertyUid)).includes('BOOKED 22-24'))
  })

  it('has notes that follow its summary until a person edits them', async () => {
    const calendar = await makeCalendar(feedOfStays('a 10-12 Reserved'))
    const notes = async () => (await calendar.leads())[0]!.notes
    await calendar.sync()
    calendar.says(feedOfStays('a 10-12 Reserved - Ann'))
    await calendar.sync()
    assert.equal(await notes(), 'Reserved - Ann')
    const [uid] = await uidsOf(calendar.propertyUid)
    await send('PATCH', `/leads/${uid}`, { notes: 'Knows the house' })
    calendar.says(feedOfStays('a 10-12 Reserved - Bob'))
    await calendar.sync()
    assert.equal(await notes(), 'Knows the house')
  })
})
