import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

/** Server with a worker, and one whose tasks remain pending. */
const server = await startServer({ RUN_WORKER: 'true' })
const idle = await startServer()
let agencyUid: string
let key: string
let propertyUid: string

beforeEach(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  propertyUid = await makeProperty(server, agencyUid)
})

const bulk = '/api/v3.3/pricing-periods/bulk'

const post = (operations: unknown, path = bulk) =>
  server.request('POST', path, { key, body: { operations } })

const set = (pricingPeriod: object) => ({
  operation: 'SET',
  pricingPeriod: { propertyUid, ...pricingPeriod },
})

const remove = (pricingPeriod: object) => ({ ...set(pricingPeriod), operation: 'REMOVE' })

/** Polls a task until it is finished. */
const finished = async (uid: string, path = bulk) => {
  for (let attempt = 0; attempt < 400; attempt++) {
    const { status, body } = await server.request('GET', `${path}/${uid}`, { key })
    assert.equal(status, 200)
    if (body.task.finishedUtcDateTime !== null) return body.task
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error('The task is not finished')
}

const done = async (operations: unknown) => {
  const { status, body } = await post(operations)
  assert.equal(status, 202, JSON.stringify(body))
  return finished(body.task.uid)
}

const prices = async (from: string, to: string, uid = propertyUid) => {
  const path = `/api/v3.3/pricing-periods?propertyUid=${uid}&from=${from}&to=${to}`
  const { body } = await server.request('GET', path, { key })
  return body.pricingPeriods.map((p: { date: string; price: number }) => [p.date, p.price])
}

const paths = [
  ...['v3', 'v3.1', 'v3.2', 'v3.3'].map(version => `/api/${version}/pricing-periods/bulk`),
  '/v2/pricingperiods/bulk',
  '/v2/pricingPeriods/bulk',
  '/v2/pricingperiodsbulk',
]

describe('POST /pricing-periods/bulk', () => {
  for (const path of paths) {
    it(`202: ${path} creates a task that is then completed`, async () => {
      const operations = [
        set({ from: '2027-06-10', to: '2027-06-12', price: 10 }),
        set({ date: '2027-06-11', price: 20, isCheckinAllowed: false }),
      ]
      const { status, body } = await post(operations, path)
      assert.equal(status, 202)
      const { uid, ...rest } = body.task
      const createdUtcDateTime = '2026-05-20T15:00:00'
      const accepted = { status: 'PENDING', total: 2, processed: 0, createdUtcDateTime }
      assert.deepEqual(rest, { ...accepted, finishedUtcDateTime: null, error: null })
      assert.deepEqual(await finished(uid, path), {
        uid,
        status: 'COMPLETED',
        total: 2,
        processed: 2,
        createdUtcDateTime,
        finishedUtcDateTime: createdUtcDateTime,
        error: null,
      })
      assert.deepEqual(await prices('2027-06-01', '2027-06-30'), [
        ['2027-06-10', 10],
        ['2027-06-11', 20],
        ['2027-06-12', 10],
      ])
    })
  }
})

describe('operations of a pricing task', () => {
  it('202: later operations override earlier ones, field by field', async () => {
    await done([
      set({ from: '2027-06-10', to: '2027-06-14', price: 10, minimumStay: 3 }),
      set({ date: '2027-06-11', price: 20 }),
      remove({ date: '2027-06-12' }),
      remove({ date: '2027-06-13', price: 1 }),
      set({ date: '2027-06-13', name: 'Fair' }),
      set({ date: '2027-06-14', price: null }),
      set({ date: '2027-06-14', minimumStay: null }),
    ])
    const path = `/api/v3.3/pricing-periods?propertyUid=${propertyUid}`
    const range = '&from=2027-06-01&to=2027-06-30'
    const { body } = await server.request('GET', path + range, { key })
    const records = body.pricingPeriods.map((p: Record<string, unknown>) => [
      p.date,
      p.price,
      p.minimumStay,
      p.name,
    ])
    assert.deepEqual(records, [
      ['2027-06-10', 10, 3, null],
      ['2027-06-11', 20, 3, null],
      ['2027-06-13', null, null, 'Fair'],
    ])
  })

  it('202: merges with stored values, like a SET', async () => {
    const first = set({ date: '2027-06-10', minimumStay: 5 })
    await server.request('POST', '/api/v3.3/pricing-periods', { key, body: first })
    await done([set({ date: '2027-06-10', price: 1 })])
    const path = `/api/v3.3/pricing-periods?propertyUid=${propertyUid}`
    const { body } = await server.request('GET', `${path}&from=2027-06-10&to=2027-06-10`, { key })
    assert.deepEqual([body.pricingPeriods[0].price, body.pricingPeriods[0].minimumStay], [1, 5])
  })
})

describe('size of a pricing task', () => {
  it('202: marks each property as updated once, and not if nothing changes', async () => {
    const second = await makeProperty(server, agencyUid)
    const emitsUpdate = async () => {
      const rows = await server.database.kysely
        .selectFrom('properties')
        .select('updated_at')
        .where('agency_uid', '=', agencyUid)
        .where('uid', 'in', [propertyUid, second])
        .orderBy('uid')
        .execute()
      return rows.map(({ updated_at }) => updated_at.getTime())
    }
    const operations = [propertyUid, second].flatMap(uid => [
      set({ propertyUid: uid, date: '2027-06-10', price: 1 }),
      set({ propertyUid: uid.toUpperCase(), date: '2027-06-11', price: 2 }),
    ])
    assert.equal((await done(operations)).processed, 4)
    const now = Date.parse('2026-05-20T15:00:00Z')
    assert.deepEqual(await emitsUpdate(), [now, now])
    await done(operations)
    assert.deepEqual(await emitsUpdate(), [now, now])
    assert.equal((await prices('2027-06-10', '2027-06-11', second)).length, 2)
  })

  it('202: accepts 36,600 dates', async () => {
    const second = await makeProperty(server, agencyUid)
    const task = await done([
      set({ from: '2027-01-01', to: '2077-01-31', price: 1 }),
      set({ propertyUid: second, from: '2027-01-01', to: '2077-02-12', price: 1 }),
    ])
    assert.equal(task.status, 'COMPLETED')
    assert.equal((await prices('2074-01-01', '2077-12-31')).length, 1_127)
  })
})

describe('GET /pricing-periods/bulk/{uid}', () => {
  it('404: rejects an unknown task, a foreign one, and text that is not a uid', async () => {
    const task = await done([set({ date: '2027-06-10', price: 1 })])
    const other = await makeAgency(server)
    for (const [uid, by] of [
      [randomUUID(), key],
      ['x', key],
      [task.uid, other.key],
    ] as const) {
      const path = `/api/v3.3/pricing-periods/bulk/${uid}`
      const { status, body } = await server.request('GET', path, { key: by })
      assert.deepEqual([status, body.code], [404, 'TASK_NOT_FOUND'])
      assert.equal(body.apiErrorMessage, `Task not found: ${uid}`)
    }
  })

  it('200: returns a task for seven days after its end, then 404', async () => {
    const task = await done([set({ date: '2027-06-10', price: 1 })])
    const path = `/api/v3.3/pricing-periods/bulk/${task.uid}`
    const statusAt = async (now: string) => {
      server.clock.set(now)
      return (await server.request('GET', path, { key })).status
    }
    try {
      assert.equal(await statusAt('2026-05-27T14:59:59Z'), 200)
      assert.equal(await statusAt('2026-05-27T15:00:00Z'), 404)
    } finally {
      server.clock.set('2026-05-20T15:00:00Z')
    }
  })

  it('200: returns a task as PENDING if no worker has started it', async () => {
    const agency = await makeAgency(idle)
    const uid = await makeProperty(idle, agency.agencyUid)
    const body = { operations: [set({ propertyUid: uid, date: '2027-06-10', price: 1 })] }
    const path = '/api/v3.3/pricing-periods/bulk'
    const accepted = await idle.request('POST', path, { key: agency.key, body })
    const taskPath = `${path}/${accepted.body.task.uid}`
    const { body: response } = await idle.request('GET', taskPath, { key: agency.key })
    assert.deepEqual(response, accepted.body)
    assert.equal(response.task.status, 'PENDING')
  })
})
