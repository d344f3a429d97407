/** Large, slow and damaged responses, and concurrent writes: contract/resources.md §10. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatFeed } from '../../../../test/fixtures/external-calendars.ts'
import { formatEvent, formatStays, startFeeds } from '../../../../test/fixtures/feeds/feed-stays.ts'
import { callsAnywhere } from '../../../../test/fixtures/webhooks.ts'
import { startServer } from '../../../../test/support/server.ts'
import { workContext } from '../../../server/start-workers.ts'
import { icalCaller } from '../../access/agencies/caller.ts'
import { syncIcal } from './sync-ical.ts'

const server = await startServer(callsAnywhere)
const feeds = await startFeeds(server)
const { agencyUid, host, send, makeCalendar, property, soldAs, stays } = feeds
const log = { info: () => {}, error: console.error } as never

/** Response of a raw HTTP server on a port of its own. */
let speak: (socket: Socket) => Promise<unknown> = async () => {}
const raw = createServer(socket => {
  socket.on('error', () => {})
  socket.once('data', () => void speak(socket).finally(() => socket.destroySoon()))
})
await once(raw.listen(0, '127.0.0.1'), 'listening')
after(() => raw.close())
const rawUrl = `http://127.0.0.1:${(raw.address() as AddressInfo).port}/feed.ics`

/** Creates a calendar at the raw HTTP server with a stay of 10-14. */
async function rawCalendar() {
  const propertyUid = await property()
  speak = answering(formatStays('A 10-14'))
  const created = await send('POST', '/icals', { propertyUid, name: 'Raw', url: rawUrl })
  assert.equal(created.status, 201, created.text)
  const { uid } = created.body.ical
  const sync = async () => (await send('POST', `/icals/${uid}/sync`)).body.ical
  assert.equal((await sync()).lastSyncError, null)
  return { propertyUid, uid, sync }
}

function answering(body: string, length = Buffer.byteLength(body)) {
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/calendar\r\nContent-Length: ${length}\r\n`
  return async (socket: Socket) => socket.write(`${head}Connection: close\r\n\r\n${body}`)
}

describe('a large feed', () => {
  it('of 5 MiB is imported, a larger one is not', async () => {
    const end = 'END:VCALENDAR\r\n'
    const padded = (bytes: number) => {
      const text = formatStays('A 10-14').replace(end, 'X-PAD:y\r\n'.repeat(500_000))
      return `${text}X-PAD:${'y'.repeat(bytes - text.length - 8 - end.length)}\r\n${end}`
    }
    const most = 5 * 1_024 * 1_024
    const calendar = await makeCalendar(padded(most))
    assert.equal((await calendar.sync()).lastSyncError, null)
    assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 10-14'])
    calendar.setFeed(padded(most + 1))
    assert.match((await calendar.sync()).lastSyncError, /larger than 5 MiB/)
    assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 10-14'])
  })

  it('of 10,000 events is imported', async () => {
    const events = Array.from({ length: 10_000 }, (_, i) => formatEvent(`e${i}`, '20-22', 'Closed'))
    const calendar = await makeCalendar(formatFeed(...events))
    assert.equal((await calendar.sync()).lastSyncError, null)
    assert.deepEqual(await stays(calendar.propertyUid), ['BLOCKED 20-22'])
    const listed = (await send('GET', `/icals/${calendar.uid}/events`)).body.events
    assert.equal(listed.length, 10_000)
  })
})

describe('a slow or damaged response', () => {
  it('in chunks is read completely', async () => {
    const { propertyUid, sync } = await rawCalendar()
    const body = formatStays('A 10-14', 'B 20-24')
    speak = async socket => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n')
      for (let i = 0; i < body.length; i += 40) {
        const some = body.slice(i, i + 40)
        socket.write(`${some.length.toString(16)}\r\n${some}\r\n`)
        await sleep(2)
      }
      socket.write('0\r\n\r\n')
    }
    assert.equal((await sync()).lastSyncError, null)
    assert.deepEqual(await stays(propertyUid), ['BOOKED 10-14', 'BOOKED 20-24'])
  })

  it('with a wrong length or without its last chunk changes nothing', async () => {
    const { propertyUid, sync } = await rawCalendar()
    const body = formatStays('B 20-24')
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n`
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
    for (const odd of [
      answering(body, body.length + 100),
      answering(body, body.length - 20),
      async (socket: Socket) => socket.write(`${head}${chunk}`),
    ]) {
      speak = odd
      const ical = await sync()
      assert.equal(ical.lastSyncStatus, 'ERROR')
      assert.deepEqual(await stays(propertyUid), ['BOOKED 10-14'])
    }
  })

  it('that exceeds the timeout is a failure and changes nothing', async () => {
    const { propertyUid, uid } = await rawCalendar()
    speak = async socket => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nBEGIN:VCALENDAR\r\n')
      await once(socket, 'close')
    }
    const ctx = { ...workContext(server, log), caller: icalCaller(agencyUid, uid) }
    const endsAt = performance.now() + 300
    assert.equal(await syncIcal(ctx, { agency_uid: agencyUid, uid }, { endsAt }), 'DONE')
    const { icals } = (await send('GET', `/icals?propertyUid=${propertyUid}`)).body
    assert.equal(icals[0].lastSyncStatus, 'ERROR')
    assert.deepEqual(await stays(propertyUid), ['BOOKED 10-14'])
  })
})

describe('a calendar that is being fetched', () => {
  it('is not imported if its property is deleted concurrently', async () => {
    const calendar = await makeCalendar('')
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    host.clear()
    host.respond(() => opened.then(() => ({ body: formatStays('A 10-14') })))
    const syncing = send('POST', `/icals/${calendar.uid}/sync`)
    await host.has(1)
    assert.equal((await send('DELETE', `/properties/${calendar.propertyUid}`)).status, 204)
    open()
    assert.ok((await syncing).status < 500)
    assert.deepEqual(await leadsAt(calendar.propertyUid), [])
  })

  it('is not imported if it is deleted concurrently', async () => {
    const calendar = await makeCalendar('')
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    host.clear()
    host.respond(() => opened.then(() => ({ body: formatStays('A 10-14') })))
    const syncing = send('POST', `/icals/${calendar.uid}/sync`)
    await host.has(1)
    assert.equal((await send('DELETE', `/icals/${calendar.uid}`)).status, 204)
    open()
    assert.equal((await syncing).status, 404)
    assert.deepEqual(await leadsAt(calendar.propertyUid), [])
  })

  it('occupies each night once during concurrent imports and bookings', async () => {
    const propertyUid = await property()
    const calendar = await makeCalendar(formatStays('A 10-14', 'B 20-24'), {}, propertyUid)
    host.respond(async () => ({ body: formatStays('A 10-14', 'B 20-24') }))
    const selling = soldAs(propertyUid, '22-26').catch(() => null)
    const synced = await Promise.all([calendar.sync(), calendar.sync(), selling])
    const held = await stays(propertyUid)
    const sold = synced[2] !== null
    const expected = sold
      ? ['BLOCKED 20-22', 'BOOKED 10-14', 'BOOKED 22-26']
      : ['BOOKED 10-14', 'BOOKED 20-24']
    assert.deepEqual(held, expected)
  })
})

/** Lists the leads of a property, including deleted ones. */
async function leadsAt(propertyUid: string) {
  return server.database.kysely
    .selectFrom('leads')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where('property_uid', '=', propertyUid)
    .execute()
}
