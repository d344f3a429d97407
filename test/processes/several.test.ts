/** Several processes on one database: what one does the others know, and none of it twice. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../../demo/chance.ts'
import { type Crew, type Duty, startCrew } from '../../prove/shared/crew.ts'
import { openDatabase } from '../../src/process/database.ts'
import { framesFrom } from '../fixtures/events/events.ts'
import { makeAgency, makeKey, makeProperty } from '../fixtures/rows.ts'
import { createDatabaseUrl } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { startReceiver } from '../support/receiver.ts'
import { type Answer, send, type TestServer } from '../support/server.ts'
import type { Cleanup } from '../support/temporary.ts'
import { type Booking, bookAll, stayOf } from './bookings.ts'
import { openRoundRobin, type RoundRobin } from './round-robin.ts'

const undos: (() => unknown)[] = []
const cleanup: Cleanup = { add: undo => void undos.push(undo) }
const databaseUrl = await createDatabaseUrl()
const database = await openDatabase({ databaseUrl, databaseReadUrl: null, dataDir: '' })
const rows = { database } as TestServer
const receiver = await startReceiver()
const env = {
  ...{ ALLOW_PRIVATE_CALLBACKS: 'true', CALLBACK_RETRY_SCALE: '0.001' },
  // What a killed process was at is taken up when its attempts must have ended.
  CALLBACK_TIMEOUT_MS: '2000',
}
let crew: Crew
let balanced: RoundRobin
const nights = 40

before(async () => {
  const onlyServing = { ...env, RUN_WORKER: 'false' }
  const serving = Array.from({ length: 3 }, (): Duty => ({ command: 'serve', env: onlyServing }))
  const working = Array.from({ length: 2 }, (): Duty => ({ command: 'work', env }))
  crew = await startCrew(cleanup, databaseUrl, [...serving, ...working])
  balanced = await openRoundRobin(crew.members.map(({ origin }) => origin))
  cleanup.add(() => balanced.close())
})
after(async () => {
  for (const undo of undos.reverse()) await undo()
  await database.close()
})

describe('3 that serve and 2 that work, behind a balancer', () => {
  it('lose and double nothing while one of each is killed, and tell it once, in order', async () => {
    const { agencyUid, key } = await makeAgency(rows)
    await register(agencyUid, key)
    // Who follows is on one process, who writes on all of them; that one is not killed.
    const stream = await framesFrom(`${crew.members[0]!.origin}/api/v3.3/events`, {
      'x-hostfully-apikey': key,
      accept: 'text/event-stream',
    })
    const booked = await bookWhileKilled(agencyUid, key)
    const statuses = booked.map(({ status }) => status)
    assert.equal(statuses.filter(status => status === 201).length, nights, statuses.join())
    assert.equal(statuses.filter(status => status === 409).length, nights, statuses.join())
    const uids = booked.flatMap(({ body }) => body.lead?.uid ?? []).sort()
    assert.deepEqual(await leadsOf(agencyUid), uids)
    const { seqs, told } = await followed(stream)
    assert.deepEqual(told, uids)
    const inOrder = seqs.map((_, i) => seqs[0]! + i)
    assert.deepEqual(seqs, inOrder, 'no event is left out, none comes twice')
    assert.deepEqual(await delivered(), uids)
    // A killed process may have sent one and not have noted it: at least once, by the same id.
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
    assert.equal(ids.size, nights)
  })

  it('let in just as many requests as the limit of a credential is', async () => {
    const { agencyUid } = await makeAgency(rows)
    const { uid, secret } = await makeKey(rows, agencyUid)
    await database.kysely
      .updateTable('api_keys')
      .set({ rate_limit_per_hour: 100 })
      .where('uid', '=', uid)
      .execute()
    const ask = () => {
      const headers = { connection: 'close' }
      return send(`${balanced.origin}/api/v3.3/agencies`, 'GET', { key: secret, headers })
    }
    const answers = await Promise.all(Array.from({ length: 160 }, ask))
    // A process may hold a few of the last requests until it is asked for them.
    for (let refused = 0; refused < 30 && answers.length < 400; ) {
      const answer = await ask()
      answers.push(answer)
      refused = answer.status === 429 ? refused + 1 : 0
    }
    const statuses = answers.map(({ status }) => status)
    assert.equal(statuses.filter(status => status === 200).length, 100, statuses.join())
    assert.equal(statuses.filter(status => status === 429).length, statuses.length - 100)
    const left = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => headers.get('x-ratelimit-remaining'))
    assert.ok(left.includes('0'))
  })
})

describe('any of several processes', () => {
  it('tell on one of what is written on another, within seconds', async () => {
    const { agencyUid, key } = await makeAgency(rows)
    const propertyUid = await makeProperty(rows, agencyUid)
    const [reader, writer] = crew.members.map(({ origin }) => origin)
    const headers = { 'x-hostfully-apikey': key, accept: 'text/event-stream' }
    const stream = await framesFrom(`${reader}/api/v3.3/events`, headers)
    const booking = { agencyUid, propertyUid, key, idempotencyKey: randomUUID(), ...stayOf(0) }
    const [made] = await bookAll(writer!, [booking], { atOnce: 1 })
    assert.equal(made!.status, 201, made!.text)
    const told = stream.nextEvent().then(({ data }) => data)
    // A stream looks by itself, too, but not before it pings.
    const late = sleep(5_000, 'too late', { ref: false })
    assert.match(String(await Promise.race([told, late])), /eventType/)
    stream.close()
  })

  it('do what has a key once, whichever is asked, and all at once', async () => {
    const { agencyUid, key } = await makeAgency(rows)
    const propertyUid = await makeProperty(rows, agencyUid)
    const origins = crew.members.slice(0, 3).map(({ origin }) => origin)
    for (let night = 0; night < 6; night++) {
      const booking = { agencyUid, propertyUid, key, idempotencyKey: randomUUID() }
      const wanted = origins.map(origin => {
        return bookAll(origin, [{ ...booking, ...stayOf(night) }], { atOnce: 1 })
      })
      const answers = (await Promise.all(wanted)).flat()
      const uids = answers.map(({ status, body }) => `${status} ${body.lead?.uid}`)
      assert.deepEqual(new Set(uids).size, 1, uids.join())
      assert.match(uids[0]!, /^201 /)
    }
    assert.equal((await leadsOf(agencyUid)).length, 6)
  })

  it('deliver what one of them was at when it was killed', () => deliversAfterKill())
})

/** Receivers take their time, so that there is something under way whichever is killed. */
async function deliversAfterKill(): Promise<void> {
  const { agencyUid, key } = await makeAgency(rows)
  await register(agencyUid, key)
  const propertyUid = await makeProperty(rows, agencyUid)
  const before = receiver.received.length
  receiver.answer({ status: 200, delayMs: 1_500 })
  const bookings = Array.from({ length: 12 }, (_, i): Booking => {
    return { agencyUid, propertyUid, key, idempotencyKey: randomUUID(), ...stayOf(i) }
  })
  const booked = await bookAll(balanced.origin, bookings, { atOnce: 4 })
  await receiver.has(before + 1)
  const last = { pick: (all: unknown[]) => all.at(-1) } as Chance
  const first = { pick: (all: unknown[]) => all[0] } as Chance
  await crew.killOne(last, 'work')
  await crew.killOne(first, 'work')
  receiver.answer({ status: 200 })
  const uids = booked.map(({ body }) => body.lead.uid)
  const done = async () => {
    const query = database.kysely.selectFrom('deliveries').select('uid')
    const open = query.where('agency_uid', '=', agencyUid).where('completed_at', 'is', null)
    return (await open.execute()).length === 0
  }
  await eventually(done, 60)
  const told = new Set(receiver.received.map(({ text }) => JSON.parse(text).lead_uid))
  assert.deepEqual(
    uids.filter(uid => !told.has(uid)),
    [],
  )
}

/** Has a webhook told of each block. */
async function register(agencyUid: string, key: string): Promise<void> {
  const hook = { eventType: 'NEW_BLOCKED_DATES', callbackUrl: receiver.url, agencyUid }
  const body = { ...hook, objectUid: agencyUid, webhookType: 'POST_JSON' }
  const { status, text } = await send(`${balanced.origin}/api/v3.3/webhooks`, 'POST', { key, body })
  assert.equal(status, 201, text)
}

/** Each stay is wanted by two callers, who repeat what nobody has answered. */
async function bookWhileKilled(agencyUid: string, key: string): Promise<Answer[]> {
  const propertyUid = await makeProperty(rows, agencyUid)
  const bookings = Array.from({ length: nights * 2 }, (_, i): Booking => {
    return { agencyUid, propertyUid, key, idempotencyKey: randomUUID(), ...stayOf(i >> 1) }
  })
  const last = { pick: (all: unknown[]) => all.at(-1) } as Chance
  const [booked] = await Promise.all([
    bookAll(balanced.origin, bookings, { atOnce: 8 }),
    crew.killOne(last, 'serve'),
    crew.killOne(last, 'work'),
  ])
  return booked
}

async function leadsOf(agencyUid: string): Promise<string[]> {
  const query = database.kysely.selectFrom('leads').select('uid').orderBy('uid')
  const found = await query.where('agency_uid', '=', agencyUid).execute()
  return found.map(({ uid }) => uid)
}

/** Reads a stream until it has told of as many blocks as there are; their leads in order. */
async function followed(stream: Awaited<ReturnType<typeof framesFrom>>) {
  const seqs: number[] = []
  const told = new Set<string>()
  while (told.size < nights) {
    const { id, data } = await stream.nextEvent()
    seqs.push(Number(id))
    const { eventType, payload } = JSON.parse(data!)
    if (eventType === 'NEW_BLOCKED_DATES') told.add(payload.lead_uid)
  }
  stream.close()
  return { seqs, told: [...told].sort() }
}

/** The leads that the receiver was told of, in order, once these are enough. */
async function delivered(): Promise<string[]> {
  const leads = () => new Set(receiver.received.map(({ text }) => JSON.parse(text).lead_uid))
  await eventually(() => leads().size >= nights)
  return [...leads()].sort() as string[]
}
