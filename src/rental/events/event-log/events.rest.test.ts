/** Tests of pages of the event log: contract/events.md §10. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { emitTestEvents } from '../../../../test/fixtures/events/events.ts'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()

async function makeCase() {
  const { agencyUid, key } = await makeAgency(server)
  return { agencyUid, key, propertyUid: await makeProperty(server, agencyUid) }
}

type Case = Awaited<ReturnType<typeof makeCase>>

const read = (key: string, query = '') =>
  server.request('GET', `/api/v3.3/events${query && `?${query}`}`, { key })

const emitEvents = ({ agencyUid, propertyUid }: Case, count = 1) =>
  emitTestEvents(
    server,
    agencyUid,
    Array.from({ length: count }, () => ({
      type: 'UPDATED_PROPERTY',
      keys: { property_uid: propertyUid },
    })),
  )

const listSeqs = (body: { events: { seq: number }[] }) => body.events.map(({ seq }) => seq)

const stay = {
  checkInLocalDate: '2027-03-01',
  checkOutLocalDate: '2027-03-04',
  guestInformation: { firstName: 'Ada' },
}

describe('GET /events', () => {
  it('200: returns position 0 for an empty log', async () => {
    const { key } = await makeCase()
    const { status, body } = await read(key)
    assert.equal(status, 200)
    const _metadata = { count: 0, totalCount: null }
    assert.deepEqual(body, { events: [], _metadata, nextAfter: 0, latestSeq: 0 })
  })

  it('200: returns all fields of an event', async () => {
    const it = await makeCase()
    const headers = { 'x-trace-id': randomUUID() }
    const created = await server.request('POST', '/api/v3.3/leads', {
      key: it.key,
      headers,
      body: { agencyUid: it.agencyUid, propertyUid: it.propertyUid, status: 'BOOKED', ...stay },
    })
    const { uid } = created.body.lead
    const { body } = await read(it.key)
    const { uid: eventUid, actor, changes, ...event } = body.events[1]
    assert.deepEqual(event, {
      seq: 2,
      eventType: 'PROPERTY_AVAILABILITY_UPDATED',
      agencyUid: it.agencyUid,
      createdUtcDateTime: '2026-05-20T15:00:00',
      eventVersion: 1,
      objectType: 'PROPERTY',
      objectUid: it.propertyUid,
      objectVersion: 2,
      previousObjectVersion: 1,
      cause: 'NEW_BOOKING',
      requestUid: headers['x-trace-id'],
      payload: {
        agency_uid: it.agencyUid,
        event_type: 'PROPERTY_AVAILABILITY_UPDATED',
        property_uid: it.propertyUid,
        lead_uid: uid,
      },
    })
    assert.deepEqual([typeof eventUid, actor.type, changes], ['string', 'API_KEY', {}])
    assert.deepEqual(Object.keys(body), ['events', '_metadata', 'nextAfter', 'latestSeq'])
  })
})

describe('a page of GET /events', () => {
  it('200: continues after a position, page by page', async () => {
    const it = await makeCase()
    await emitEvents(it)
    await emitEvents(it)
    await emitEvents(it)
    const { body: first } = await read(it.key, '_limit=2')
    assert.deepEqual([listSeqs(first), first.nextAfter, first.latestSeq], [[1, 2], 2, 3])
    const { body: second } = await read(it.key, `_limit=2&after=${first.nextAfter}`)
    assert.deepEqual([listSeqs(second), second.nextAfter], [[3], 3])
    const { body: end } = await read(it.key, 'after=3')
    assert.deepEqual([listSeqs(end), end.nextAfter, end._metadata.count], [[], 3, 0])
  })

  it('200: filters hide other events, and nextAfter is the last scanned position', async () => {
    const it = await makeCase()
    const other = { ...it, propertyUid: await makeProperty(server, it.agencyUid) }
    const leadUid = await makeLead(server, it.agencyUid, { property_uid: it.propertyUid })
    const keys = { lead_uid: leadUid, property_uid: it.propertyUid }
    await emitTestEvents(server, it.agencyUid, [{ type: 'NEW_INQUIRY', keys }])
    await emitEvents(it)
    await emitEvents(other)
    const listFiltered = async (query: string) => {
      const { body } = await read(it.key, query)
      return [listSeqs(body), body.nextAfter]
    }
    assert.deepEqual(await listFiltered('eventTypes=NEW_INQUIRY,NEW_BOOKING'), [[1], 3])
    assert.deepEqual(await listFiltered(`leadUid=${leadUid}`), [[1], 3])
    assert.deepEqual(await listFiltered(`propertyUid=${it.propertyUid}`), [[1, 2], 3])
    assert.deepEqual(
      await listFiltered(`propertyUid=${it.propertyUid}&eventTypes=UPDATED_PROPERTY`),
      [[2], 3],
    )
    assert.deepEqual(await listFiltered('eventTypes=HOTEL_UPDATED'), [[], 3])
    assert.deepEqual(await listFiltered('eventTypes=UPDATED_PROPERTY&_limit=1'), [[2], 2])
  })
})

describe('GET /events with errors', () => {
  const refused: [string, string, number, string][] = [
    ['a position beyond the log', 'after=1', 400, 'INVALID_PARAMETER'],
    ['a negative position', 'after=-1', 400, 'INVALID_PARAMETER'],
    ['a position that is not a number', 'after=x', 400, 'INVALID_PARAMETER'],
    ['a wait that is too long', 'wait=31', 400, 'INVALID_PARAMETER'],
    ['a limit of 0', '_limit=0', 400, 'INVALID_PARAMETER'],
    ['an unknown type', 'eventTypes=NEW_BOOKING,NEW_MOON', 400, 'INVALID_ENUM_VALUE'],
    ['another agency', `agencyUid=${randomUUID()}`, 403, 'ACCESS_DENIED'],
    ['an unknown property', `propertyUid=${randomUUID()}`, 403, 'ACCESS_DENIED'],
    ['an unknown lead', `leadUid=${randomUUID()}`, 404, 'LEAD_NOT_FOUND'],
    ['a lead that is not a uid', 'leadUid=x', 404, 'LEAD_NOT_FOUND'],
  ]
  for (const [what, query, status, code] of refused) {
    it(`${status}: ${what} is refused`, async () => {
      const { key } = await makeCase()
      const response = await read(key, query)
      assert.deepEqual([response.status, response.body.code], [status, code])
    })
  }

  it('410: returns the first position that is still stored', async () => {
    const it = await makeCase()
    for (let i = 0; i < 3; i++) await emitEvents(it)
    await server.database.kysely
      .updateTable('event_logs')
      .set({ gone_seq: 2 })
      .where('agency_uid', '=', it.agencyUid)
      .execute()
    const { status, body } = await read(it.key, 'after=1')
    assert.deepEqual([status, body.code, body.oldestSeq], [410, 'EVENTS_GONE', 3])
    assert.match(body.apiErrorMessage, /^Events up to 2 are no longer stored; .* after 2$/)
    assert.deepEqual(listSeqs((await read(it.key, 'after=2')).body), [3])
  })

  for (const version of ['3.0', '3.2']) {
    it(`404: does not exist in v${version}`, async () => {
      const { key } = await makeCase()
      const { status } = await server.request('GET', `/api/v${version}/events`, { key })
      assert.equal(status, 404)
    })
  }
})
