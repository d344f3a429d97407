/** Feeds that are large, slow or damaged, and what happens meanwhile: contract/resources.md §10. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { feedOf } from '../../../../test/fixtures/calendars-abroad.ts'
import { eventOf, feedOfStays, startFeeds } from '../../../../test/fixtures/feeds/feed-stays.ts'
import { callsAnywhere } from '../../../../test/fixtures/webhooks.ts'
import { startServer } from '../../../../test/support/server.ts'
import { workContext } from '../../../process/start-work.ts'
import { icalCaller } from '../../access/agencies/caller.ts'
import { syncIcal } from './sync-ical.ts'

const server = await startServer(callsAnywhere)
const feeds = await startFeeds(server)
const { agencyUid, host, send, makeCalendar, property, soldAs, stays } = feeds
const log = { info: () => {}, error: console.error } as never

/** Writes the response of a server that speaks HTTP by hand, on a port of its own. */
let speak: (socket: Socket) => Promise<unknown> = async () => {}
const raw = createServer(socket => {
  socket.on('error', () => {})
  socket.once('data', () => void speak(socket).finally(() => socket.destroySoon()))
})
await once(raw.listen(0, '127.0.0.1'), 'listening')
after(() => raw.close())
const rawUrl = `http://127.0.0.1:${(raw.address() as AddressInfo).port}/feed.ics`

/** A calendar at the server that speaks by hand; it has 10-14. */
async function rawCalendar() {
  const propertyUid = await property()
  speak = answering(feedOfStays('A 10-14'))
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
  it('of 5 MiB is imported, and of more is not', async () => {
    const end = 'END:VCALENDAR\r\n'
    const padded = (bytes: number) => {
      const text = feedOfStays('A 10-14').replace(end, 'X-PAD:y\r\n'.repeat(500_000))
      return `${text}X-PAD:${'y'.repeat(bytes - text.length - 8 - end.length)}\r\n${end}`
    }
    const most = 5 * 1_024 * 1_024
    const calendar = await makeCalendar(padded(most))
    assert.equal((await calendar.sync()).lastSyncError, null)
    assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 10-14'])
    calendar.says(padded(most + 1))
    assert.match((await calendar.sync()).lastSyncError, /larger than 5 MiB/)
    assert.deepEqual(await stays(calendar.propertyUid), ['BOOKED 10-14'])
  })

  it('of 10,000 events is imported', async () => {
    const events = Array.from({ length: 10_000 }, (_, i) => eventOf(`e${i}`, '20-22', 'Closed'))
    const calendar = await makeCalendar(feedOf(...events))
    assert.equal((await calendar.sync()).lastSyncError, null)
    assert.deepEqual(await stays(calendar.propertyUid), ['BLOCKED 20-22'])
    const listed = (await send('GET', `/icals/${calendar.uid}/events`)).body.events
    assert.equal(listed.length, 10_000)
  })
})

describe('a slow or damaged answer', () => {
  it('in chunks is read as a whole', async () => {
    const { propertyUid, sync } = await rawCalendar()
    const body = feedOfStays('A 10-14', 'B 20-24')
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

  it('of another length than it says, or without its last chunk, changes nothing', async () => {
    const { propertyUid, sync } = await rawCalendar()
    const body = feedOfStays('B 20-24')
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

  it('that does not come in time is a failure, and changes nothing', async () => {
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
  it('whose property is deleted meanwhile is imported no more', async () => {
    const calendar = await makeCalendar('')
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    host.forget()
    host.answer(() => opened.then(() => ({ body: feedOfStays('A 10-14') })))
    const syncing = send('POST', `/icals/${calendar.uid}/sync`)
    await host.has(1)
    assert.equal((await send('DELETE', `/properties/${calendar.propertyUid}`)).status, 204)
    open()
    assert.ok((await syncing).status < 500)
    assert.deepEqual(await leadsAt(calendar.propertyUid), [])
  })

  it('that is deleted meanwhile is imported no more', async () => {
    const calendar = await makeCalendar('')
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    host.forget()
    host.answer(() => opened.then(() => ({ body: feedOfStays('A 10-14') })))
    const syncing = send('POST', `/icals/${calendar.uid}/sync`)
    await host.has(1)
    assert.equal((await send('DELETE', `/icals/${calendar.uid}`)).status, 204)
    open()
    assert.equal((await syncing).status, 404)
    assert.deepEqual(await leadsAt(calendar.propertyUid), [])
  })

  it('by two at once, while its nights are sold, holds each night once', async () => {
    const propertyUid = await property()
    const calendar = await makeCalendar(feedOfStays('A 10-14', 'B 20-24'), {}, propertyUid)
    host.answer(async () => ({ body: feedOfStays('A 10-14', 'B 20-24') }))
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

/** The leads of a property, a deleted one too. */
async function leadsAt(propertyUid: string) {
  return server.database.kysely
    .selectFrom('leads')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where('property_uid', '=', propertyUid)
    .execute()
}
