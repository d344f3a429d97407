/** Calendars that are added again adopt earlier imports: contract/resources.md §10. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { formatStays, startFeeds } from '../../../../test/fixtures/feeds/feed-stays.ts'
import { makeStay } from '../../../../test/fixtures/held-nights.ts'
import { callsAnywhere } from '../../../../test/fixtures/webhooks.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'

const server = await startServer(callsAnywhere)
const feeds = await startFeeds(server)
const { agencyUid, send, makeCalendar, cancel, leads, stays } = feeds
const listUids = async (propertyUid: string) => (await leads(propertyUid)).map(({ uid }) => uid)

beforeEach(() => server.clock.set(exampleNow))

describe('a calendar that is deleted and added again', () => {
  it('adopts bookings; cancelled nights stay blocked until a user releases them', async () => {
    const calendar = await makeCalendar(formatStays('A 10-14', 'B 20-24'))
    const { propertyUid } = calendar
    await calendar.sync()
    const before = await listUids(propertyUid)
    assert.equal((await send('DELETE', `/icals/${calendar.uid}`)).status, 204)
    const body = { propertyUid, name: 'Again', url: calendar.url }
    const again = (await send('POST', '/icals', body)).body.ical
    const sync = async () => (await send('POST', `/icals/${again.uid}/sync`)).body.ical
    assert.equal((await sync()).lastSyncError, null)
    assert.deepEqual(await listUids(propertyUid), before)
    await cancel(before[1]!)
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 20-24', 'BOOKED 10-14'])
    await sync()
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 20-24', 'BOOKED 10-14'])
    const block = (await leads(propertyUid)).find(({ status }) => status === 'BLOCKED')!
    assert.equal((await send('DELETE', `/leads/${block.uid}`)).status, 204)
    await sync()
    assert.deepEqual(await stays(propertyUid), ['BOOKED 10-14'])
    calendar.setFeed(formatStays('A 10-14', 'B 20-25'))
    await sync()
    assert.deepEqual(await stays(propertyUid), ['BOOKED 10-14', 'BOOKED 20-25'])
  })

  it('blocks claimed nights without a booking again', async () => {
    const calendar = await makeCalendar(formatStays('A 10-14', 'N 20-24 Not available'))
    const { propertyUid } = calendar
    await calendar.sync()
    await cancel((await leads(propertyUid)).find(({ status }) => status === 'BOOKED')!.uid)
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 10-14', 'BLOCKED 20-24'])
    await send('DELETE', `/icals/${calendar.uid}`)
    assert.deepEqual(await stays(propertyUid), [])
    const body = { propertyUid, name: 'Again', url: calendar.url }
    const { uid } = (await send('POST', '/icals', body)).body.ical
    await send('POST', `/icals/${uid}/sync`)
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 10-14', 'BLOCKED 20-24'])
  })
})

describe('first response of a calendar that is added again', () => {
  it('releases events that are missing from its first response', async () => {
    const calendar = await makeCalendar(formatStays('A 10-14', 'N 20-24 Not available'))
    const { propertyUid } = calendar
    await calendar.sync()
    await cancel((await leads(propertyUid)).find(({ status }) => status === 'BOOKED')!.uid)
    await send('DELETE', `/icals/${calendar.uid}`)
    calendar.setFeed(formatStays('C 12-16'))
    const body = { propertyUid, name: 'Again', url: calendar.url }
    const { uid } = (await send('POST', '/icals', body)).body.ical
    await send('POST', `/icals/${uid}/sync`)
    assert.deepEqual(await stays(propertyUid), ['BOOKED 12-16'])
    await cancel((await leads(propertyUid)).find(({ status }) => status === 'BOOKED')!.uid)
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 12-16'])
  })

  it('counts the response before the deletion in which a stay was missing', async () => {
    const calendar = await makeCalendar(formatStays('A 10-14', 'B 20-24'))
    const { propertyUid } = calendar
    await calendar.sync()
    calendar.setFeed(formatStays('B 20-24'))
    await calendar.sync()
    await send('DELETE', `/icals/${calendar.uid}`)
    const body = { propertyUid, name: 'Again', url: calendar.url }
    const { uid } = (await send('POST', '/icals', body)).body.ical
    await send('POST', `/icals/${uid}/sync`)
    assert.deepEqual(await stays(propertyUid), ['BOOKED 10-14', 'BOOKED 20-24'])
    server.clock.advance(10 * 60_000)
    await send('DELETE', `/icals/${uid}`)
    const again = (await send('POST', '/icals', body)).body.ical
    await send('POST', `/icals/${again.uid}/sync`)
    assert.deepEqual(await stays(propertyUid), ['BOOKED 20-24'])
  })

  it('adopts events at another URL by UID or by nights', async () => {
    const uid = 'stay-1@abroad.example'
    const first = await makeCalendar(formatStays(`${uid} 10-14`, 'B 20-24'))
    await first.sync()
    const before = await listUids(first.propertyUid)
    await send('DELETE', `/icals/${first.uid}`)
    const feed = formatStays(`${uid} 10-15`, 'other 20-24')
    const other = await makeCalendar(feed, {}, first.propertyUid)
    assert.equal((await other.sync()).lastSyncError, null)
    assert.deepEqual(await listUids(first.propertyUid), before)
    assert.deepEqual(await stays(first.propertyUid), ['BOOKED 10-15', 'BOOKED 20-24'])
  })

  it('does not adopt events if a UID is only a number or the guest is another one', async () => {
    const first = await makeCalendar(formatStays('0 10-14 Reserved - Ada', '1 20-24 Reserved - Bo'))
    await first.sync()
    const before = await leads(first.propertyUid)
    await send('DELETE', `/icals/${first.uid}`)
    const feed = formatStays('0 10-13 Reserved - Cy', '2 20-24 Reserved - Di', '3 10-14 Closed')
    const other = await makeCalendar(feed, {}, first.propertyUid)
    assert.equal((await other.sync()).state, 'CLASH')
    assert.deepEqual(await leads(first.propertyUid), before)
  })
})

describe('a calendar that is deleted', () => {
  it('retains released events and a stay in progress', async () => {
    server.clock.set('2026-06-12T15:00:00Z')
    const calendar = await makeCalendar(formatStays('A 10-14', 'B 20-24'))
    const { propertyUid } = calendar
    await calendar.sync()
    const [, later] = await listUids(propertyUid)
    await cancel(later!)
    const block = (await leads(propertyUid)).find(({ status }) => status === 'BLOCKED')!
    await send('DELETE', `/leads/${block.uid}`)
    assert.equal((await send('DELETE', `/icals/${calendar.uid}?keepStays=false`)).status, 204)
    assert.deepEqual(await stays(propertyUid), ['BOOKED 10-14'])
    const body = { propertyUid, name: 'Again', url: calendar.url }
    const { uid } = (await send('POST', '/icals', body)).body.ical
    await send('POST', `/icals/${uid}/sync`)
    assert.deepEqual(await stays(propertyUid), ['BOOKED 10-14'])
  })

  it('cancels its bookings if they should not be kept', async () => {
    const calendar = await makeCalendar(formatStays('A 10-14', 'N 20-24 Not available'))
    await calendar.sync()
    assert.equal((await send('DELETE', `/icals/${calendar.uid}?keepStays=false`)).status, 204)
    assert.deepEqual(await stays(calendar.propertyUid, true), ['CANCELLED 10-14'])
  })
})

describe('imported leads without an event', () => {
  it('are adopted by UID, as an older release stored them', async () => {
    const calendar = await makeCalendar(formatStays())
    const { propertyUid } = calendar
    await calendar.sync()
    const earlier = { source: 'HOSTFULLY_ICAL', ical_provider: 'other' }
    const [booked, closed] = ['stay-1@abroad.example', 'closure-1@abroad.example']
    for (const [uid, day, status] of [
      [booked, '10', 'BOOKED'],
      [closed, '20', 'BLOCKED'],
    ] as const) {
      const columns = { ...earlier, external_booking_id: uid }
      const nights = { checkIn: `2026-06-${day}`, checkOut: `2026-06-${Number(day) + 4}` }
      await makeStay(server, agencyUid, { propertyUid, ...nights, status, columns })
    }
    const before = await listUids(propertyUid)
    calendar.setFeed(formatStays(`${booked} 10-15`, `${closed} 20-24 Closed`))
    assert.equal((await calendar.sync()).lastSyncError, null)
    assert.deepEqual(await listUids(propertyUid), before)
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 20-24', 'BOOKED 10-15'])
    calendar.setFeed(formatStays())
    await calendar.sync({ believe: true })
    assert.deepEqual(await stays(propertyUid), [])
  })
})
