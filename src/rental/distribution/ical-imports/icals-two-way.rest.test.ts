/**
 * Systems that import each other's calendars: contract/resources.md §10 and contract/pricing.md
 * §10.
 */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { formatEvents, readEventLog } from '../../../../test/fixtures/events/event-log.ts'
import {
  formatStays,
  nightsIn,
  startFeeds,
  withoutTexts,
} from '../../../../test/fixtures/feeds/feed-stays.ts'
import { callsAnywhere } from '../../../../test/fixtures/webhooks.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'

const server = await startServer(callsAnywhere)
const here = await startFeeds(server)
const there = await startFeeds(server)
const third = await startFeeds(server)

beforeEach(() => server.clock.set(exampleNow))

/** Creates a property in each of two agencies, which import each other's calendar. */
async function linked({ hasOwnAddresses = false } = {}) {
  const [s, t] = [await here.property(), await there.property()]
  const [ofT, ofS] = [
    await here.makeCalendar(formatStays(), {}, s),
    await there.makeCalendar(formatStays(), {}, t),
  ]
  const fetchS = async () => {
    ofT.setFeed(await (hasOwnAddresses ? there.exportedTo(t) : there.exported(t)))
    return ofT.sync()
  }
  const fetchT = async () => {
    ofS.setFeed(await (hasOwnAddresses ? here.exportedTo(s) : here.exported(s)))
    return ofS.sync()
  }
  return { s, t, fetchS, fetchT }
}

describe('two systems that import each other', () => {
  it('remove a stay that a third system has cancelled', async () => {
    for (const hasOwnAddresses of [true, false]) {
      const { s, t, fetchS, fetchT } = await linked({ hasOwnAddresses })
      const outer = await here.makeCalendar(formatStays('stay-1@outer.example 10-14'), {}, s)
      await outer.sync()
      await fetchT()
      assert.deepEqual(await there.stays(t), ['BOOKED 10-14'])
      outer.setFeed(formatStays())
      await outer.sync()
      server.clock.advance(10 * 60_000)
      await outer.sync()
      assert.deepEqual(await here.stays(s), [])
      for (let i = 0; i < 4; i++) {
        await fetchT()
        await fetchS()
        assert.deepEqual(await here.stays(s), [])
        server.clock.advance(10 * 60_000)
      }
      assert.deepEqual(await there.stays(t), [])
      outer.setFeed(formatStays('stay-1@outer.example 10-14'))
      await outer.sync()
      await fetchT()
      await fetchS()
      assert.deepEqual(
        [await here.stays(s), await there.stays(t)],
        [['BOOKED 10-14'], ['BOOKED 10-14']],
      )
    }
  })

  it('release a cancelled booking in any order, and create no further bookings', async () => {
    for (const isHereFirst of [true, false]) {
      const { s, t, fetchS, fetchT } = await linked()
      const own = await here.soldAs(s, '10-14')
      const rounds = isHereFirst ? [fetchS, fetchT] : [fetchT, fetchS]
      for (const fetch of [...rounds, ...rounds]) assert.equal((await fetch()).state, 'OK')
      assert.deepEqual(await there.stays(t), ['BOOKED 10-14'])
      assert.deepEqual(await here.stays(s), ['BOOKED 10-14'])
      const before = [here, there].map(side => readEventLog(server, side.agencyUid))
      const [ofHere, ofThere] = (await Promise.all(before)).map(log => log.length)
      await here.cancel(own)
      for (let i = 0; i < 3; i++) {
        for (const fetch of rounds) await fetch()
        server.clock.advance(10 * 60_000)
      }
      assert.deepEqual([await here.stays(s), await there.stays(t)], [[], []])
      const typesHere = formatEvents((await readEventLog(server, here.agencyUid)).slice(ofHere))
      const typesThere = formatEvents((await readEventLog(server, there.agencyUid)).slice(ofThere))
      assert.ok(!typesHere.includes('NEW_BOOKING') && !typesThere.includes('NEW_BOOKING'))
      assert.equal(typesThere.filter(type => type === 'BOOKING_CANCELLED').length, 1)
    }
  })
})

describe('a ring of three systems, each of which imports the one before', () => {
  for (const [name, status, rename] of [
    ['a booking', 'BOOKED', (text: string) => text],
    ['a block', 'BLOCKED', (text: string) => text],
    ['a booking that feeds name Blocked', 'BOOKED', withoutTexts],
  ] as const) {
    it(`releases ${name} round by round, and creates no further leads`, async () => {
      const sides = [here, there, third]
      const calendars = await Promise.all(
        sides.map(async side => side.makeCalendar(formatStays(), {}, await side.property())),
      )
      const fetch = async (i: number) => {
        const before = (i + 2) % 3
        const text = await sides[before]!.exported(calendars[before]!.propertyUid)
        calendars[i]!.setFeed(rename(text))
        return calendars[i]!.sync()
      }
      const listStays = () =>
        Promise.all(sides.map((side, i) => side.stays(calendars[i]!.propertyUid)))
      const own = await here.soldAs(calendars[0]!.propertyUid, '10-14', { status })
      for (let round = 0; round < 4; round++) {
        for (const i of [1, 2, 0]) assert.equal((await fetch(i)).state, 'OK')
        server.clock.advance(10 * 60_000)
      }
      for (const some of await listStays())
        assert.deepEqual(
          some.map(one => one.slice(-5)),
          ['10-14'],
        )
      const positions = await Promise.all(
        sides.map(async side => (await readEventLog(server, side.agencyUid)).length),
      )
      if (status === 'BOOKED') await here.cancel(own)
      else await here.send('DELETE', `/leads/${own}`)
      for (let round = 0; round < 4; round++) {
        for (const i of [0, 1, 2]) await fetch(i)
        server.clock.advance(10 * 60_000)
      }
      assert.deepEqual(await listStays(), [[], [], []])
      for (const [i, side] of sides.entries()) {
        const types = formatEvents((await readEventLog(server, side.agencyUid)).slice(positions[i]))
        assert.ok(
          !types.includes('NEW_BOOKING') && !types.includes('NEW_BLOCKED_DATES'),
          types.join(),
        )
      }
    })
  }
})

describe('export URL of an imported calendar', () => {
  it('leaves out events of the calendar and contains nights that were added here', async () => {
    const uid = 'stay-1@abroad.example'
    const calendar = await here.makeCalendar(formatStays(`${uid} 20-24`, '7 1-3 Closed'))
    const { propertyUid } = calendar
    await calendar.sync()
    await here.soldAs(propertyUid, '10-12')
    assert.deepEqual(nightsIn(await here.exportedTo(propertyUid)), ['10-12'])
    const extended = (await here.leads(propertyUid)).find(({ checkInLocalDateTime }) => {
      return checkInLocalDateTime.slice(8, 10) === '20'
    })!
    assert.equal((await here.alter(extended.uid, '20-26')).status, 200)
    const icalFeed = await here.exportedTo(propertyUid)
    assert.deepEqual(nightsIn(icalFeed), ['10-12', '24-26'])
    assert.ok(icalFeed.endsWith('END:VCALENDAR\r\n'))
    const general = await here.exported(propertyUid)
    assert.deepEqual(nightsIn(general), ['1-3', '10-12', '20-26'])
    assert.match(general, /UID:[0-9a-f]{32}@origin\.lodgepole\r/)
    assert.equal(general.match(/@origin\./g)!.length, 1, 'a mere number is no origin')
    calendar.setFeed(formatStays(`${uid} 19-24`, '7 1-3 Closed'))
    await calendar.sync()
    assert.ok((await here.stays(propertyUid)).includes('BOOKED 19-26'))
    const { icals } = (await here.send('GET', `/icals?propertyUid=${propertyUid}`)).body
    const { body } = await here.send('POST', `/icals/${calendar.uid}/export-token`)
    assert.notEqual(body.icalExport.url, icals[0].exportUrl)
    const { pathname } = new URL(icals[0].exportUrl)
    assert.equal((await server.request('GET', pathname)).status, 404)
  })

  it('is the general feed for another provider', async () => {
    const more = { source: 'VRBO' }
    const calendar = await here.makeCalendar(formatStays('A 20-24'), more)
    await calendar.sync()
    const to = (agent: string) => here.exportedTo(calendar.propertyUid, { 'user-agent': agent })
    assert.deepEqual(nightsIn(await to('HomeAway/VRBO 1.0')), [])
    assert.deepEqual(nightsIn(await to('Airbnb-Calendar-Import/1.0')), ['20-24'])
  })

  it('stays the same when the calendar is deleted and added again', async () => {
    const calendar = await here.makeCalendar(formatStays('A 20-24'))
    const { propertyUid, url } = calendar
    await calendar.sync()
    const findExportUrl = async () =>
      (await here.send('GET', `/icals?propertyUid=${propertyUid}`)).body.icals[0].exportUrl
    const before = await findExportUrl()
    assert.equal((await here.send('DELETE', `/icals/${calendar.uid}`)).status, 204)
    assert.deepEqual(nightsIn(await here.read(before)), [], 'it outlives the calendar')
    await here.send('POST', '/icals', { propertyUid, name: 'Again', url })
    assert.equal(await findExportUrl(), before)
  })

  it('is rejected as the URL of a calendar', async () => {
    const { propertyUid } = await here.makeCalendar(formatStays())
    const { icals } = (await here.send('GET', `/icals?propertyUid=${propertyUid}`)).body
    const body = { propertyUid: await here.property(), name: 'Own', url: icals[0].exportUrl }
    assert.equal((await here.send('POST', '/icals', body)).status, 400)
  })
})
