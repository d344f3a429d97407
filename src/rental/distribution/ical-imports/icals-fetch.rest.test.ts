/** Tests of fetching external calendars: contract/resources.md §10. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { formatEvents, readEventLog } from '../../../../test/fixtures/events/event-log.ts'
import { formatFeed, startAbroad } from '../../../../test/fixtures/external-calendars.ts'
import { callsAnywhere } from '../../../../test/fixtures/webhooks.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer(callsAnywhere)
const { agencyUid, host, send, makeCalendar, responses: answers } = await startAbroad(server)

describe('an invalid response', () => {
  it('removes nothing, and emits an event on the fourth consecutive failure', async () => {
    const text = formatFeed(['a', '20260604', '20260608'])
    const calendar = await makeCalendar(text)
    await calendar.sync()
    const responses: [string | Buffer, Record<string, string>, number][] = [
      ['', {}, 200],
      ['gone', {}, 500],
      ['', {}, 304],
      ['<html>Please sign in</html>', { 'content-type': 'text/html' }, 200],
      [text.replace('END:VCALENDAR', ''), {}, 200],
      [gzipSync(Buffer.alloc(6 * 1_024 * 1_024, 32)), { 'content-encoding': 'gzip' }, 200],
      [Buffer.alloc(6 * 1_024 * 1_024, 32), {}, 200],
    ]
    const before = (await readEventLog(server, agencyUid)).length
    for (const [i, response] of responses.entries()) {
      calendar.setFeed(...response)
      const ical = await calendar.sync()
      assert.equal(ical.lastSyncStatus, 'ERROR', String(i))
      const events = formatEvents((await readEventLog(server, agencyUid)).slice(before))
      assert.deepEqual(events, i < 3 ? [] : ['ICAL_SYNC_FAILED'])
    }
    assert.deepEqual(await calendar.stays(), ['BOOKED 2026-06-04 2026-06-08'])
  })

  it('with more than 10,000 events imports none', async () => {
    const event = formatFeed(['a', '20260604', '20260608']).split('\r\n').slice(3, -2).join('\r\n')
    const many = `BEGIN:VCALENDAR\r\n${`${event}\r\n`.repeat(10_001)}END:VCALENDAR`
    const calendar = await makeCalendar(many)
    assert.match((await calendar.sync()).lastSyncError, /more than 10000 events/)
    assert.deepEqual(await calendar.stays(), [])
  })
})

describe('fetching', () => {
  it('sends the validators of the last complete import', async () => {
    const calendar = await makeCalendar('')
    const validators = { etag: '"1"', 'last-modified': 'Wed, 20 May 2026 12:00:00 GMT' }
    calendar.setFeed(formatFeed(['a', '20260604', '20260608']), validators)
    host.clear()
    await calendar.sync()
    calendar.setFeed('', {}, 304)
    assert.equal((await calendar.sync()).lastSyncStatus, 'OK')
    const [first, second] = host.received.map(({ headers }) => headers)
    assert.deepEqual([first!['if-none-match'], first!['accept-encoding']], [undefined, 'gzip, br'])
    assert.equal(second!['if-none-match'], '"1"')
    assert.equal(second!['if-modified-since'], validators['last-modified'])
    assert.deepEqual(await calendar.stays(), ['BOOKED 2026-06-04 2026-06-08'])
  })

  it('accepts compression, follows redirects, sends passwords only to their origin', async () => {
    const calendar = await makeCalendar('')
    const { url } = (await send('GET', `/icals?propertyUid=${calendar.propertyUid}`)).body.icals[0]
    const withPassword = url.replace('//', '//user:pass@')
    const { body } = await send('PATCH', `/icals/${calendar.uid}`, { url: withPassword })
    assert.equal(body.ical.url, url.replace('//', '//***@'))
    calendar.setFeed('', { location: '/target.ics' }, 302)
    const zipped = gzipSync(formatFeed(['a', '20260604', '20260608']))
    const response = { headers: { 'content-encoding': 'gzip' }, body: zipped }
    answers.set('/target.ics', response)
    host.clear()
    assert.equal((await calendar.sync()).lastSyncError, null)
    assert.deepEqual(await calendar.stays(), ['BOOKED 2026-06-04 2026-06-08'])
    const authorizations = host.received.map(({ headers }) => headers.authorization)
    assert.deepEqual(
      authorizations,
      Array(2).fill(`Basic ${Buffer.from('user:pass').toString('base64')}`),
    )
    calendar.setFeed(
      '',
      { location: `${host.url.replace('127.0.0.1', 'localhost')}/target.ics` },
      301,
    )
    host.clear()
    await calendar.sync()
    assert.equal(host.received[1]?.headers.authorization, undefined)
    calendar.setFeed('', { location: url }, 302)
    assert.match((await calendar.sync()).lastSyncError, /redirects more than 5 times/)
  })

  it('never follows a redirect to a feed of this server', async () => {
    const calendar = await makeCalendar('')
    const { exportUrl } = (await send('GET', `/icals?propertyUid=${calendar.propertyUid}`)).body
    calendar.setFeed('', { location: exportUrl }, 302)
    assert.match((await calendar.sync()).lastSyncError, /leads back to this server/)
  })

  it('runs once for concurrent requests', async () => {
    const calendar = await makeCalendar(
      formatFeed(['a', '20260604', '20260608'], ['b', '20260701', '20260705', 'Blocked']),
    )
    const synced = await Promise.all([1, 2, 3].map(() => calendar.sync()))
    for (const ical of synced) assert.equal(ical.lastSyncError, null)
    assert.equal((await calendar.leads()).length, 2)
  })
})

describe('an import on request', () => {
  it('runs for two calendars of an agency at once, and for other agencies', async () => {
    const body = formatFeed(['a', '20260604', '20260608'])
    const calendars = [await makeCalendar(body), await makeCalendar(body), await makeCalendar(body)]
    const other = await startAbroad(server)
    const elsewhere = await other.makeCalendar(body)
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    host.clear()
    host.respond(() => opened.then(() => ({ body })))
    const syncing = calendars.map(calendar => calendar.sync())
    await host.has(2)
    assert.equal((await elsewhere.sync()).lastSyncStatus, 'OK')
    assert.equal(host.received.length, 2)
    open()
    const statuses = (await Promise.all(syncing)).map(ical => ical.lastSyncStatus)
    assert.deepEqual(statuses, ['OK', 'OK', 'OK'])
  })
})
