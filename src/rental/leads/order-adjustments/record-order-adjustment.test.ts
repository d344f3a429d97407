/** Upserts of adjustments, also concurrent ones: contract/orders.md §4. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makePricedOrder } from '../../../../test/fixtures/orders.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const charge = { transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 40, externalId: 'A-1' }

async function newOrder(base = '/api/v3.3') {
  const { orderUid } = await makePricedOrder(server, agencyUid, { propertyUid })
  const path = `${base}/orders/${orderUid}/order-adjustments`
  const call =
    (method: string) =>
    (body: unknown, headers: Record<string, string> = {}) =>
      server.request(method, path, { key, body, headers })
  const order = async () => {
    const { body } = await server.request('GET', `/api/v3.3/orders/${orderUid}`, { key })
    return body.order
  }
  const readUpdatedAt = async () => {
    const row = await server.database.kysely
      .selectFrom('orders')
      .select('updated_at')
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', orderUid)
      .executeTakeFirstOrThrow()
    return row.updated_at.getTime()
  }
  return { put: call('PUT'), post: call('POST'), order, updated: readUpdatedAt }
}

const sortedStatuses = (responses: { status: number }[]) =>
  responses.map(({ status }) => status).sort()

describe('PUT order adjustments', () => {
  it('201: inserts an adjustment with a new externalId', async () => {
    const { put, order } = await newOrder()
    const { status, body } = await put({ ...charge, note: 'Minibar' })
    assert.equal(status, 201)
    assert.equal(body.orderAdjustment.externalId, 'A-1')
    assert.equal((await order()).totalAmount, 974.5)
  })

  it('200: replaces every other field of an existing one', async () => {
    const { post, put, order } = await newOrder()
    const { uid } = (await post({ ...charge, note: 'Minibar' })).body.orderAdjustment
    const refund = { ...charge, transactionType: 'REFUND', adjustmentType: 'TAX', amount: 5 }
    const { status, body } = await put(refund)
    assert.equal(status, 200)
    const createdUtcDateTime = '2026-05-20T15:00:00'
    const expected = { uid, ...refund, note: null, createdUtcDateTime }
    assert.deepEqual(body, { orderAdjustment: expected })
    const { totalAmount, totalTaxesAmount, adjustmentItems } = await order()
    assert.deepEqual([totalAmount, totalTaxesAmount], [929.5, 89.5])
    assert.deepEqual(adjustmentItems, [expected])
  })

  it('200: writes nothing if unchanged', async () => {
    const { put, updated: readUpdatedAt } = await newOrder()
    const { body } = await put({ ...charge, note: 'x' })
    const before = await readUpdatedAt()
    const again = await put({ ...charge, note: 'x', amount: '40.00' })
    assert.deepEqual([again.status, again.body], [200, body])
    assert.equal(await readUpdatedAt(), before)
    await put(charge)
    assert.equal(await readUpdatedAt(), before + 1)
  })

  it('400: rejects an adjustment without externalId', async () => {
    const { put } = await newOrder()
    for (const externalId of [undefined, null]) {
      const { status, body } = await put({ ...charge, externalId })
      assert.deepEqual([status, body.code], [400, 'REQUIRED_PARAMETER'])
      assert.equal(body.apiErrorMessage, "Invalid parameter 'externalId' must not be null")
    }
  })

  for (const base of ['/api/v3', '/api/v3.0', '/api/v3.1', '/api/v3.2']) {
    it(`405: rejects PUT at ${base}, which has no upsert`, async () => {
      const { put, order } = await newOrder(base)
      const { status, body, headers } = await put(charge)
      assert.deepEqual([status, body.code], [405, 'METHOD_NOT_ALLOWED'])
      assert.match(headers.get('allow')!, /POST/)
      assert.deepEqual((await order()).adjustments, [])
    })
  }

  it('returns the same status for the same Idempotency-Key', async () => {
    const { put, order } = await newOrder()
    const headers = { 'idempotency-key': 'upsert' }
    const first = await put(charge, headers)
    const again = await put(charge, headers)
    assert.deepEqual([first.status, again.status], [201, 201])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(again.body, first.body)
    assert.equal((await order()).adjustments.length, 1)
  })
})

describe('concurrent writers', () => {
  it('insert one adjustment for one externalId', async () => {
    const { put, order } = await newOrder()
    const responses = await Promise.all([1, 2, 3, 4, 5, 6].map(() => put(charge)))
    assert.deepEqual(sortedStatuses(responses), [200, 200, 200, 200, 200, 201])
    const { adjustments, totalAmount } = await order()
    assert.deepEqual([adjustments.length, totalAmount], [1, 974.5])
  })

  it('set the total to that of the last write', async () => {
    const { put, order } = await newOrder()
    const amounts = [1, 2, 3, 4, 5, 6]
    const responses = await Promise.all(amounts.map(amount => put({ ...charge, amount })))
    assert.equal(responses.filter(({ status }) => status === 201).length, 1)
    const { adjustmentItems, totalAmount } = await order()
    assert.equal(adjustmentItems.length, 1)
    assert.equal(totalAmount, 934.5 + adjustmentItems[0].amount)
  })

  it('add all their amounts to the total', async () => {
    const { post, order } = await newOrder()
    const posts = [1, 2, 3, 4, 5, 6].map(n => post({ ...charge, amount: n, externalId: `A-${n}` }))
    assert.deepEqual(new Set(sortedStatuses(await Promise.all(posts))), new Set([201]))
    assert.equal((await order()).totalAmount, 955.5)
  })

  it('409: rejects all but one of several equal adjustments', async () => {
    const { post, order } = await newOrder()
    const responses = await Promise.all([1, 2, 3, 4].map(() => post(charge)))
    assert.deepEqual(sortedStatuses(responses), [201, 409, 409, 409])
    assert.equal((await order()).totalAmount, 974.5)
  })
})
