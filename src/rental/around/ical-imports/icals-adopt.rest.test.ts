/** Calendars find what was imported before: contract/resources.md §10. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { feedOfStays, startFeeds } from '../../../../test/fixtures/feeds/feed-stays.ts'
import { makeStay } from '../../../../test/fixtures/held-nights.ts'
import { callsAnywhere } from '../../../../test/fixtures/webhooks.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'

const server = await startServer(callsAnywhere)
const feeds = await startFeeds(server)
const { agencyUid, send, makeCalendar, cancel, leads, stays } = feeds
const uidsOf = async (propertyUid: string) => (await leads(propertyUid)).map(({ uid }) => uid)

beforeEach(() => server.clock.set(exampleNow))

describe('a calendar that is deleted and added again', () => {
  it('finds its bookings; what a person cancelled stays blocked until it is released', async () => {
    const calendar = await makeCalendar(feedOfStays('A 10-14', 'B 20-24'))
    const { propertyUid } = calendar
    await calendar.sync()
    const before = await uidsOf(propertyUid)
    assert.equal((await send('DELETE', `/icals/${calendar.uid}`)).status, 204)
    const body = { propertyUid, name: 'Again', url: calendar.url }
    const again = (await send('POST', '/icals', body)).body.ical
    const sync = async () => (await send('POST', `/icals/${again.uid}/sync`)).body.ical
    assert.equal((await sync()).lastSyncError, null)
    assert.deepEqual(await uidsOf(propertyUid), before)
    await cancel(before[1]!)
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 20-24', 'BOOKED 10-14'])
    await sync()
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 20-24', 'BOOKED 10-14'])
    const block = (await leads(propertyUid)).find(({ status }) => status === 'BLOCKED')!
    assert.equal((await send('DELETE', `/leads/${block.uid}`)).status, 204)
    await sync()
    assert.deepEqual(await stays(propertyUid), ['BOOKED 10-14'])
    calendar.says(feedOfStays('A 10-14', 'B 20-25'))
    await sync()
    assert.deepEqual(await stays(propertyUid), ['BOOKED 10-14', 'BOOKED 20-25'])
  })

  it('blocks again what it claims and has no booking of', async () => {
    const calendar = await makeCalendar(feedOfStays('A 10-14', 'N 20-24 Not available'))
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

describe('the first answer of a calendar that is added again', () => {
  it('claims nothing that its first answer does not have', async () => {
    const calendar = await makeCalendar(feedOfStays('A 10-14', 'N 20-24 Not available'))
    const { propertyUid } = calendar
    await calendar.sync()
    await cancel((await leads(propertyUid)).find(({ status }) => status === 'BOOKED')!.uid)
    await send('DELETE', `/icals/${calendar.uid}`)
    calendar.says(feedOfStays('C 12-16'))
    const body = { propertyUid, name: 'Again', url: calendar.url }
    const { uid } = (await send('POST', '/icals', body)).body.ical
    await send('POST', `/icals/${uid}/sync`)
    assert.deepEqual(await stays(propertyUid), ['BOOKED 12-16'])
    await cancel((await leads(propertyUid)).find(({ status }) => status === 'BOOKED')!.uid)
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 12-16'])
  })

  it('counts the answer before its deletion that lacked a stay', async () => {
    const calendar = await makeCalendar(feedOfStays('A 10-14', 'B 20-24'))
    const { propertyUid } = calendar
    await calendar.sync()
    calendar.says(feedOfStays('B 20-24'))
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

  it('finds them at another address, too, by UID or by nights', async () => {
    const uid = 'stay-1@abroad.example'
    const first = await makeCalendar(feedOfStays(`${uid} 10-14`, 'B 20-24'))
    await first.sync()
    const before = await uidsOf(first.propertyUid)
    await send('DELETE', `/icals/${first.uid}`)
    const feed = feedOfStays(`${uid} 10-15`, 'other 20-24')
    const other = await makeCalendar(feed, {}, first.propertyUid)
    assert.equal((await other.sync()).lastSyncError, null)
    assert.deepEqual(await uidsOf(first.propertyUid), before)
    assert.deepEqual(await stays(first.propertyUid), ['BOOKED 10-15', 'BOOKED 20-24'])
  })

  it('leaves them where a UID is a mere number, or the guest is another one', async () => {
    const first = await makeCalendar(feedOfStays('0 10-14 Reserved - Ada', '1 20-24 Reserved - Bo'))
    await first.sync()
    const before = await leads(first.propertyUid)
    await send('DELETE', `/icals/${first.uid}`)
    const feed = feedOfStays('0 10-13 Reserved - Cy', '2 20-24 Reserved - Di', '3 10-14 Closed')
    const other = await makeCalendar(feed, {}, first.propertyUid)
    assert.equal((await other.sync()).state, 'CLASH')
    assert.deepEqual(await leads(first.propertyUid), before)
  })
})

describe('a calendar that is deleted', () => {
  it('knows what a person released, and leaves a guest in the house', async () => {
    server.clock.set('2026-06-12T15:00:00Z')
    const calendar = await makeCalendar(feedOfStays('A 10-14', 'B 20-24'))
    const { propertyUid } = calendar
    await calendar.sync()
    const [, later] = await uidsOf(propertyUid)
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

  it('takes its bookings with it when they are not to stay', async () => {
    const calendar = await makeCalendar(feedOfStays('A 10-14', 'N 20-24 Not available'))
    await calendar.sync()
    assert.equal((await send('DELETE', `/icals/${calendar.uid}?keepStays=false`)).status, 204)
    assert.deepEqual(await stays(calendar.propertyUid, true), ['CANCELLED 10-14'])
  })
})

describe('imported leads of which no event is known', () => {
  it('are found by their UIDs, as a process of a release before has left them', async () => {
    const calendar = await makeCalendar(feedOfStays())
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
    const before = await uidsOf(propertyUid)
    calendar.says(feedOfStays(`${booked} 10-15`, `${closed} 20-24 Closed`))
    assert.equal((await calendar.sync()).lastSyncError, null)
    assert.deepEqual(await uidsOf(propertyUid), before)
    assert.deepEqual(await stays(propertyUid), ['BLOCKED 20-24', 'BOOKED 10-15'])
    calendar.says(feedOfStays())
    await calendar.sync({ believe: true })
    assert.deepEqual(await stays(propertyUid), [])
  })
})
