/**
 * Events commit with the change that they describe, in a log without gaps: contract/events.md §6,
 * §10.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../test/fixtures/rows.ts'
import { startServer } from '../../test/support/server.ts'

const server = await startServer()

async function makeCase() {
  const { agencyUid, key } = await makeAgency(server)
  return { agencyUid, key, propertyUid: await makeProperty(server, agencyUid) }
}

type Case = Awaited<ReturnType<typeof makeCase>>

const readLog = (agencyUid: string) =>
  server.database.kysely
    .selectFrom('events')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .orderBy('seq')
    .execute()

const book = ({ agencyUid, key, propertyUid }: Case, checkIn: string, headers = {}) => {
  const checkOut = Temporal.PlainDate.from(checkIn).add({ days: 2 }).toString()
  const body = {
    agencyUid,
    propertyUid,
    status: 'BOOKED',
    checkInLocalDate: checkIn,
    checkOutLocalDate: checkOut,
    guestInformation: { firstName: 'Ada' },
  }
  return server.request('POST', '/api/v3.3/leads', { key, headers, body })
}

describe('a write request', () => {
  it('201: records its events with position, actor and request uid', async () => {
    const it = await makeCase()
    const requestUid = randomUUID()
    const { body } = await book(it, '2027-03-01', { 'x-trace-id': requestUid })
    const lead_uid = body.lead.uid
    const events = await readLog(it.agencyUid)
    const recorded = events.map(({ seq, type, cause, object_version }) => {
      return [Number(seq), type, cause, object_version]
    })
    assert.deepEqual(recorded, [
      [1, 'NEW_BOOKING', null, 1],
      [2, 'PROPERTY_AVAILABILITY_UPDATED', 'NEW_BOOKING', 2],
      [3, 'ORDER_CREATED', null, 1],
    ])
    assert.deepEqual(events[0]!.payload, {
      agency_uid: it.agencyUid,
      event_type: 'NEW_BOOKING',
      lead_uid,
      property_uid: it.propertyUid,
    })
    for (const event of events) {
      assert.deepEqual([event.actor_type, event.request_uid], ['API_KEY', requestUid])
    }
  })

  it('409: records no event, also with an Idempotency-Key', async () => {
    const it = await makeCase()
    await book(it, '2027-03-01')
    const before = await readLog(it.agencyUid)
    const { status } = await book(it, '2027-03-01', { 'idempotency-key': randomUUID() })
    assert.equal(status, 409)
    assert.equal((await readLog(it.agencyUid)).length, before.length)
  })

  it('201: records no further event when repeated with its Idempotency-Key', async () => {
    const it = await makeCase()
    const headers = { 'idempotency-key': randomUUID() }
    await book(it, '2027-03-01', headers)
    const before = await readLog(it.agencyUid)
    assert.equal((await book(it, '2027-03-01', headers)).status, 201)
    assert.equal((await readLog(it.agencyUid)).length, before.length)
  })
})

describe('concurrent write requests', () => {
  it('assigns unique positions without gaps', async () => {
    const it = await makeCase()
    const days = Array.from({ length: 20 }, (_, i) => i)
    const start = Temporal.PlainDate.from('2027-05-01')
    const all = days.map(day => book(it, start.add({ days: 3 * day }).toString()))
    assert.ok((await Promise.all(all)).every(({ status }) => status === 201))
    const seqs = (await readLog(it.agencyUid)).map(({ seq }) => Number(seq))
    assert.deepEqual(
      seqs,
      Array.from({ length: 60 }, (_, i) => i + 1),
    )
  })
})
