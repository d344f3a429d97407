/**
 * Several processes on one database: each sees the changes of the others, and work is done once.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../../demo/chance.ts'
import { openDatabase } from '../../src/server/database.ts'
import { framesFrom } from '../fixtures/events/events.ts'
import { makeAgency, makeKey, makeProperty } from '../fixtures/rows.ts'
import { createDatabaseUrl } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { type ProcessPool, type ProcessSpec, startProcessPool } from '../support/process-pool.ts'
import { send, type TestResponse, type TestServer } from '../support/server.ts'
import type { Cleanup } from '../support/temporary.ts'
import { startReceiver } from '../support/webhook-receiver/receiver.ts'
import { type Booking, bookAll, stayOfNight } from './competing-writers.ts'
import { openRoundRobin, type RoundRobin } from './load-balancer.ts'

const undos: (() => unknown)[] = []
const cleanup: Cleanup = { add: undo => void undos.push(undo) }
const databaseUrl = await createDatabaseUrl()
const database = await openDatabase({ databaseUrl, databaseReadUrl: null, dataDir: '' })
const rows = { database } as TestServer
const receiver = await startReceiver()
const env = {
  ...{ ALLOW_PRIVATE_CALLBACKS: 'true', CALLBACK_RETRY_SCALE: '0.001' },
  // Work of a killed process is claimed again when its attempts must have ended.
  CALLBACK_TIMEOUT_MS: '2000',
}
let pool: ProcessPool
let balancer: RoundRobin
const nights = 40

before(async () => {
  const onlyServing = { ...env, RUN_WORKER: 'false' }
  const serving = Array.from(
    { length: 3 },
    (): ProcessSpec => ({ command: 'serve', env: onlyServing }),
  )
  const working = Array.from({ length: 2 }, (): ProcessSpec => ({ command: 'work', env }))
  pool = await startProcessPool(cleanup, databaseUrl, [...serving, ...working])
  balancer = await openRoundRobin(pool.members.map(({ origin }) => origin))
  cleanup.add(() => balancer.close())
})
after(async () => {
  for (const undo of undos.reverse()) await undo()
  await database.close()
})

describe('3 servers and 2 workers behind a load balancer', () => {
  it('lose and duplicate nothing while one of each is killed, and emit once in order', async () => {
    const { agencyUid, key } = await makeAgency(rows)
    await register(agencyUid, key)
    // The subscriber uses one process, which is not killed; the writers use all of them.
    const stream = await framesFrom(`${pool.members[0]!.origin}/api/v3.3/events`, {
      'x-hostfully-apikey': key,
      accept: 'text/event-stream',
    })
    const booked = await bookDuringKills(agencyUid, key)
    const statuses = booked.map(({ status }) => status)
    assert.equal(statuses.filter(status => status === 201).length, nights, statuses.join())
    assert.equal(statuses.filter(status => status === 409).length, nights, statuses.join())
    const uids = booked.flatMap(({ body }) => body.lead?.uid ?? []).sort()
    assert.deepEqual(await listLeads(agencyUid), uids)
    const { seqs, received } = await readStream(stream)
    assert.deepEqual(received, uids)
    const inOrder = seqs.map((_, i) => seqs[0]! + i)
    assert.deepEqual(seqs, inOrder, 'no event is left out, none comes twice')
    assert.deepEqual(await waitForDeliveries(), uids)
    // A killed process may have sent an event without recording it: at least once, with the same
    // id.
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
    assert.equal(ids.size, nights)
  })

  it('accept exactly as many requests as the limit of a credential', async () => {
    const { agencyUid } = await makeAgency(rows)
    const { uid, secret } = await makeKey(rows, agencyUid)
    await database.kysely
      .updateTable('api_keys')
      .set({ rate_limit_per_hour: 100 })
      .where('uid', '=', uid)
      .execute()
    const sendRequest = () => {
      const headers = { connection: 'close' }
      return send(`${balancer.origin}/api/v3.3/agencies`, 'GET', { key: secret, headers })
    }
    const responses = await Promise.all(Array.from({ length: 160 }, sendRequest))
    // A process may count a few of the last requests in memory.
    for (let refused = 0; refused < 30 && responses.length < 400; ) {
      const response = await sendRequest()
      responses.push(response)
      refused = response.status === 429 ? refused + 1 : 0
    }
    const statuses = responses.map(({ status }) => status)
    assert.equal(statuses.filter(status => status === 200).length, 100, statuses.join())
    assert.equal(statuses.filter(status => status === 429).length, statuses.length - 100)
    const left = responses
      .filter(({ status }) => status === 200)
      .map(({ headers }) => headers.get('x-ratelimit-remaining'))
    assert.ok(left.includes('0'))
  })
})

describe('any of several processes', () => {
  it('stream on one process what another one writes, within seconds', async () => {
    const { agencyUid, key } = await makeAgency(rows)
    const propertyUid = await makeProperty(rows, agencyUid)
    const [reader, writer] = pool.members.map(({ origin }) => origin)
    const headers = { 'x-hostfully-apikey': key, accept: 'text/event-stream' }
    const stream = await framesFrom(`${reader}/api/v3.3/events`, headers)
    const booking = { agencyUid, propertyUid, key, idempotencyKey: randomUUID(), ...stayOfNight(0) }
    const [made] = await bookAll(writer!, [booking], { concurrency: 1 })
    assert.equal(made!.status, 201, made!.text)
    const received = stream.nextEvent().then(({ data }) => data)
    // A stream polls, too, but not before its heartbeat.
    const late = sleep(5_000, 'too late', { ref: false })
    assert.match(String(await Promise.race([received, late])), /eventType/)
    stream.close()
  })

  it('run an idempotent request once, even if sent to all processes at once', async () => {
    const { agencyUid, key } = await makeAgency(rows)
    const propertyUid = await makeProperty(rows, agencyUid)
    const origins = pool.members.slice(0, 3).map(({ origin }) => origin)
    for (let night = 0; night < 6; night++) {
      const booking = { agencyUid, propertyUid, key, idempotencyKey: randomUUID() }
      const pending = origins.map(origin => {
        return bookAll(origin, [{ ...booking, ...stayOfNight(night) }], { concurrency: 1 })
      })
      const responses = (await Promise.all(pending)).flat()
      const uids = responses.map(({ status, body }) => `${status} ${body.lead?.uid}`)
      assert.deepEqual(new Set(uids).size, 1, uids.join())
      assert.match(uids[0]!, /^201 /)
    }
    assert.equal((await listLeads(agencyUid)).length, 6)
  })

  it('deliver the webhooks that a killed process had claimed', () => checkDeliveryAfterKill())
})

/**
 * Kills processes while slow receivers leave deliveries in progress, and checks that all arrive.
 */
async function checkDeliveryAfterKill(): Promise<void> {
  const { agencyUid, key } = await makeAgency(rows)
  await register(agencyUid, key)
  const propertyUid = await makeProperty(rows, agencyUid)
  const before = receiver.received.length
  receiver.respond({ status: 200, delayMs: 1_500 })
  const bookings = Array.from({ length: 12 }, (_, i): Booking => {
    return { agencyUid, propertyUid, key, idempotencyKey: randomUUID(), ...stayOfNight(i) }
  })
  const booked = await bookAll(balancer.origin, bookings, { concurrency: 4 })
  await receiver.has(before + 1)
  const last = { pick: (all: unknown[]) => all.at(-1) } as Chance
  const first = { pick: (all: unknown[]) => all[0] } as Chance
  await pool.killOne(last, 'work')
  await pool.killOne(first, 'work')
  receiver.respond({ status: 200 })
  const uids = booked.map(({ body }) => body.lead.uid)
  const done = async () => {
    const query = database.kysely.selectFrom('deliveries').select('uid')
    const open = query.where('agency_uid', '=', agencyUid).where('completed_at', 'is', null)
    return (await open.execute()).length === 0
  }
  await eventually(done, 60)
  const received = new Set(receiver.received.map(({ text }) => JSON.parse(text).lead_uid))
  assert.deepEqual(
    uids.filter(uid => !received.has(uid)),
    [],
  )
}

/** Registers a webhook for blocks. */
async function register(agencyUid: string, key: string): Promise<void> {
  const hook = { eventType: 'NEW_BLOCKED_DATES', callbackUrl: receiver.url, agencyUid }
  const body = { ...hook, objectUid: agencyUid, webhookType: 'POST_JSON' }
  const { status, text } = await send(`${balancer.origin}/api/v3.3/webhooks`, 'POST', { key, body })
  assert.equal(status, 201, text)
}

/** Books each stay from two callers, which retry requests without a response. */
async function bookDuringKills(agencyUid: string, key: string): Promise<TestResponse[]> {
  const propertyUid = await makeProperty(rows, agencyUid)
  const bookings = Array.from({ length: nights * 2 }, (_, i): Booking => {
    return { agencyUid, propertyUid, key, idempotencyKey: randomUUID(), ...stayOfNight(i >> 1) }
  })
  const last = { pick: (all: unknown[]) => all.at(-1) } as Chance
  const [booked] = await Promise.all([
    bookAll(balancer.origin, bookings, { concurrency: 8 }),
    pool.killOne(last, 'serve'),
    pool.killOne(last, 'work'),
  ])
  return booked
}

async function listLeads(agencyUid: string): Promise<string[]> {
  const query = database.kysely.selectFrom('leads').select('uid').orderBy('uid')
  const rows = await query.where('agency_uid', '=', agencyUid).execute()
  return rows.map(({ uid }) => uid)
}

/** Reads a stream until it has sent this number of blocks; returns their leads in order. */
async function readStream(stream: Awaited<ReturnType<typeof framesFrom>>) {
  const seqs: number[] = []
  const received = new Set<string>()
  while (received.size < nights) {
    const { id, data } = await stream.nextEvent()
    seqs.push(Number(id))
    const { eventType, payload } = JSON.parse(data!)
    if (eventType === 'NEW_BLOCKED_DATES') received.add(payload.lead_uid)
  }
  stream.close()
  return { seqs, received: [...received].sort() }
}

/** Waits until the receiver has this number of leads, and returns them in order. */
async function waitForDeliveries(): Promise<string[]> {
  const leads = () => new Set(receiver.received.map(({ text }) => JSON.parse(text).lead_uid))
  await eventually(() => leads().size >= nights)
  return [...leads()].sort() as string[]
}
