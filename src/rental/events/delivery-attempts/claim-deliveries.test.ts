/** In which order deliveries are claimed, and for how long others are kept back. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { callsAnywhere, deliverDue, makeWebhook } from '../../../../test/fixtures/webhooks.ts'
import { startReceiver } from '../../../../test/support/receiver.ts'
import { startServer } from '../../../../test/support/server.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { listRunningUnscoped } from '../deliveries/claimed-deliveries.sql.ts'
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
  receiver.forget()
  receiver.answer({ status: 200 })
})

const hook = (eventType: string, given = {}) =>
  makeWebhook(server, { agencyUid, eventType, url: `${receiver.url}/hook`, ...given })

async function makeInquiry(): Promise<string> {
  const stay = { checkInLocalDate: '2027-01-01', checkOutLocalDate: '2027-01-03' }
  const body = { agencyUid, propertyUid, status: 'NEW', ...stay }
  const guestInformation = { firstName: 'Ada', email: 'ada@example.com' }
  const options = { key, body: { ...body, guestInformation } }
  const answer = await server.request('POST', '/api/v3.3/leads', options)
  return answer.body.lead.uid
}

const change = (uid: string, notes: string) =>
  server.request('PATCH', `/api/v3.3/leads/${uid}`, { key, body: { notes } })

const typesOf = (lead: string) =>
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
  const prefetched = isFast ? streams.map(({ destination }) => destination) : []
  return transaction({ db, clock: server.clock }, async ctx => {
    await lockQueue(ctx, agencyUid, { waits: true })
    const bounds = { limit, prefetched, leaseMs: 25_000, blockingMs: 3_600_000 }
    const worker = randomUUID()
    const running = await listRunningUnscoped(ctx, server.clock.now(), worker)
    return claimDeliveries(ctx, agencyUid, { worker, ...bounds }, running)
  })
}

describe('a destination', () => {
  const claimedOf = async (limit: number, isFast = false) =>
    (await claim(limit, isFast)).claimed.length

  beforeEach(async () => {
    await hook('NEW_INQUIRY')
    for (let i = 0; i < 14; i++) await makeInquiry()
  })
  // What is claimed is due again when its time is over.
  afterEach(async () => {
    server.clock.advance(26_000)
    await deliverDue(server)
  })

  it('has no more claimed than may be under way at once', async () => {
    assert.deepEqual([await claimedOf(50), await claimedOf(50)], [10, 0])
  })

  it('that is fast is prefetched by one process, and not claimed by others', async () => {
    assert.deepEqual([await claimedOf(12, true), await claimedOf(50, true)], [12, 0])
  })

  it('that another process has claimed of is not prefetched', async () => {
    assert.deepEqual([await claimedOf(3), await claimedOf(50, true)], [3, 7])
  })

  it('has ten attempts under way at most, however much is claimed of it', async () => {
    for (let i = 0; i < 30; i++) await makeInquiry()
    let [underWay, most] = [0, 0]
    receiver.answer(async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise(resolve => setTimeout(resolve, 5))
      underWay -= 1
      return { status: 200 }
    })
    await deliverDue(server)
    assert.deepEqual([receiver.received.length, most <= 10], [44, true])
  })
})

describe('a delivery behind another of its key', () => {
  it('is looked at once, not again and again while that one waits for its turn', async () => {
    await hook('NEW_INQUIRY')
    await hook('BOOKING_UPDATED')
    const leads = [await makeInquiry(), await makeInquiry()]
    for (const lead of leads) await change(lead, 'late')
    const first = await claim(1)
    assert.deepEqual([first.claimed.length, first.deferred], [1, 2])
    server.clock.advance(5)
    const second = await claim(0)
    assert.deepEqual([second.claimed.length, second.deferred], [0, 0])
  })

  it('goes on as soon as the one before is done, though a late one is yet to come', async () => {
    await hook('NEW_INQUIRY')
    await hook('BOOKING_UPDATED')
    receiver.answer(({ text }) => ({ status: text.includes('NEW_INQUIRY') ? 500 : 200 }))
    const lead = await makeInquiry()
    await deliverDue(server)
    for (const notes of ['a', 'b', 'c']) await change(lead, notes)
    await deliverDue(server)
    server.clock.advance(61 * 60_000)
    receiver.forget()
    await deliverDue(server)
    assert.equal(typesOf(lead).filter(type => type === 'BOOKING_UPDATED').length, 3)
  })
})
