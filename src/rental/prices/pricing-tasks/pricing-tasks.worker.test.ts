import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { workContext } from '../../../process/start-work.ts'
import { pricingTaskWorkers } from './pricing-tasks.worker.ts'

/** Nobody takes tasks up by itself: the tests say when a worker does, and how often. */
const server = await startServer()
const db = server.database.kysely
const log = { info: () => {} } as never
const ctx = workContext(server, log)
const [worker, forgetting] = pricingTaskWorkers

let agencyUid: string
let key: string
let properties: string[]

beforeEach(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  properties = []
  for (let i = 0; i < 3; i++) properties.push(await makeProperty(server, agencyUid))
})

const path = '/api/v3.3/pricing-periods'

/** A task of one price for each property. */
const accept = async (price: number): Promise<string> => {
  const operations = properties.map(propertyUid => ({
    operation: 'SET',
    pricingPeriod: { propertyUid, date: '2027-06-10', price },
  }))
  const { body } = await server.request('POST', `${path}/bulk`, { key, body: { operations } })
  return body.task.uid
}

const work = (uid: string, { signal = new AbortController().signal, isLastAttempt = false } = {}) =>
  worker!.work(ctx, { data: { agencyUid, uid } as never, signal, isLastAttempt })

const find = async (uid: string) => {
  const { body } = await server.request('GET', `${path}/bulk/${uid}`, { key })
  return body.task
}

const prices = async () => {
  const rows = await db
    .selectFrom('pricing_periods')
    .select(['property_uid', 'price'])
    .where('agency_uid', '=', agencyUid)
    .execute()
  const byProperty = new Map(rows.map(row => [row.property_uid, Number(row.price)]))
  return properties.map(uid => byProperty.get(uid) ?? null)
}

const setOperations = (uid: string, change: (operations: never[]) => unknown) =>
  db.transaction().execute(async db => {
    const row = await db
      .selectFrom('pricing_tasks')
      .select('operations')
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('pricing_tasks')
      .set({ operations: JSON.stringify(change(row.operations as never[])) })
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', uid)
      .execute()
  })

describe('a pricing task', () => {
  it('is done once, however many work on it at once', async () => {
    const uid = await accept(5)
    await Promise.all([work(uid), work(uid), work(uid)])
    assert.deepEqual(await prices(), [5, 5, 5])
    const { status, processed } = await find(uid)
    assert.deepEqual([status, processed], ['COMPLETED', 3])
  })

  it('does not undo what was written after it, when it is taken up again', async () => {
    const uid = await accept(5)
    await work(uid)
    const pricingPeriod = { propertyUid: properties[0], date: '2027-06-10', price: 9 }
    await server.request('POST', path, { key, body: { operation: 'SET', pricingPeriod } })
    await work(uid)
    assert.deepEqual(await prices(), [9, 5, 5])
  })

  it('goes on after the property where it was interrupted', async () => {
    const uid = await accept(5)
    // The second property cannot be written until the operations are mended.
    const sound: unknown[] = []
    await setOperations(uid, operations => {
      sound.push(...operations)
      const broken = structuredClone(operations) as { change: { values: object } }[]
      broken[1]!.change.values = { price: 'no number' }
      return broken
    })
    await assert.rejects(work(uid))
    assert.deepEqual(await prices(), [5, null, null])
    const halfway = await find(uid)
    assert.deepEqual([halfway.status, halfway.processed], ['RUNNING', 1])
    const pricingPeriod = { propertyUid: properties[0], date: '2027-06-10', price: 9 }
    await server.request('POST', path, { key, body: { operation: 'SET', pricingPeriod } })
    await setOperations(uid, () => sound)
    await work(uid)
    assert.deepEqual(await prices(), [9, 5, 5])
    assert.equal((await find(uid)).status, 'COMPLETED')
  })
})

describe('a pricing task that cannot be done', () => {
  it('stops between two properties when the process does', async () => {
    const uid = await accept(5)
    await assert.rejects(work(uid, { signal: AbortSignal.abort(), isLastAttempt: true }))
    assert.deepEqual(await prices(), [null, null, null])
    assert.equal((await find(uid)).finishedUtcDateTime, null)
  })

  it('is FAILED with the property that is gone, and done for the others', async () => {
    const uid = await accept(5)
    await db
      .updateTable('properties')
      .set({ deleted_at: server.clock.now() })
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', properties[1]!)
      .execute()
    await work(uid)
    assert.deepEqual(await prices(), [5, null, 5])
    const { status, processed, error, finishedUtcDateTime } = await find(uid)
    assert.deepEqual([status, processed], ['FAILED', 3])
    assert.equal(error, `No access to propertyUid ${properties[1]}`)
    assert.equal(finishedUtcDateTime, '2026-05-20T15:00:00')
  })

  it('is FAILED when the last attempt fails', async () => {
    const uid = await accept(5)
    await setOperations(uid, operations => {
      const broken = structuredClone(operations) as { change: { values: object } }[]
      broken[0]!.change.values = { price: 'no number' }
      return broken
    })
    await assert.rejects(work(uid, { isLastAttempt: true }))
    const { status, processed, error } = await find(uid)
    assert.deepEqual([status, processed, error], ['FAILED', 0, 'Internal error'])
  })

  it('that is unknown is nothing to do', async () => {
    await work(randomUUID())
  })
})

describe('forgetting pricing tasks', () => {
  const forget = () =>
    forgetting!.work(ctx, {
      data: null as never,
      signal: new AbortController().signal,
      isLastAttempt: false,
    })

  const isKept = async (uid: string) => {
    const row = await db
      .selectFrom('pricing_tasks')
      .select('uid')
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', uid)
      .executeTakeFirst()
    return row !== undefined
  }

  it('leaves unfinished ones and those of the last seven days', async () => {
    const [finished, open] = [await accept(1), await accept(2)]
    await work(finished)
    try {
      server.clock.advance(7 * 86_400_000 - 1)
      await forget()
      assert.deepEqual([await isKept(finished), await isKept(open)], [true, true])
      server.clock.advance(1)
      await forget()
      assert.deepEqual([await isKept(finished), await isKept(open)], [false, true])
    } finally {
      server.clock.set('2026-05-20T15:00:00Z')
    }
  })
})
