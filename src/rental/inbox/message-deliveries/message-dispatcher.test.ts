/** Tests of attempts, their order, and recovery after a crash: contract/messaging.md §12. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Insertable } from 'kysely'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { newUid } from '../../../platform/uid.ts'
import { workContext } from '../../../server/start-workers.ts'
import type { LeadsTable } from '../../tables.ts'
import type { OutgoingMessage, SendResult } from '../transports/transport.ts'
import { claimMessageDeliveries } from './message-deliveries.ts'
import { openMessageDispatcher } from './message-deliveries.worker.ts'
import { nextAttempt } from './retry-schedule.ts'

/** Messages that the adapter received, and its result. */
const received: OutgoingMessage[] = []
let respond: (message: OutgoingMessage) => Promise<SendResult> = async () => ({ result: 'SENT' })
const adapter = {
  channel: 'AIRBNB',
  supportsFiles: false,
  async send(message: OutgoingMessage) {
    received.push(message)
    return respond(message)
  },
}
const settings = { MESSAGE_TRANSPORTS: 'email=outbox,direct=adapter' }
const server = await startServer(settings, { adapters: [adapter] })
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const log = { info: () => {}, warn: () => {}, error: () => {} } as never
const ctx = workContext(server, log)
const open = (work = ctx) => openMessageDispatcher(work, new AbortController().signal)
const drain = async (work = ctx) => {
  const dispatcher = open(work)
  await dispatcher.drain()
  await dispatcher.stop()
}

const makeStay = (columns: Partial<Insertable<LeadsTable>> = {}) => {
  received.length = 0
  respond = async () => ({ result: 'SENT' })
  server.clock.advance(3 * 3_600_000)
  const channel = { source: 'DIRECT_AIRBNB', channel: 'AIRBNB' }
  return makeLead(server, agencyUid, { property_uid: propertyUid, ...channel, ...columns })
}
const send = async (leadUid: string, text: string, more: object = {}) => {
  const body = { type: 'DIRECT_MESSAGE', leadUid, content: { text }, ...more }
  const { status, body: created } = await server.request('POST', '/api/v3.3/messages', {
    key,
    body,
  })
  return status === 201 ? created.message : created
}
const get = async ({ uid }: { uid: string }) =>
  (await server.request('GET', `/api/v3.3/messages/${uid}`, { key })).body.message
const texts = () => received.map(({ text }) => text)
const minutes = (count: number) => server.clock.advance(count * 60_000 * 1.2)

describe('an adapter', () => {
  it('receives the message with its uid, and returns the id in the channel', async () => {
    const leadUid = await makeStay()
    const message = await send(leadUid, 'Hello')
    respond = async () => ({ result: 'SENT', externalId: 'A-1' })
    await drain()
    assert.partialDeepStrictEqual(await get(message), { status: 'SENT', externalId: 'A-1' })
    const [{ uid, channel, kind, subject, text, threadUid }] = received as [OutgoingMessage]
    assert.deepEqual(
      { uid, channel, kind, subject, text, leadUid: received[0]!.leadUid, threadUid },
      {
        uid: message.uid,
        channel: 'AIRBNB',
        kind: 'DIRECT_MESSAGE',
        subject: null,
        text: 'Hello',
        leadUid,
        threadUid: message.threadUid,
      },
    )
  })

  it('that is missing makes the message FAILED', async () => {
    const message = await send(await makeStay({ source: 'DIRECT_VRBO', channel: 'VRBO' }), 'Hi')
    await drain()
    assert.partialDeepStrictEqual(await get(message), {
      status: 'FAILED',
      failureReason: 'No adapter for channel VRBO',
    })
  })
})

describe('an adapter that does not accept a message', () => {
  it('400 UNSUPPORTED_FOR_SOURCE if it does not support files', async () => {
    const file = { fileName: 'a.txt', fileType: 'text/plain', contentBase64: 'QQ==' }
    assert.partialDeepStrictEqual(await send(await makeStay(), 'Hi', { attachments: [file] }), {
      code: 'UNSUPPORTED_FOR_SOURCE',
      apiErrorMessage: 'Attachments are not supported for this lead due to its source',
      source: 'DIRECT_AIRBNB',
    })
  })

  it('400 UNSUPPORTED_FOR_SOURCE for a resend with files to such a channel', async () => {
    const leadUid = await makeStay({ source: 'DIRECT_VRBO', channel: 'VRBO' })
    const file = { fileName: 'a.txt', fileType: 'text/plain', contentBase64: 'QQ==' }
    const { uid } = await send(leadUid, 'Hi', { attachments: [file] })
    await drain()
    await server.database.kysely
      .updateTable('leads')
      .set({ source: 'DIRECT_AIRBNB', channel: 'AIRBNB' })
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', leadUid)
      .execute()
    const { body } = await server.request('POST', `/api/v3.3/messages/${uid}/resend`, { key })
    assert.partialDeepStrictEqual(body, { status: 400, code: 'UNSUPPORTED_FOR_SOURCE' })
    assert.equal((await get({ uid })).status, 'FAILED')
  })

  it('omits an address from the failure reason', async () => {
    const message = await send(await makeStay(), 'Hello')
    respond = async () => ({
      result: 'FAILED',
      reason: '550 5.1.1 <ada.b+c@guest.example>: Recipient address rejected: no ada@guest.example',
    })
    await drain()
    const { failureReason } = await get(message)
    assert.equal(failureReason, '550 5.1.1 <…>: Recipient address rejected: no …')
  })

  it('is retried after an exception', async () => {
    const message = await send(await makeStay(), 'Hello')
    respond = () => Promise.reject(new Error('away'))
    await drain()
    assert.equal((await get(message)).status, 'CREATED')
    respond = async () => ({ result: 'SENT' })
    minutes(1)
    await drain()
    assert.equal((await get(message)).status, 'SENT')
  })
})

describe('attempts', () => {
  it('are repeated after 1, 5, 30 and 120 minutes; then the message fails', async () => {
    const message = await send(await makeStay(), 'Hello')
    respond = async () => ({ result: 'RETRY', reason: 'The channel is busy' })
    const counts: number[] = []
    for (const wait of [0, 0.9 / 1.2, 1, 5, 30, 120]) {
      minutes(wait)
      await drain()
      counts.push(received.length)
    }
    assert.deepEqual(counts, [1, 1, 2, 3, 4, 5])
    assert.partialDeepStrictEqual(await get(message), {
      status: 'FAILED',
      failureReason: 'The channel is busy',
    })
    minutes(600)
    await drain()
    assert.equal(received.length, 5)
  })

  it('are delayed by a jitter of up to a fifth', () => {
    const at = new Date('2026-05-20T15:00:00Z')
    const seconds = (number: number, chance: number) =>
      ((nextAttempt(number, at, chance)?.getTime() ?? Number.NaN) - at.getTime()) / 1_000
    assert.deepEqual(
      [1, 2, 3, 4].map(number => seconds(number, 0)),
      [60, 300, 1_800, 7_200],
    )
    assert.deepEqual([seconds(1, 1), seconds(4, 0.5)], [72, 7_920])
    assert.equal(nextAttempt(5, at, 0), null)
  })
})

describe('a thread', () => {
  it('is sent in order; a retry defers later messages of this thread only', async () => {
    const leadUid = await makeStay()
    for (const text of ['1', '2', '3']) {
      await send(leadUid, text)
      server.clock.advance(1)
    }
    const other = await makeLead(server, agencyUid, {
      property_uid: propertyUid,
      source: 'DIRECT_AIRBNB',
      channel: 'AIRBNB',
    })
    await send(other, 'other')
    respond = async ({ text }) =>
      text === '1' ? { result: 'RETRY', reason: 'busy' } : { result: 'SENT' }
    await drain()
    assert.deepEqual(texts().sort(), ['1', 'other'])
    respond = async () => ({ result: 'SENT' })
    minutes(1)
    await drain()
    assert.deepEqual(texts().slice(2), ['1', '2', '3'])
  })

  it('continues when one of its messages has failed', async () => {
    const leadUid = await makeStay()
    const first = await send(leadUid, '1')
    server.clock.advance(1)
    const second = await send(leadUid, '2')
    respond = async ({ text }) =>
      text === '1' ? { result: 'FAILED', reason: 'No' } : { result: 'SENT' }
    await drain()
    assert.deepEqual([(await get(first)).status, (await get(second)).status], ['FAILED', 'SENT'])
  })
})

describe('several processes', () => {
  it('send each message once', async () => {
    const leads = [await makeStay(), await makeLeadOf(), await makeLeadOf(), await makeLeadOf()]
    for (const text of ['1', '2', '3']) {
      for (const leadUid of leads) await send(leadUid, text)
      server.clock.advance(1)
    }
    await Promise.all([1, 2, 3].map(() => drain()))
    await drain()
    assert.equal(received.length, 12)
    assert.equal(new Set(received.map(({ uid }) => uid)).size, 12)
    for (const leadUid of leads) {
      const order = received.filter(one => one.leadUid === leadUid).map(({ text }) => text)
      assert.deepEqual(order, ['1', '2', '3'])
    }
  })

  it('take over the claims of a dead process, and not before its lease expires', async () => {
    const message = await send(await makeStay(), 'Hello')
    const deadProcess = { worker: newUid(), limit: 10, perAgencyMax: 4, leaseMs: 60_000 }
    assert.equal((await claimMessageDeliveries(ctx, agencyUid, deadProcess)).length, 1)
    await drain()
    assert.deepEqual(texts(), [])
    server.clock.advance(60_001)
    await drain()
    assert.deepEqual([texts(), (await get(message)).status], [['Hello'], 'SENT'])
  })

  it('send a message of a dead process again with the same uid', async () => {
    const message = await send(await makeStay(), 'Hello')
    await drain({ ...ctx, db: failingOnWrite() })
    assert.deepEqual([texts(), (await get(message)).status], [['Hello'], 'CREATED'])
    server.clock.advance(600_000)
    await drain()
    assert.equal((await get(message)).status, 'SENT')
    assert.deepEqual(
      received.map(({ uid, sendingUid }) => [uid, sendingUid]),
      [
        [message.uid, received[0]!.sendingUid],
        [message.uid, received[0]!.sendingUid],
      ],
    )
  })
})

describe('a process', () => {
  it('fails a message that has crashed five processes', async () => {
    const message = await send(await makeStay(), 'Hello')
    const deadProcess = { worker: newUid(), limit: 10, perAgencyMax: 4, leaseMs: 60_000 }
    for (let i = 0; i < 5; i++) {
      assert.equal((await claimMessageDeliveries(ctx, agencyUid, deadProcess)).length, 1)
      server.clock.advance(60_001)
    }
    await drain()
    assert.deepEqual([texts(), (await get(message)).status], [[], 'FAILED'])
  })

  it('that stops waits for its messages in progress', async () => {
    const message = await send(await makeStay(), 'Hello')
    const { promise, resolve } = Promise.withResolvers<SendResult>()
    const begun = Promise.withResolvers<void>()
    respond = () => {
      begun.resolve()
      return promise
    }
    const stopping = open()
    stopping.wake(agencyUid)
    await begun.promise
    const stopped = stopping.stop()
    resolve({ result: 'SENT' })
    await stopped
    assert.equal((await get(message)).status, 'SENT')
  })
})

const makeLeadOf = () =>
  makeLead(server, agencyUid, {
    property_uid: propertyUid,
    source: 'DIRECT_AIRBNB',
    channel: 'AIRBNB',
  })

/** Simulates a process that crashes after sending, before it records the result. */
function failingOnWrite() {
  let transactions = 0
  return new Proxy(ctx.db, {
    get(db, name) {
      if (name === 'transaction' && ++transactions > 1) throw new Error('The process is gone')
      const value = Reflect.get(db, name)
      return typeof value === 'function' ? value.bind(db) : value
    },
  })
}
