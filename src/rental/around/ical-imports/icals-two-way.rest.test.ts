/** Systems that import each other's calendars: contract/resources.md §10, contract/pricing.md §10. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { logOf, told } from '../../../../test/fixtures/events/event-log.ts'
import { feedOfStays, startFeeds } from '../../../../test/fixtures/feeds/feed-stays.ts'
import { callsAnywhere } from '../../../../test/fixtures/webhooks.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'

const server = await startServer(callsAnywhere)
const [here, there] = [await startFeeds(server), await startFeeds(server)]
type Side = typeof here

beforeEach(() => server.clock.set(exampleNow))

async function exported(side: Side, propertyUid: string): Promise<string> {
  const { exportUrl } = (await side.send('GET', `/icals?propertyUid=${propertyUid}`)).body
  return (await server.request('GET', new URL(exportUrl).pathname)).text
}

/** A property of each of two agencies, each of which imports the feed of the other. */
async function linked() {
  const [s, t] = [await here.property(), await there.property()]
  const [ofT, ofS] = [
    await here.makeCalendar(feedOfStays(), {}, s),
    await there.makeCalendar(feedOfStays(), {}, t),
  ]
  const fetchS = async () => {
    ofT.says(await exported(there, t))
    return ofT.sync()
  }
  const fetchT = async () => {
    ofS.says(await exported(here, s))
    return ofS.sync()
  }
  return { s, t, fetchS, fetchT }
}

describe('two systems that import each other', () => {
  it('free a cancelled booking, in any order, and make no booking of their own', async () => {
    for (const isHereFirst of [true, false]) {
      const { s, t, fetchS, fetchT } = await linked()
      const own = await here.soldAs(s, '10-14')
      const rounds = isHereFirst ? [fetchS, fetchT] : [fetchT, fetchS]
      for (const fetch of [...rounds, ...rounds]) assert.equal((await fetch()).state, 'OK')
      assert.deepEqual(await there.stays(t), ['BOOKED 10-14'])
      assert.deepEqual(await here.stays(s), ['BOOKED 10-14'])
      const before = [here, there].map(side => logOf(server, side.agencyUid))
      const [ofHere, ofThere] = (await Promise.all(before)).map(log => log.length)
      await here.cancel(own)
      for (let i = 0; i < 3; i++) {
        for (const fetch of rounds) await fetch()
        server.clock.advance(10 * 60_000)
      }
      assert.deepEqual([await here.stays(s), await there.stays(t)], [[], []])
      const saidHere = told((await logOf(server, here.agencyUid)).slice(ofHere))
      const saidThere = told((await logOf(server, there.agencyUid)).slice(ofThere))
      assert.ok(!saidHere.includes('NEW_BOOKING') && !saidThere.includes('NEW_BOOKING'))
      assert.equal(saidThere.filter(type => type === 'BOOKING_CANCELLED').length, 1)
    }
  })
})

describe('an event that repeats what was exported', () => {
  it('holds nothing, is no clash, and leaves the nights free with the lead', async () => {
    const propertyUid = await here.property()
    const own = await here.soldAs(propertyUid, '10-14')
    const feed = feedOfStays(`p-${own}@lodgepole 10-14 Blocked`)
    const calendar = await here.makeCalendar(feed, {}, propertyUid)
    const ical = await calendar.sync()
    assert.deepEqual([ical.lastSyncStatus, ical.state], ['OK', 'OK'])
    assert.deepEqual(await here.stays(propertyUid), ['BOOKED 10-14'])
    await here.cancel(own)
    assert.deepEqual(await here.stays(propertyUid), [])
    await calendar.sync()
    assert.deepEqual(await here.stays(propertyUid), [])
    assert.equal(await here.statusOf(propertyUid, '10-12'), 201)
  })
})

describe('the address of an imported calendar', () => {
  it('leaves out what the calendar reports, and tells the nights that were added here', async () => {
    const calendar = await here.makeCalendar(feedOfStays('A 20-24', 'N 1-3 Closed'))
    await calendar.sync()
    const own = await here.soldAs(calendar.propertyUid, '10-12')
    const path = `/icals?propertyUid=${calendar.propertyUid}`
    const { icals, exportUrl } = (await here.send('GET', path)).body
    const read = async (url: string) => (await server.request('GET', new URL(url).pathname)).text
    const ofCalendar = await read(icals[0].exportUrl)
    assert.ok(ofCalendar.includes(own) && ofCalendar.endsWith('END:VCALENDAR\r\n'))
    assert.equal(ofCalendar.split('BEGIN:VEVENT').length, 2)
    const general = await read(exportUrl)
    assert.equal(general.split('BEGIN:VEVENT').length, 4)
    assert.match(general.replaceAll('\r\n ', ''), /UID:[0-9a-f]{32}@origin\.lodgepole\r/)
    const { body } = await here.send('POST', `/icals/${calendar.uid}/export-token`)
    assert.notEqual(body.icalExport.url, icals[0].exportUrl)
    assert.equal((await server.request('GET', new URL(icals[0].exportUrl).pathname)).status, 404)
  })
})
