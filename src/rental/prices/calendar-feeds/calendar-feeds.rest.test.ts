import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { listUnits, makeStay, makeUnitType } from '../../../../test/fixtures/held-nights.ts'
import { makeAgency, makeProperty, makeUnit } from '../../../../test/fixtures/rows.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { kysely } = server.database
const { agencyUid } = await makeAgency(server)

interface Event {
  uid: string
  start: string
  end: string
  summary: string
}

async function readToken(propertyUid: string): Promise<string> {
  const row = await kysely
    .selectFrom('calendar_feeds')
    .select('token')
    .where('agency_uid', '=', agencyUid)
    .where('property_uid', '=', propertyUid)
    .executeTakeFirstOrThrow()
  return row.token
}

const fetchFeed = async (propertyUid: string, headers = {}) =>
  server.request('GET', `/calendar/${await readToken(propertyUid)}.ics`, { headers })

async function listEvents(propertyUid: string): Promise<Event[]> {
  const { status, text } = await fetchFeed(propertyUid)
  assert.equal(status, 200)
  const events = text.replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1)
  const readProperty = (event: string, name: string) =>
    new RegExp(`^${name}(?:;VALUE=DATE)?:(.*)\r$`, 'm').exec(event)![1]!
  return events.map(event => ({
    uid: readProperty(event, 'UID'),
    start: readProperty(event, 'DTSTART'),
    end: readProperty(event, 'DTEND'),
    summary: readProperty(event, 'SUMMARY'),
  }))
}

const stay = (propertyUid: string, checkIn: string, checkOut: string, more = {}) =>
  makeStay(server, agencyUid, { propertyUid, checkIn, checkOut, ...more })

beforeEach(() => server.clock.set(exampleNow))

describe('GET /calendar/{token}.ics', () => {
  it('200: returns an all-day event per lead that holds nights, without guest data', async () => {
    const uid = await makeProperty(server, agencyUid, { turn_over_days: 2 })
    const columns = {
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'ada@example.org',
      notes: 'x1y',
    }
    const booked = await stay(uid, '2026-06-05', '2026-06-09', { turnover: 2, columns })
    const blocked = await stay(uid, '2026-07-01', '2026-07-02', { status: 'BLOCKED' })
    assert.deepEqual(await listEvents(uid), [
      { uid: `${booked}@lodgepole`, start: '20260605', end: '20260609', summary: 'Reserved' },
      { uid: `${blocked}@lodgepole`, start: '20260701', end: '20260702', summary: 'Blocked' },
    ])
    const { headers, text } = await fetchFeed(uid)
    assert.equal(headers.get('content-type'), 'text/calendar; charset=utf-8')
    assert.equal(headers.get('cache-control'), 'max-age=300')
    assert.match(text, /^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:/)
    for (const detail of ['Ada', 'Byron', 'example.org', 'x1y']) assert.ok(!text.includes(detail))
  })

  it('200: leaves out events that were imported from the fetching provider', async () => {
    const uid = await makeProperty(server, agencyUid)
    const columns = { source: 'HOSTFULLY_ICAL', ical_provider: 'airbnb' }
    const imported = await stay(uid, '2026-06-05', '2026-06-09', { columns })
    const own = await stay(uid, '2026-07-01', '2026-07-02', { status: 'BLOCKED' })
    const requestAs = async (agent: string) => {
      const { text } = await fetchFeed(uid, { 'user-agent': agent })
      return [imported, own].filter(lead => text.includes(lead))
    }
    assert.deepEqual(await requestAs('Airbnb-Calendar-Import/1.0'), [own])
    assert.deepEqual(await requestAs('Booking.com'), [imported, own])
  })

  it('200: contains 30 days back to 1,096 days ahead', async () => {
    const uid = await makeProperty(server, agencyUid)
    await stay(uid, '2026-04-10', '2026-04-20')
    const back = await stay(uid, '2026-04-20', '2026-04-21')
    const future = await stay(uid, '2029-05-20', '2029-05-22')
    await stay(uid, '2029-05-22', '2029-05-23')
    const uids = (await listEvents(uid)).map(event => event.uid)
    assert.deepEqual(uids, [`${back}@lodgepole`, `${future}@lodgepole`])
  })

  it('200: leaves out the turnover of a past stay, and expired holds', async () => {
    const uid = await makeProperty(server, agencyUid)
    await stay(uid, '2026-04-10', '2026-04-18', { turnover: 5 })
    const columns = { timer_ends_at: new Date('2026-05-20T16:00:00Z') }
    await stay(uid, '2026-06-05', '2026-06-09', { status: 'ON_HOLD', columns })
    assert.equal((await listEvents(uid)).length, 1)
    server.clock.set('2026-05-20T16:00:00Z')
    assert.deepEqual(await listEvents(uid), [])
  })

  it("200: a master and its subs contain each other's leads, siblings do not", async () => {
    const master = await makeProperty(server, agencyUid)
    const subs = [
      await makeProperty(server, agencyUid, { parent_uid: master }),
      await makeProperty(server, agencyUid, { parent_uid: master }),
    ]
    const units = await Promise.all(subs.map(uid => listUnits(server, agencyUid, uid)))
    const subStay = await stay(subs[0]!, '2026-06-05', '2026-06-09')
    const masterStay = await stay(master, '2026-06-10', '2026-06-12', { unitUids: units.flat() })
    const listUids = async (uid: string) => (await listEvents(uid)).map(event => event.uid)
    const both = [`${subStay}@lodgepole`, `${masterStay}@lodgepole`]
    assert.deepEqual(await listUids(master), both)
    assert.deepEqual(await listUids(subs[0]!), both)
    assert.deepEqual(await listUids(subs[1]!), [`${masterStay}@lodgepole`])
  })
})

describe('the feed of a unit type', () => {
  it('200: contains runs of nights without a free unit', async () => {
    const { propertyUid } = await makeUnitType(server, agencyUid)
    await makeUnit(kysely, agencyUid, propertyUid)
    const [a, b] = await listUnits(server, agencyUid, propertyUid)
    await stay(propertyUid, '2026-06-05', '2026-06-09', { unitUids: [a] })
    assert.deepEqual(await listEvents(propertyUid), [])
    await stay(propertyUid, '2026-06-07', '2026-06-08', { unitUids: [b] })
    await stay(propertyUid, '2026-06-08', '2026-06-12', { unitUids: [b], status: 'BLOCKED' })
    const full = { start: '20260607', end: '20260609', summary: 'Reserved' }
    assert.deepEqual(await listEvents(propertyUid), [
      { uid: `${propertyUid}-2026-06-07@lodgepole`, ...full },
    ])
  })

  it('200: contains a single run if no unit is active', async () => {
    const { propertyUid } = await makeUnitType(server, agencyUid)
    await kysely
      .updateTable('units')
      .set({ is_active: false })
      .where('agency_uid', '=', agencyUid)
      .where('property_uid', '=', propertyUid)
      .execute()
    const all = { start: '20260420', end: '20290521', summary: 'Blocked' }
    assert.deepEqual(await listEvents(propertyUid), [
      { uid: `${propertyUid}-2026-04-20@lodgepole`, ...all },
    ])
  })
})

describe('protocol details for calendar clients', () => {
  it('304: returns no body if nothing changed, with any further ETags', async () => {
    const uid = await makeProperty(server, agencyUid)
    await stay(uid, '2026-06-05', '2026-06-09')
    const first = await fetchFeed(uid)
    const etag = first.headers.get('etag')!
    for (const condition of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
      const again = await fetchFeed(uid, { 'if-none-match': condition })
      assert.deepEqual([again.status, again.text], [304, ''])
      assert.equal(again.headers.get('etag'), etag)
    }
    await stay(uid, '2026-06-10', '2026-06-12')
    const changed = await fetchFeed(uid, { 'if-none-match': etag })
    assert.equal(changed.status, 200)
    assert.notEqual(changed.headers.get('etag'), etag)
  })

  it('200: returns no body for HEAD', async () => {
    const uid = await makeProperty(server, agencyUid)
    const path = `/calendar/${await readToken(uid)}.ics`
    const { status, text } = await server.request('HEAD', path)
    assert.deepEqual([status, text], [200, ''])
  })

  it('404: rejects unknown tokens, deleted properties, and other file names', async () => {
    const uid = await makeProperty(server, agencyUid)
    const token = await readToken(uid)
    const deleted = await makeProperty(server, agencyUid, { deleted_at: new Date(exampleNow) })
    const unknown = [await readToken(deleted), 'f'.repeat(32), token.toUpperCase(), 'x', '%00', '']
    for (const text of unknown) {
      assert.equal((await server.request('GET', `/calendar/${text}.ics`)).status, 404, text)
    }
    for (const path of [token, `${token}.ics/x`, `${token}.txt`]) {
      assert.equal((await server.request('GET', `/calendar/${path}`)).status, 404, path)
    }
  })
})
