/** External calendars of an agency: contract/resources.md §10. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { formatEvents, readEventLog } from '../../../../test/fixtures/events/event-log.ts'
import { formatFeed, startAbroad } from '../../../../test/fixtures/external-calendars.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { callsAnywhere } from '../../../../test/fixtures/webhooks.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer(callsAnywhere)
const guarded = await startServer()
const { agencyUid, key, host, send, makeCalendar } = await startAbroad(server)
const propertyUid = await makeProperty(server, agencyUid)
const listTypes = async (from: number) =>
  formatEvents((await readEventLog(server, agencyUid)).slice(from))
const logged = async () => (await readEventLog(server, agencyUid)).length
const url = 'https://www.airbnb.co.uk/calendar/ical/1.ics?s=secret'
const body = { propertyUid, name: 'Airbnb', url }

describe('POST /icals', () => {
  it('201: returns the calendar before its import, with the source of its host', async () => {
    const before = await logged()
    const { status, body: response } = await send('POST', '/icals', body)
    assert.equal(status, 201)
    const { uid, ...ical } = response.ical
    const never = { lastSyncUtcDateTime: null, lastSyncStatus: 'NEVER', lastSyncError: null }
    const settings = { imports: 'ALL', defaultKind: 'BLOCKED', repeatsOthers: false }
    const state = { state: 'NEVER', clashCount: 0, believedUtcDateTime: null }
    const expected = { propertyUid, name: 'Airbnb', source: 'AIRBNB', url, ...settings, ...state }
    assert.deepEqual(ical, { ...expected, ...never })
    assert.deepEqual(await listTypes(before), ['ICAL_CREATED'])
    const event = (await readEventLog(server, agencyUid)).at(-1)!
    assert.deepEqual(event.payload, {
      agency_uid: agencyUid,
      event_type: 'ICAL_CREATED',
      ical_uid: uid,
      property_uid: propertyUid,
    })
  })

  it('409: rejects a repeated url, and more than 20 calendars', async () => {
    const own = await makeProperty(server, agencyUid)
    const add = (i: number) =>
      send('POST', '/icals', { ...body, propertyUid: own, url: `https://ical.booking.com/${i}` })
    const uids: string[] = []
    for (let i = 0; i < 20; i++) {
      const { ical } = (await add(i)).body
      assert.equal(ical.source, 'BOOKINGDOTCOM')
      uids.push(ical.uid)
    }
    const again = await add(3)
    assert.deepEqual([again.status, again.body.code], [409, 'ALREADY_EXISTS'])
    assert.equal(again.body.existingUid, uids[3])
    const moved = await send('PATCH', `/icals/${uids[4]}`, { url: 'https://ical.booking.com/3' })
    assert.deepEqual([moved.status, moved.body.existingUid], [409, uids[3]])
    const more = await add(20)
    assert.deepEqual([more.status, more.body.code, more.body.limit], [409, 'STATE_CONFLICT', 20])
  })

  it('201 once: of two concurrent equal requests', async () => {
    const own = await makeProperty(server, agencyUid)
    const both = [1, 2].map(() => send('POST', '/icals', { ...body, propertyUid: own }))
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    assert.deepEqual(statuses.sort(), [201, 409])
  })

  it('400, 403: rejects invalid fields and properties', async () => {
    const { exportUrl } = (await send('GET', `/icals?propertyUid=${propertyUid}`)).body
    const elsewhere = exportUrl.replace(/^.*\/calendar/, 'https://other.example/calendar')
    const cases: [object, number, string][] = [
      [{ propertyUid: undefined }, 400, 'REQUIRED_PARAMETER'],
      [{ name: '' }, 400, 'INVALID_PARAMETER'],
      [{ name: 'x'.repeat(256) }, 400, 'INVALID_PARAMETER'],
      [{ url: 'calendar' }, 400, 'INVALID_PARAMETER'],
      [{ url: 'ftp://example.com/a.ics' }, 400, 'INVALID_PARAMETER'],
      [{ url: exportUrl }, 400, 'INVALID_PARAMETER'],
      [{ url: elsewhere }, 400, 'INVALID_PARAMETER'],
      [{ source: 'NOWHERE' }, 400, 'INVALID_ENUM_VALUE'],
      [{ propertyUid: randomUUID() }, 403, 'ACCESS_DENIED'],
    ]
    for (const [change, status, code] of cases) {
      const reply = await send('POST', '/icals', { ...body, url: `${url}2`, ...change })
      assert.deepEqual([reply.status, reply.body.code], [status, code], JSON.stringify(change))
    }
  })
})

describe('URL of a calendar', () => {
  it('400: rejects http and private addresses, unless the setting permits them', async () => {
    const agency = await makeAgency(guarded)
    const own = await makeProperty(guarded, agency.agencyUid)
    const refused = ['http://example.com/a', 'https://127.0.0.1/a', 'https://169.254.169.254/a']
    for (const url of [...refused, 'https://localhost/a', `${host.url}/a`]) {
      const options = { key: agency.key, body: { ...body, propertyUid: own, url } }
      const { status, body: response } = await guarded.request('POST', '/api/v3.3/icals', options)
      assert.deepEqual([status, response.parameter], [400, 'url'], url)
    }
  })

  it('does not fetch a URL that is rejected later', async () => {
    const agency = await makeAgency(guarded)
    const own = await makeProperty(guarded, agency.agencyUid)
    const requestGuarded = (method: string, path: string, body?: object) =>
      guarded.request(method, `/api/v3.3${path}`, { key: agency.key, ...(body ? { body } : {}) })
    const { uid } = (await requestGuarded('POST', '/icals', { ...body, propertyUid: own })).body
      .ical
    await guarded.database.kysely
      .updateTable('icals')
      .set({ url: `${host.url}/a` })
      .where('agency_uid', '=', agency.agencyUid)
      .execute()
    host.clear()
    const { ical } = (await requestGuarded('POST', `/icals/${uid}/sync`)).body
    assert.equal(ical.lastSyncError, 'The URL leads to an address that is not allowed')
    assert.deepEqual(host.received, [])
  })
})

describe('GET /icals', () => {
  it('200: sorted by name, with the export URL from 3.3 on', async () => {
    const own = await makeProperty(server, agencyUid)
    for (const name of ['Vrbo', 'Abritel']) {
      await send('POST', '/icals', { propertyUid: own, name, url: `https://${name}.com/x.ics` })
    }
    for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
      const path = `/api/${version}/icals?propertyUid=${own}`
      const { status, body } = await server.request('GET', path, { key })
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body), [
        'icals',
        '_metadata',
        ...(version === 'v3.3' ? ['exportUrl'] : []),
      ])
      assert.deepEqual(
        body.icals.map((ical: { name: string; source: string }) => [ical.name, ical.source]),
        [
          ['Abritel', 'ABRITEL'],
          ['Vrbo', 'VRBO'],
        ],
      )
      assert.deepEqual(body._metadata, { count: 2, totalCount: 2 })
    }
    const legacy = await send('GET', `/v2/externalcalendars?propertyUid=${own}`)
    assert.deepEqual(legacy.body, [
      { name: 'Abritel', source: 'ABRITEL', url: 'https://Abritel.com/x.ics' },
      { name: 'Vrbo', source: 'VRBO', url: 'https://Vrbo.com/x.ics' },
    ])
  })

  it('405, 404: rejects writes before 3.3', async () => {
    const options = { key, body }
    const { status } = await server.request('POST', '/api/v3.2/icals', options)
    assert.equal(status, 405)
    const sync = `/api/v3.2/icals/${randomUUID()}/sync`
    assert.equal((await server.request('POST', sync, { key })).status, 404)
  })

  it('200: returns the calendars of all properties of an agency', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => makeProperty(server, agencyUid)))
    for (const [i, propertyUid] of [one, other].entries()) {
      await send('POST', '/icals', { ...body, propertyUid, name: `Calendar ${i}` })
    }
    const { status, body: all } = await send('GET', `/icals?agencyUid=${agencyUid}`)
    assert.equal(status, 200)
    assert.ok(!('exportUrl' in all))
    const listed = all.icals.filter(({ name }: { name: string }) => name.startsWith('Calendar'))
    const uids = listed.map((ical: { propertyUid: string }) => ical.propertyUid)
    assert.deepEqual(uids.toSorted(), [one, other].toSorted())
    const foreign = await makeAgency(server)
    const path = `/api/v3.3/icals?agencyUid=${agencyUid}`
    const refused = await server.request('GET', path, { key: foreign.key })
    assert.equal(refused.body.code, 'ACCESS_DENIED')
  })

  it('400: requires a property or an agency', async () => {
    assert.equal((await send('GET', '/icals')).body.code, 'REQUIRED_PARAMETER')
  })
})

describe('PATCH and DELETE /icals/{uid}', () => {
  it('200: changes the sent fields; another url is imported at once', async () => {
    const calendar = await makeCalendar(formatFeed(['a', '20260604', '20260608', 'Blocked']))
    await calendar.sync()
    const change = (body: object) => send('PATCH', `/icals/${calendar.uid}`, body)
    const named = (await change({ name: 'Other', source: 'TRIPADVISOR' })).body.ical
    assert.deepEqual([named.name, named.source], ['Other', 'TRIPADVISOR'])
    assert.equal(named.lastSyncStatus, 'OK')
    const other = await makeCalendar(formatFeed(['b', '20260701', '20260705', 'Blocked']))
    const moved = (await change({ url: other.url })).body.ical
    assert.deepEqual([moved.url, moved.lastSyncStatus], [other.url, 'NEVER'])
    await calendar.sync()
    server.clock.advance(10 * 60_000)
    await calendar.sync()
    assert.deepEqual(await calendar.stays(), ['BLOCKED 2026-07-01 2026-07-05'])
  })

  it('204: removes future blocks and keeps bookings', async () => {
    const calendar = await makeCalendar(
      formatFeed(
        ['begun', '20260518', '20260525', 'Blocked'],
        ['a', '20260604', '20260608', 'Blocked'],
        ['b', '20260701', '20260705'],
      ),
    )
    await calendar.sync()
    const before = await logged()
    server.clock.advance(2 * 86_400_000)
    assert.equal((await send('DELETE', `/icals/${calendar.uid}`)).status, 204)
    assert.deepEqual(await calendar.stays(), [
      'BLOCKED 2026-05-20 2026-05-22',
      'BOOKED 2026-07-01 2026-07-05',
    ])
    const types = await listTypes(before)
    assert.ok(types.includes('BLOCK_DELETED') && types.includes('ICAL_DELETED'))
    const afterDelete = await send('POST', `/icals/${calendar.uid}/sync`)
    assert.deepEqual([afterDelete.status, afterDelete.body.code], [404, 'ICAL_NOT_FOUND'])
  })

  it('404: unknown calendar, and calendar of another agency', async () => {
    const foreign = await makeAgency(server)
    const calendar = await makeCalendar(formatFeed())
    for (const [uid, by] of [
      [randomUUID(), key],
      [calendar.uid, foreign.key],
    ] as const) {
      const options = { key: by, body: { name: 'x' } }
      const response = await server.request('PATCH', `/api/v3.3/icals/${uid}`, options)
      assert.deepEqual([response.status, response.body.code], [404, 'ICAL_NOT_FOUND'])
    }
  })
})

describe('POST /icals/export-token', () => {
  it('200: returns a new URL; the former one becomes unknown', async () => {
    const list = `/icals?propertyUid=${propertyUid}`
    const { exportUrl: old } = (await send('GET', list)).body
    const { status, body } = await send('POST', `/icals/export-token?propertyUid=${propertyUid}`)
    assert.equal(status, 200)
    assert.equal(body.icalExport.propertyUid, propertyUid)
    const { exportUrl } = (await send('GET', list)).body
    assert.equal(body.icalExport.url, exportUrl)
    assert.notEqual(exportUrl, old)
    const property = await send('GET', `/v2/properties/${propertyUid}`)
    assert.equal(property.body.availabilityCalendarUrl, exportUrl)
    const feed = async (url: string) => server.request('GET', new URL(url).pathname)
    assert.deepEqual([(await feed(old)).status, (await feed(exportUrl)).status], [404, 200])
  })
})
