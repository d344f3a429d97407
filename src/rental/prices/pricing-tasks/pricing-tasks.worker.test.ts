import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { workContext } from '../../../server/start-workers.ts'
import { pricingTaskWorkers } from './pricing-tasks.worker.ts'

/** Server without a worker: tests run tasks themselves. */
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

/** Creates a task of one price for each property. */
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
  it('is applied once by concurrent workers', async () => {
    const uid = await accept(5)
    await Promise.all([work(uid), work(uid), work(uid)])
    assert.deepEqual(await prices(), [5, 5, 5])
    const { status, processed } = await find(uid)
    assert.deepEqual([status, processed], ['COMPLETED', 3])
  })

  it('does not overwrite later changes when it is resumed', async () => {
    const uid = await accept(5)
    await work(uid)
    const pricingPeriod = { propertyUid: properties[0], date: '2027-06-10', price: 9 }
    await server.request('POST', path, { key, body: { operation: 'SET', pricingPeriod } })
    await work(uid)
    assert.deepEqual(await prices(), [9, 5, 5])
  })

  it('resumes after the property where it was interrupted', async () => {
    const uid = await accept(5)
    // The second property cannot be written until its operations are repaired.
    const sound: unknown[] = []
    await setOperations(uid, operations => {
      sound.push(...operations)
      const invalid = structuredClone(operations) as { change: { values: object } }[]
      invalid[1]!.change.values = { price: 'no number' }
      return invalid
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

describe('a pricing task that fails', () => {
  it('stops between two properties if the process stops', async () => {
    const uid = await accept(5)
    await assert.rejects(work(uid, { signal: AbortSignal.abort(), isLastAttempt: true }))
    assert.deepEqual(await prices(), [null, null, null])
    assert.equal((await find(uid)).finishedUtcDateTime, null)
  })

  it('is FAILED with the deleted property, and changes others', async () => {
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

  it('is FAILED if the last attempt fails', async () => {
    const uid = await accept(5)
    await setOperations(uid, operations => {
      const invalid = structuredClone(operations) as { change: { values: object } }[]
      invalid[0]!.change.values = { price: 'no number' }
      return invalid
    })
    await assert.rejects(work(uid, { isLastAttempt: true }))
    const { status, processed, error } = await find(uid)
    assert.deepEqual([status, processed, error], ['FAILED', 0, 'Internal error'])
  })

  it('is ignored if it does not exist', async () => {
    await work(randomUUID())
  })
})

describe('purging pricing tasks', () => {
  const purge = () =>
    forgetting!.work(ctx, {
      data: null as never,
      signal: new AbortController().signal,
      isLastAttempt: false,
    })

  const exists = async (uid: string) => {
    const row = await db
      .selectFrom('pricing_tasks')
      .select('uid')
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', uid)
      .executeTakeFirst()
    return row !== undefined
  }

  it('retains unfinished tasks and those of the last seven days', async () => {
    const [finished, open] = [await accept(1), await accept(2)]
    await work(finished)
    try {
      server.clock.advance(7 * 86_400_000 - 1)
      await purge()
      assert.deepEqual([await exists(finished), await exists(open)], [true, true])
      server.clock.advance(1)
      await purge()
      assert.deepEqual([await exists(finished), await exists(open)], [false, true])
    } finally {
      server.clock.set('2026-05-20T15:00:00Z')
    }
  })
})
