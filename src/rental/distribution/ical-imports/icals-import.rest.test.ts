/** Tests of importing events of external calendars: contract/resources.md §10. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatEvents, readEventLog } from '../../../../test/fixtures/events/event-log.ts'
import {
  channelFeed,
  formatFeed,
  startAbroad,
} from '../../../../test/fixtures/external-calendars.ts'
import { callsAnywhere } from '../../../../test/fixtures/webhooks.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer(callsAnywhere)
const { agencyUid, send, makeCalendar } = await startAbroad(server)

describe('an import', () => {
  it('creates bookings and blocks from the events of a channel', async () => {
    const calendar = await makeCalendar(channelFeed('airbnb'), { source: 'AIRBNB' })
    const before = (await readEventLog(server, agencyUid)).length
    const ical = await calendar.sync()
    assert.deepEqual([ical.lastSyncStatus, ical.lastSyncError], ['OK', null])
    assert.equal(ical.lastSyncUtcDateTime, '2026-05-20T15:00:00')
    assert.deepEqual(await calendar.stays(), [
      'BOOKED 2026-06-04 2026-06-08',
      'BLOCKED 2026-07-01 2026-07-12',
    ])
    const [booking] = await calendar.leads()
    const { source, channel, metadata } = (await send('GET', `/leads/${booking!.uid}`)).body.lead
    assert.deepEqual([source, channel], ['HOSTFULLY_ICAL', 'AIRBNB'])
    assert.equal(metadata.creationCircumstances, 'ICAL_IMPORT')
    const legacy = await send('GET', `/v2/leads/${booking!.uid}`)
    assert.equal(legacy.body.source, 'IMPORT_AIRBNB')
    assert.equal(legacy.body.status, 'BOOKED_EXTERNALLY')
    const events = (await readEventLog(server, agencyUid)).slice(before)
    assert.ok(
      formatEvents(events).includes('NEW_BOOKING') &&
        formatEvents(events).includes('NEW_BLOCKED_DATES'),
    )
    assert.deepEqual(
      new Set(events.map(event => `${event.actor_type} ${event.actor_uid}`)),
      new Set([`ICAL ${calendar.uid}`]),
    )
  })

  it('reads Vrbo and Booking.com', async () => {
    const vrbo = await makeCalendar(channelFeed('vrbo'), { source: 'VRBO' })
    assert.equal((await vrbo.sync()).lastSyncError, null)
    assert.deepEqual(await vrbo.stays(), [
      'BOOKED 2026-06-10 2026-06-13',
      'BLOCKED 2026-06-20 2026-06-25',
    ])
    assert.equal((await vrbo.leads())[0]!.notes, 'Reserved - Grace')
    const booking = await makeCalendar(channelFeed('booking'), { source: 'BOOKINGDOTCOM' })
    await booking.sync()
    assert.deepEqual(await booking.stays(), ['BLOCKED 2026-08-01 2026-08-05'])
    assert.equal((await booking.leads())[0]!.channel, 'BOOKING_COM')
  })
})

describe('a repeated import', () => {
  it('changes and emits nothing without changes of the calendar', async () => {
    const calendar = await makeCalendar(formatFeed(['a', '20260604', '20260608']))
    await calendar.sync()
    const before = await readEventLog(server, agencyUid)
    const leads = await calendar.leads()
    await calendar.sync()
    assert.deepEqual(await calendar.leads(), leads)
    assert.equal((await readEventLog(server, agencyUid)).length, before.length)
  })

  it('alters changed stays, removes missing ones, and occupies released nights', async () => {
    const first = formatFeed(
      ['a', '20260604', '20260608'],
      ['b', '20260608', '20260610'],
      ['c', '20260701', '20260705', 'Blocked'],
      ['d', '20260710', '20260712'],
    )
    const calendar = await makeCalendar(first)
    await calendar.sync()
    const [a] = await calendar.leads()
    const before = (await readEventLog(server, agencyUid)).length
    calendar.setFeed(
      formatFeed(
        ['a', '20260608', '20260611'],
        ['b', '20260611', '20260613'],
        ['e', '20260702', '20260704', 'Closed'],
      ),
    )
    await calendar.sync()
    server.clock.advance(10 * 60_000)
    const ical = await calendar.sync()
    assert.equal(ical.lastSyncError, null)
    assert.deepEqual(await calendar.stays(), [
      'BOOKED 2026-06-08 2026-06-11',
      'BOOKED 2026-06-11 2026-06-13',
      'BLOCKED 2026-07-02 2026-07-04',
      'CANCELLED 2026-07-10 2026-07-12',
    ])
    assert.equal((await calendar.leads())[0]!.uid, a!.uid)
    const types = formatEvents((await readEventLog(server, agencyUid)).slice(before))
    for (const type of ['BLOCK_DELETED', 'BOOKING_CANCELLED', 'LEAD_DATES_CHANGED']) {
      assert.ok(types.includes(type), type)
    }
  })
})

describe('an imported lead', () => {
  it('is kept when its event is removed after its end', async () => {
    const calendar = await makeCalendar(
      formatFeed(['past', '20260401', '20260405'], ['b', '20260601', '20260605']),
    )
    await calendar.sync()
    calendar.setFeed(formatFeed(['b', '20260601', '20260605']))
    assert.equal((await calendar.sync()).lastSyncStatus, 'OK')
    assert.deepEqual(await calendar.stays(), [
      'BOOKED 2026-04-01 2026-04-05',
      'BOOKED 2026-06-01 2026-06-05',
    ])
  })

  it('becomes a booking with its summary, and stays one when that changes again', async () => {
    const calendar = await makeCalendar(
      formatFeed(['a', '20260604', '20260608', 'Blocked'], ['b', '20260701', '20260705']),
    )
    await calendar.sync()
    calendar.setFeed(
      formatFeed(['a', '20260604', '20260608'], ['b', '20260701', '20260705', 'Blocked']),
    )
    assert.equal((await calendar.sync()).lastSyncError, null)
    assert.deepEqual(await calendar.stays(), [
      'BOOKED 2026-06-04 2026-06-08',
      'BOOKED 2026-07-01 2026-07-05',
    ])
  })

  it('keeps a change of the agency until the event changes', async () => {
    const calendar = await makeCalendar(formatFeed(['a', '20260604', '20260608', 'Blocked']))
    await calendar.sync()
    const [block] = await calendar.leads()
    assert.equal((await send('DELETE', `/leads/${block!.uid}`)).status, 204)
    await calendar.sync()
    assert.deepEqual(await calendar.stays(), [])
    calendar.setFeed(formatFeed(['a', '20260604', '20260609', 'Blocked']))
    await calendar.sync()
    assert.deepEqual(await calendar.stays(), ['BLOCKED 2026-06-04 2026-06-09'])
  })
})

describe('events that are not imported', () => {
  it('blocks the free nights of a conflicting event, and reports it once', async () => {
    const calendar = await makeCalendar(
      formatFeed(['free', '20260604', '20260608'], ['taken', '20260702', '20260704']),
    )
    const { propertyUid } = calendar
    const dates = { checkInLocalDate: '2026-07-03', checkOutLocalDate: '2026-07-08' }
    const lead = { agencyUid, propertyUid, status: 'BLOCKED', ...dates }
    const blocked = await send('POST', '/leads', lead)
    const failures = async () =>
      (await readEventLog(server, agencyUid)).filter(
        ({ type, payload }) =>
          type === 'ICAL_SYNC_FAILED' &&
          (payload as { ical_uid: string }).ical_uid === calendar.uid,
      ).length
    for (const _ of [1, 2]) {
      const ical = await calendar.sync()
      assert.equal(ical.lastSyncStatus, 'ERROR')
      assert.match(
        ical.lastSyncError,
        / from 2026-07-02 to 2026-07-04: another lead occupies one of its nights/,
      )
      assert.equal(await failures(), 1)
    }
    assert.deepEqual(await calendar.stays(), [
      'BOOKED 2026-06-04 2026-06-08',
      'BLOCKED 2026-07-02 2026-07-03',
      'BLOCKED 2026-07-03 2026-07-08',
    ])
    await send('DELETE', `/leads/${blocked.body.lead.uid}`)
    assert.equal((await calendar.sync()).lastSyncStatus, 'OK')
    assert.equal((await calendar.stays())[1], 'BOOKED 2026-07-02 2026-07-04')
  })
})

describe('events without nights', () => {
  it('are skipped if cancelled or transparent, and removed if they become so', async () => {
    const event = (more: string) => `UID:a\nDTSTART;VALUE=DATE:20260604
      DTEND;VALUE=DATE:20260608\nSUMMARY:Reserved\n${more}`
    const calendar = await makeCalendar(formatFeed(event('SEQUENCE:1')))
    await calendar.sync()
    assert.equal((await calendar.stays()).length, 1)
    calendar.setFeed(formatFeed(event('SEQUENCE:2\nSTATUS:CANCELLED'), event('SEQUENCE:1')))
    await calendar.sync()
    assert.deepEqual(await calendar.stays(), ['CANCELLED 2026-06-04 2026-06-08'])
    calendar.setFeed(formatFeed(event('TRANSP:TRANSPARENT')))
    await calendar.sync()
    assert.deepEqual(await calendar.stays(), ['CANCELLED 2026-06-04 2026-06-08'])
  })

  it('are not affected by an unreadable event, whose lead is kept', async () => {
    const calendar = await makeCalendar(
      formatFeed(['a', '20260604', '20260608'], ['b', '20260701', '20260705']),
    )
    await calendar.sync()
    calendar.setFeed(
      formatFeed(
        'UID:a\nDTSTART:yesterday\nSUMMARY:Reserved',
        ['c', '20260801', '20260805'],
        ['lies', '20260910', '20260901'],
      ),
    )
    const ical = await calendar.sync()
    assert.match(
      ical.lastSyncError,
      /Event a \(line 4\): has a dtstart that is not a date; Event lies \(/,
    )
    assert.deepEqual(await calendar.stays(), [
      'BOOKED 2026-06-04 2026-06-08',
      'BOOKED 2026-07-01 2026-07-05',
      'BOOKED 2026-08-01 2026-08-05',
    ])
  })
})
