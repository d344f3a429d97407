/** Adjustments of orders: contract/orders.md §4. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makePricedOrder } from '../../../../test/fixtures/orders.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { stayToPrice } from '../../../../test/fixtures/stays.ts'
import { startServer } from '../../../../test/support/server.ts'
import { newUid } from '../../../platform/uid.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const versions = ['/api/v3', '/api/v3.1', '/api/v3.2', '/api/v3.3', '/v3']
const charge = { transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 40 }

async function newOrder(options: Omit<Parameters<typeof makePricedOrder>[2], 'propertyUid'> = {}) {
  return (await makePricedOrder(server, agencyUid, { propertyUid, ...options })).orderUid
}

function calls(orderUid: string, base = '/api/v3.3') {
  const path = `${base}/orders/${orderUid}/order-adjustments`
  return {
    post: (body: unknown) => server.request('POST', path, { key, body }),
    put: (body: unknown) => server.request('PUT', path, { key, body }),
    get: (uid = '') => server.request('GET', `${path}${uid && `/${uid}`}`, { key }),
    remove: (uid: string) => server.request('DELETE', `${path}/${uid}`, { key }),
  }
}

async function findOrder(orderUid: string) {
  const { body } = await server.request('GET', `/api/v3.3/orders/${orderUid}`, { key })
  return body.order
}

describe('POST an order adjustment', () => {
  for (const base of versions) {
    it(`201: is listed, read and added to the total at ${base}`, async () => {
      const orderUid = await newOrder()
      const { post, get } = calls(orderUid, base)
      const { status, body } = await post({ ...charge, note: 'Minibar', externalId: 'A-1' })
      assert.equal(status, 201)
      const { uid } = body.orderAdjustment
      const adjustment = { uid, ...charge, note: 'Minibar', externalId: 'A-1' }
      const expected = { ...adjustment, createdUtcDateTime: '2026-05-20T15:00:00' }
      assert.deepEqual(body, { orderAdjustment: expected })
      const listed = await get()
      assert.deepEqual(listed.body, {
        orderAdjustments: [expected],
        _metadata: { count: 1, totalCount: 1 },
      })
      assert.deepEqual((await get(uid)).body, { orderAdjustment: expected })
      const order = await findOrder(orderUid)
      assert.deepEqual(order.adjustmentItems, [expected])
      assert.deepEqual(order.adjustments, [{ isPaid: false, amount: 40 }])
      assert.deepEqual([order.totalAmount, order.totalTaxesAmount], [974.5, 94.5])
    })
  }

  it('has no note and no externalId by default', async () => {
    const { body } = await calls(await newOrder()).post({ ...charge, note: null, externalId: null })
    assert.deepEqual([body.orderAdjustment.note, body.orderAdjustment.externalId], [null, null])
  })
})

describe('an order with adjustments', () => {
  it('subtracts refunds and adds type TAX to taxes; rent and fees are unchanged', async () => {
    const orderUid = await newOrder()
    const { post } = calls(orderUid)
    const before = await findOrder(orderUid)
    for (const [transactionType, adjustmentType, amount] of [
      ['REFUND', 'RENT', 15.4],
      ['CHARGE', 'TAX', 10.01],
      ['REFUND', 'TAX', 4],
      ['CHARGE', 'SERVICE', 7],
      ['CHARGE', 'RESOLUTION', 0.5],
    ]) {
      await post({ transactionType, adjustmentType, amount })
    }
    const order = await findOrder(orderUid)
    assert.deepEqual([order.totalAmount, order.totalTaxesAmount], [932.61, 100.51])
    const amounts = order.adjustments.map(({ amount }: { amount: number }) => amount)
    assert.deepEqual(amounts, [-15.4, 10.01, -4, 7, 0.5])
    assert.deepEqual([order.rent, order.fees], [before.rent, before.fees])
    assert.equal(order.securityDeposit, 300)
  })

  it('may make the total negative', async () => {
    const orderUid = await newOrder()
    await calls(orderUid).post({ ...charge, transactionType: 'REFUND', amount: 1_000 })
    const order = await findOrder(orderUid)
    assert.equal(order.totalAmount, -65.5)
    assert.equal(order.adjustments[0].isPaid, true)
  })
})

describe('an order adjustment', () => {
  it('rounds to the digits of the currency', async () => {
    const orderUid = await newOrder({ stay: stayToPrice({ currency: 'JPY' }) })
    const { post } = calls(orderUid)
    assert.equal((await post({ ...charge, amount: 12.5 })).body.orderAdjustment.amount, 13)
    assert.equal((await findOrder(orderUid)).totalAmount, 13)
    const { status, body } = await post({ ...charge, amount: 0.4 })
    assert.deepEqual([status, body.parameter], [400, 'amount'])
  })

  it('increases updatedUtcDateTime, even within a millisecond', async () => {
    const orderUid = await newOrder()
    const readUpdatedAt = async () => {
      const { updated_at } = await server.database.kysely
        .selectFrom('orders')
        .select('updated_at')
        .where('agency_uid', '=', agencyUid)
        .where('uid', '=', orderUid)
        .executeTakeFirstOrThrow()
      return updated_at.getTime()
    }
    const times = [await readUpdatedAt()]
    const { post, remove } = calls(orderUid)
    const { uid } = (await post(charge)).body.orderAdjustment
    times.push(await readUpdatedAt())
    await remove(uid)
    times.push(await readUpdatedAt())
    assert.deepEqual(times, [times[0], times[0]! + 1, times[0]! + 2])
  })

  it('is accepted in every status of the lead', async () => {
    for (const [type, status] of [
      ['INQUIRY', 'NEW'],
      ['INQUIRY', 'CLOSED'],
      ['BOOKING_REQUEST', 'DECLINED'],
      ['BOOKING', 'CANCELLED'],
    ] as [string, string][]) {
      for (const base of versions) {
        const orderUid = await newOrder({ lead: { type, status } })
        assert.equal((await calls(orderUid, base).post(charge)).status, 201)
      }
    }
  })
})

describe('POST an invalid order adjustment', () => {
  it('409: rejects an externalId that the order already has', async () => {
    const [orderUid, other] = [await newOrder(), await newOrder()]
    const { post } = calls(orderUid)
    const first = await post({ ...charge, externalId: 'A-1' })
    const { status, body } = await post({ ...charge, amount: 1, externalId: 'A-1' })
    assert.deepEqual([status, body.code], [409, 'ALREADY_EXISTS'])
    assert.equal(body.existingUid, first.body.orderAdjustment.uid)
    assert.equal((await findOrder(orderUid)).totalAmount, 974.5)
    assert.equal((await calls(other).post({ ...charge, externalId: 'A-1' })).status, 201)
  })

  const invalidInputs: [string, unknown, string][] = [
    ['a missing transactionType', { ...charge, transactionType: undefined }, 'REQUIRED_PARAMETER'],
    ['a missing adjustmentType', { ...charge, adjustmentType: null }, 'REQUIRED_PARAMETER'],
    ['a missing amount', { ...charge, amount: undefined }, 'REQUIRED_PARAMETER'],
    ['an empty body', undefined, 'REQUIRED_PARAMETER'],
    ['an unknown transactionType', { ...charge, transactionType: 'SALE' }, 'INVALID_ENUM_VALUE'],
    ['an unknown adjustmentType', { ...charge, adjustmentType: 'rent' }, 'INVALID_ENUM_VALUE'],
    ['an amount of 0', { ...charge, amount: 0 }, 'INVALID_PARAMETER'],
    ['a negative amount', { ...charge, amount: -1 }, 'INVALID_PARAMETER'],
    ['an amount that rounds to 0', { ...charge, amount: 0.004 }, 'INVALID_PARAMETER'],
    ['an amount that is too large', { ...charge, amount: 1e10 }, 'INVALID_PARAMETER'],
    ['an amount that is not a number', { ...charge, amount: 'much' }, 'INVALID_PARAMETER'],
    ['a long note', { ...charge, note: 'x'.repeat(2_001) }, 'INVALID_PARAMETER'],
    ['a long externalId', { ...charge, externalId: 'x'.repeat(256) }, 'INVALID_PARAMETER'],
    ['an empty externalId', { ...charge, externalId: '' }, 'INVALID_PARAMETER'],
    ['an externalId of a null character', { ...charge, externalId: '\u0000' }, 'INVALID_PARAMETER'],
  ]
  for (const [name, body, code] of invalidInputs) {
    it(`400: rejects ${name}`, async () => {
      const orderUid = await newOrder()
      const response = await calls(orderUid).post(body)
      assert.deepEqual([response.status, response.body.code], [400, code])
      const put = await calls(orderUid).put({ externalId: 'A', ...(body as object) })
      assert.deepEqual([put.status, put.body.code], [400, code])
      assert.deepEqual((await findOrder(orderUid)).adjustments, [])
    })
  }

  it('404: rejects an unknown order, and one whose lead is deleted', async () => {
    const deleted = await newOrder({ lead: { deleted_at: new Date() } })
    for (const orderUid of [newUid(), 'nothing', deleted]) {
      const { get, post, put, remove } = calls(orderUid)
      const input = { ...charge, externalId: 'A' }
      const removed = remove(newUid())
      for (const { status, body } of [
        await get(),
        await post(input),
        await put(input),
        await removed,
      ]) {
        assert.deepEqual([status, body.code], [404, 'ORDER_NOT_FOUND'])
      }
    }
  })

  it('401: rejects a request without a credential', async () => {
    const path = `/api/v3.3/orders/${newUid()}/order-adjustments`
    for (const method of ['GET', 'POST', 'PUT']) {
      assert.equal((await server.request(method, path)).status, 401)
    }
  })
})

describe('one order adjustment', () => {
  it('204: is deleted and removed from the total', async () => {
    const orderUid = await newOrder()
    const { post, remove, get } = calls(orderUid)
    const { uid } = (await post({ ...charge, externalId: 'A-1' })).body.orderAdjustment
    const { status, text } = await remove(uid)
    assert.deepEqual([status, text], [204, ''])
    assert.equal((await findOrder(orderUid)).totalAmount, 934.5)
    for (const { status, body } of [await remove(uid), await get(uid), await get('nothing')]) {
      assert.deepEqual([status, body.code], [404, 'ORDER_ADJUSTMENT_NOT_FOUND'])
    }
    assert.equal((await post({ ...charge, externalId: 'A-1' })).status, 201)
  })

  it('404: rejects an adjustment of another order', async () => {
    const [here, there] = [calls(await newOrder()), calls(await newOrder())]
    const { uid } = (await here.post(charge)).body.orderAdjustment
    assert.equal((await there.get(uid)).status, 404)
    assert.equal((await there.remove(uid)).status, 404)
    assert.equal((await here.get(uid.toUpperCase())).status, 200)
  })
})
