/** Tests of the order of claims and of deferred deliveries. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { callsAnywhere, deliverDue, makeWebhook } from '../../../../test/fixtures/webhooks.ts'
import { blocksVisited } from '../../../../test/support/explain-buffers.ts'
import { startServer } from '../../../../test/support/server.ts'
import { startReceiver } from '../../../../test/support/webhook-receiver/receiver.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { openClaimCountReader } from '../deliveries/claimed-deliveries.sql.ts'
import { lockQueue } from '../deliveries/deliveries.ts'
import { claimDeliveries } from './claim-deliveries.ts'

const server = await startServer(callsAnywhere)
const receiver = await startReceiver()

let agencyUid: string
let key: string
let propertyUid: string

beforeEach(async () => {
  ;({ agencyUid, key } = await makeAgency(server))
  propertyUid = await makeProperty(server, agencyUid)
  receiver.clear()
  receiver.respond({ status: 200 })
})

const hook = (eventType: string, extra = {}) =>
  makeWebhook(server, { agencyUid, eventType, url: `${receiver.url}/hook`, ...extra })

async function makeInquiry(): Promise<string> {
  const stay = { checkInLocalDate: '2027-01-01', checkOutLocalDate: '2027-01-03' }
  const body = { agencyUid, propertyUid, status: 'NEW', ...stay }
  const guestInformation = { firstName: 'Ada', email: 'ada@example.com' }
  const options = { key, body: { ...body, guestInformation } }
  const response = await server.request('POST', '/api/v3.3/leads', options)
  return response.body.lead.uid
}

const change = (uid: string, notes: string) =>
  server.request('PATCH', `/api/v3.3/leads/${uid}`, { key, body: { notes } })

const listTypes = (lead: string) =>
  receiver.received
    .map(({ text }) => JSON.parse(text))
    .filter(({ lead_uid }) => lead_uid === lead)
    .map(({ event_type }) => event_type)

async function claim(limit: number, isFast = false) {
  const { kysely: db } = server.database
  const streams = await db
    .selectFrom('deliveries')
    .select('destination')
    .distinct()
    .where('agency_uid', '=', agencyUid)
    .execute()
  const fastDestinations = isFast ? streams.map(({ destination }) => destination) : []
  const worker = randomUUID()
  const readClaimCounts = await openClaimCountReader({ db, clock: server.clock }, worker).prepare(
    agencyUid,
  )
  return transaction({ db, clock: server.clock }, async ctx => {
    await lockQueue(ctx, agencyUid, { waits: true })
    const bounds = { limit, fastDestinations, leaseMs: 25_000, blockingMs: 3_600_000 }
    return claimDeliveries(ctx, agencyUid, { worker, ...bounds }, await readClaimCounts(ctx.db))
  })
}

describe('a destination', () => {
  const countClaimed = async (limit: number, isFast = false) =>
    (await claim(limit, isFast)).claimed.length

  beforeEach(async () => {
    await hook('NEW_INQUIRY')
    for (let i = 0; i < 14; i++) await makeInquiry()
  })
  // Claims expire, and their deliveries are due again.
  afterEach(async () => {
    server.clock.advance(26_000)
    await deliverDue(server)
  })

  it('has at most as many claims as concurrent attempts', async () => {
    assert.deepEqual([await countClaimed(50), await countClaimed(50)], [10, 0])
  })

  it('is prefetched by one process if it is fast, and not claimed by others', async () => {
    assert.deepEqual([await countClaimed(12, true), await countClaimed(50, true)], [12, 0])
  })

  it('is not prefetched while another process has claims for it', async () => {
    assert.deepEqual([await countClaimed(3), await countClaimed(50, true)], [3, 7])
  })

  it('has at most ten concurrent attempts, however many deliveries are claimed', async () => {
    for (let i = 0; i < 30; i++) await makeInquiry()
    let [concurrent, maximum] = [0, 0]
    receiver.respond(async () => {
      concurrent += 1
      maximum = Math.max(maximum, concurrent)
      await new Promise(resolve => setTimeout(resolve, 5))
      concurrent -= 1
      return { status: 200 }
    })
    await deliverDue(server)
    assert.deepEqual([receiver.received.length, maximum <= 10], [44, true])
  })
})

describe('a delivery behind another of its key', () => {
  it('is checked once while the other is queued', async () => {
    await hook('NEW_INQUIRY')
    await hook('BOOKING_UPDATED')
    const leads = [await makeInquiry(), await makeInquiry()]
    for (const lead of leads) await change(lead, 'late')
    const first = await claim(1)
    assert.deepEqual([first.claimed.length, first.excludedCount], [1, 2])
    server.clock.advance(5)
    const second = await claim(0)
    assert.deepEqual([second.claimed.length, second.excludedCount], [0, 0])
  })

  it('is due when the delivery before it is done, even if a late one follows', async () => {
    await hook('NEW_INQUIRY')
    await hook('BOOKING_UPDATED')
    receiver.respond(({ text }) => ({ status: text.includes('NEW_INQUIRY') ? 500 : 200 }))
    const lead = await makeInquiry()
    await deliverDue(server)
    for (const notes of ['a', 'b', 'c']) await change(lead, notes)
    await deliverDue(server)
    server.clock.advance(61 * 60_000)
    receiver.clear()
    await deliverDue(server)
    assert.equal(listTypes(lead).filter(type => type === 'BOOKING_UPDATED').length, 3)
  })
})

describe('a backlog of one destination', () => {
  const backlog = 20_000

  it('is read only as far as a claim needs it', async () => {
    await hook('NEW_INQUIRY')
    await makeInquiry()
    const { kysely: db } = server.database
    await sql`insert into deliveries select copy.* from deliveries d,
        generate_series(1, ${backlog}) n, jsonb_populate_record(d, jsonb_build_object(
          'uid', md5('copy ' || n), 'ordering_key', md5('key ' || n),
          'due_at', d.due_at + n * interval '1 millisecond')) copy
      where d.agency_uid = ${agencyUid}`.execute(db)
    await sql`analyze deliveries`.execute(db)
    server.clock.advance(backlog)
    const ctx = { db, clock: server.clock }
    const bounds = { worker: randomUUID(), limit: 10, leaseMs: 25_000, blockingMs: 3_600_000 }
    // The explained statement returns no rows, which the claim does not expect.
    const blocks = await blocksVisited(db, on =>
      assert.rejects(claimDeliveries({ ...ctx, db: on }, agencyUid, bounds, [])),
    )
    assert.ok(blocks > 0 && blocks < 2_000, `${blocks} blocks`)
  })

  it('can be read by destination only through the index in order of time', async () => {
    const { rows } = await sql<{ indexname: string }>`select indexname from pg_indexes
      where tablename = 'deliveries' and indexdef like '%(agency_uid, destination,%'`.execute(
      server.database.kysely,
    )
    assert.deepEqual(rows, [{ indexname: 'due_by_destination' }])
  })
})
