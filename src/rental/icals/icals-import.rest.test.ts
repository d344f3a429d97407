/** What becomes of the events of external calendars: contract/resources.md §10, leads.md §6. */
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { describe, it } from 'node:test'
import { channelFeed, feedOf } from '../../../test/calendars-abroad.ts'
import { logOf, told } from '../../../test/event-log.ts'
import * as make from '../../../test/fixtures.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { startServer } from '../../../test/server.ts'
import { callsAnywhere } from '../../../test/webhooks.ts'

const server = await startServer(callsAnywhere)
const { agencyUid, key } = await make.makeAgency(server)
const host = await startReceiver()

const send = (method: string, path: string, body?: unknown) =>
  server.request(method, path.startsWith('/v2') ? path : `/api/v3.3${path}`, {
    key,
    ...(body ? { body } : {}),
  })

let calendars = 0

/** A property with a calendar that answers what a test says. */
async function makeCalendar(text: string, more: object = {}) {
  const propertyUid = await make.makeProperty(server, agencyUid)
  const path = `/${++calendars}.ics`
  const answers = new Map<string, object>()
  let answer: object = {}
  const says = (body: string | Buffer, headers: Record<string, string> = {}, status = 200) => {
    answer = { status, headers: { 'content-type': 'text/calendar', ...headers }, body }
    served.set(path, () => answer)
  }
  says(text)
  const body = { propertyUid, name: 'Elsewhere', url: `${host.url}${path}`, ...more }
  const created = await send('POST', '/icals', body)
  assert.equal(created.status, 201, created.text)
  const { uid } = created.body.ical
  const sync = async () => (await send('POST', `/icals/${uid}/sync`)).body.ical
  const leads = async () => {
    const { body } = await send('GET', `/leads?propertyUid=${propertyUid}`)
    return body.leads.sort((a: Lead, b: Lead) => (a.checkInLocalDateTime < b.checkInLocalDateTime ? -1 : 1))
  }
  const stays = async () =>
    (await leads()).map((lead: Lead) =>
      [lead.status, lead.checkInLocalDateTime.slice(0, 10), lead.checkOutLocalDateTime.slice(0, 10)].join(' '),
    )
  return { propertyUid, uid, says, sync, leads, stays, answers }
}

interface Lead {
  uid: string
  status: string
  checkInLocalDateTime: string
  checkOutLocalDateTime: string
}

const served = new Map<string, () => object>()
host.answer(({ url }) => served.get(url)?.() ?? { status: 404 })

describe('an import', () => {
  it('makes bookings and blocks of the events of a channel', async () => {
    const calendar = await makeCalendar(channelFeed('airbnb'), { source: 'AIRBNB' })
    const before = (await logOf(server, agencyUid)).length
    const ical = await calendar.sync()
    assert.deepEqual([ical.lastSyncStatus, ical.lastSyncError], ['OK', null])
    assert.equal(ical.lastSyncUtcDateTime, '2026-05-20T15:00:00')
    assert.deepEqual(await calendar.stays(), [
      'BOOKED 2026-06-04 2026-06-08',
      'BLOCKED 2026-07-01 2026-07-12',
    ])
    const [booking] = await calendar.leads()
    const { source, channel, metadata } = booking
    assert.deepEqual([source, channel], ['HOSTFULLY_ICAL', 'AIRBNB'])
    assert.equal(metadata.creationCircumstances, 'ICAL_IMPORT')
    const legacy = await send('GET', `/v2/leads/${booking.uid}`)
    assert.equal(legacy.body.source, 'IMPORT_AIRBNB')
    assert.equal(legacy.body.status, 'BOOKED_EXTERNALLY')
    const events = (await logOf(server, agencyUid)).slice(before)
    assert.ok(told(events).includes('NEW_BOOKING') && told(events).includes('NEW_BLOCKED_DATES'))
    assert.deepEqual(new Set(events.map(event => `${event.actor_type} ${event.actor_uid}`)), new Set([`ICAL ${calendar.uid}`]))
  })
})
