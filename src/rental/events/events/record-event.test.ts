/** That events commit with what they tell of, in a log without gaps: contract/events.md §6, §10. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()

async function makeCase() {
  const { agencyUid, key } = await makeAgency(server)
  return { agencyUid, key, propertyUid: await makeProperty(server, agencyUid) }
}

type Case = Awaited<ReturnType<typeof makeCase>>

const logOf = (agencyUid: string) =>
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

describe('an act', () => {
  it('201: its events are in the log, numbered, with who did it and by which request', async () => {
    const it = await makeCase()
    const requestUid = randomUUID()
    const { body } = await book(it, '2027-03-01', { 'x-trace-id': requestUid })
    const lead_uid = body.lead.uid
    const events = await logOf(it.agencyUid)
    const told = events.map(({ seq, type, cause, object_version }) => {
      return [Number(seq), type, cause, object_version]
    })
    assert.deepEqual(told, [
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

  it('409: that is refused leaves no event, also under an Idempotency-Key', async () => {
    const it = await makeCase()
    await book(it, '2027-03-01')
    const before = await logOf(it.agencyUid)
    const { status } = await book(it, '2027-03-01', { 'idempotency-key': randomUUID() })
    assert.equal(status, 409)
    assert.equal((await logOf(it.agencyUid)).length, before.length)
  })

  it('200: repeated under its Idempotency-Key is told once', async () => {
    const it = await makeCase()
    const headers = { 'idempotency-key': randomUUID() }
    await book(it, '2027-03-01', headers)
    const before = await logOf(it.agencyUid)
    assert.equal((await book(it, '2027-03-01', headers)).status, 201)
    assert.equal((await logOf(it.agencyUid)).length, before.length)
  })
})

describe('acts at once', () => {
  it('get positions without gaps, each its own', async () => {
    const it = await makeCase()
    const days = Array.from({ length: 20 }, (_, i) => i)
    const start = Temporal.PlainDate.from('2027-05-01')
    const all = days.map(day => book(it, start.add({ days: 3 * day }).toString()))
    assert.ok((await Promise.all(all)).every(({ status }) => status === 201))
    const seqs = (await logOf(it.agencyUid)).map(({ seq }) => Number(seq))
    assert.deepEqual(
      seqs,
      Array.from({ length: 60 }, (_, i) => i + 1),
    )
  })
})
