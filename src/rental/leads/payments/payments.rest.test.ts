/** Payments of orders: contract/orders.md §5. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makePricedOrder } from '../../../../test/fixtures/orders.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { stayToPrice } from '../../../../test/fixtures/stays.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'
import { newUid } from '../../../platform/uid.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const sale = { type: 'SALE', status: 'SUCCESS', amount: 500 }

const post = (body: object, base = '/api/v3.3', headers = {}) =>
  server.request('POST', `${base}/transactions`, { key, body, headers })
const get = (rest: string, base = '/api/v3.3') =>
  server.request('GET', `${base}/transactions${rest}`, { key })

/** Creates an order, of 934.50 USD by default. */
async function newOrder(options: Omit<Parameters<typeof makePricedOrder>[2], 'propertyUid'> = {}) {
  return makePricedOrder(server, agencyUid, { propertyUid, ...options })
}

async function readBalance(orderUid: string): Promise<number> {
  return (await server.request('GET', `/v2/orders/${orderUid}`, { key })).body.balance
}

describe('POST /transactions', () => {
  for (const base of ['/api/v3', '/api/v3.1', '/api/v3.2', '/api/v3.3', '/v3']) {
    it(`201: records a payment that is read and listed at ${base}`, async () => {
      const { orderUid, leadUid } = await newOrder()
      const input = { manual: true, fullPayment: false, transactionId: 'T-1', notes: 'By wire' }
      const { status, body } = await post({ orderUid, ...sale, ...input }, base)
      assert.equal(status, 201)
      const { uid } = body.transaction
      const payment = { uid, orderUid, leadUid, ...sale, currency: 'USD', ...input }
      const expected = {
        ...payment,
        createdUtcDateTime: '2026-05-20T15:00:00',
        createdZonedDateTime: '2026-05-20T09:00:00-06:00',
      }
      assert.deepEqual(body, { transaction: expected })
      assert.deepEqual((await get(`/${uid}`, base)).body, { transaction: expected })
      const list = (await get(`?orderUid=${orderUid}`, base)).body
      const _metadata = { count: 1, totalCount: 1 }
      assert.deepEqual(list, { transactions: [expected], _metadata })
    })
  }

  it('has its defaults', async () => {
    const { orderUid } = await newOrder()
    const { manual, fullPayment, transactionId, notes } = (await post({ orderUid, ...sale })).body
      .transaction
    assert.deepEqual([manual, fullPayment, transactionId, notes], [true, false, null, null])
  })

  it('stores a refund negative, whatever its sign', async () => {
    const { orderUid } = await newOrder()
    await post({ orderUid, ...sale, amount: 100 })
    for (const amount of [20, -20, '20.004']) {
      const { status, body } = await post({ orderUid, ...sale, type: 'REFUND', amount })
      assert.deepEqual([status, body.transaction.amount], [201, -20])
    }
    assert.equal(await readBalance(orderUid), 894.5)
  })
})

describe('the balance of an order', () => {
  it('counts successful payments only', async () => {
    const { orderUid } = await newOrder()
    for (const status of ['PENDING', 'FAILED']) await post({ orderUid, ...sale, status })
    assert.equal(await readBalance(orderUid), 934.5)
    await post({ orderUid, ...sale })
    await post({ orderUid, ...sale, type: 'REFUND', amount: 65.5 })
    assert.equal(await readBalance(orderUid), 500)
  })

  it('is the only amount of the order that a payment changes', async () => {
    const { orderUid } = await newOrder()
    const read = async () => {
      const { body } = await server.request('GET', `/api/v3.3/orders/${orderUid}`, { key })
      const { paidAmount, balanceAmount, ...others } = body.order
      return { paidAmount, balanceAmount, others }
    }
    const before = await read()
    await post({ orderUid, ...sale })
    const { paidAmount, balanceAmount, others } = await read()
    assert.deepEqual(others, before.others)
    assert.equal(paidAmount, before.paidAmount + sale.amount)
    assert.equal(balanceAmount, before.balanceAmount - sale.amount)
  })

  it('marks adjustments as paid if nothing is left to pay', async () => {
    const { orderUid } = await newOrder()
    const adjustment = { transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 65.5 }
    const path = `/api/v3.3/orders/${orderUid}`
    await server.request('POST', `${path}/order-adjustments`, { key, body: adjustment })
    const isPaid = async () => {
      const { order } = (await server.request('GET', path, { key })).body
      return order.adjustments[0].isPaid
    }
    await post({ orderUid, ...sale, amount: 999.99 })
    assert.equal(await isPaid(), false)
    await post({ orderUid, ...sale, amount: 0.01 })
    assert.equal(await isPaid(), true)
  })

  it('has the digits of the currency', async () => {
    const { orderUid } = await newOrder({ stay: stayToPrice({ currency: 'JPY' }) })
    const { amount, currency } = (await post({ orderUid, ...sale, amount: 12.5 })).body.transaction
    assert.deepEqual([amount, currency], [13, 'JPY'])
    assert.equal((await post({ orderUid, ...sale, amount: 0.4 })).status, 400)
  })
})

describe('a full payment', () => {
  const full = { type: 'SALE', status: 'SUCCESS', fullPayment: true }

  it('is of the balance without an amount', async () => {
    const { orderUid } = await newOrder()
    await post({ orderUid, ...sale })
    const { status, body } = await post({ orderUid, ...full })
    assert.deepEqual([status, body.transaction.amount], [201, 434.5])
    assert.equal(body.transaction.fullPayment, true)
    assert.equal(await readBalance(orderUid), 0)
  })

  it('is of its amount', async () => {
    const { orderUid } = await newOrder()
    assert.equal((await post({ orderUid, ...full, amount: 5 })).body.transaction.amount, 5)
  })

  it('400: is rejected if nothing is left to pay', async () => {
    const { orderUid } = await newOrder()
    await post({ orderUid, ...sale, amount: 1_000 })
    const { status, body } = await post({ orderUid, ...full })
    assert.deepEqual([status, body.code], [400, 'INVALID_PARAMETER'])
    const refund = await post({ orderUid, ...full, type: 'REFUND' })
    assert.deepEqual([refund.status, refund.body.transaction.amount], [201, -65.5])
    assert.equal((await post({ orderUid, ...full, type: 'REFUND' })).status, 400)
  })

  it('200: returns the recorded payment again, although nothing is left to pay', async () => {
    const { orderUid } = await newOrder()
    const input = { orderUid, ...full, transactionId: 'T-1' }
    const first = await post(input)
    const again = await post(input)
    assert.deepEqual([first.status, again.status], [201, 200])
    assert.deepEqual(again.body, first.body)
  })
})

describe('a transactionId', () => {
  it('200: returns the recorded payment for the same type and amount', async () => {
    const { orderUid } = await newOrder()
    const first = await post({ orderUid, ...sale, transactionId: 'T-1' })
    const again = await post({ orderUid, ...sale, transactionId: 'T-1', notes: 'again' })
    assert.deepEqual([first.status, again.status], [201, 200])
    assert.deepEqual(again.body, first.body)
    const refund = { orderUid, ...sale, type: 'REFUND', transactionId: 'T-2' }
    assert.equal((await post(refund)).status, 201)
    assert.equal((await post({ ...refund, amount: -500 })).status, 200)
    assert.equal(await readBalance(orderUid), 934.5)
  })

  it('409: rejects an id that the order has for another payment', async () => {
    const { orderUid } = await newOrder()
    const first = await post({ orderUid, ...sale, transactionId: 'T-1' })
    for (const other of [{ amount: 501 }, { type: 'REFUND' }]) {
      const { status, body } = await post({ orderUid, ...sale, transactionId: 'T-1', ...other })
      assert.deepEqual([status, body.code], [409, 'ALREADY_EXISTS'])
      assert.equal(body.existingUid, first.body.transaction.uid)
    }
    const { orderUid: another } = await newOrder()
    const elsewhere = { orderUid: another, ...sale, amount: 1, transactionId: 'T-1' }
    assert.equal((await post(elsewhere)).status, 201)
  })

  it('is stored once by concurrent requests', async () => {
    const { orderUid } = await newOrder()
    const input = { orderUid, ...sale, transactionId: 'T-1' }
    const responses = await Promise.all([1, 2, 3, 4, 5, 6].map(() => post(input)))
    const statuses = responses.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 201])
    assert.equal(new Set(responses.map(({ body }) => body.transaction.uid)).size, 1)
    assert.equal(await readBalance(orderUid), 434.5)
  })

  it('is optional: concurrent full payments pay once', async () => {
    const { orderUid } = await newOrder()
    const full = { orderUid, type: 'SALE', status: 'SUCCESS', fullPayment: true }
    const responses = await Promise.all([1, 2, 3].map(() => post(full)))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 400, 400])
    assert.equal(await readBalance(orderUid), 0)
  })

  it('returns 200 again for the same Idempotency-Key', async () => {
    const { orderUid } = await newOrder()
    const input = { orderUid, ...sale, transactionId: 'T-1' }
    await post(input)
    const headers = { 'idempotency-key': 'again' }
    assert.equal((await post(input, '/api/v3.3', headers)).status, 200)
    const replayed = await post(input, '/api/v3.3', headers)
    assert.deepEqual([replayed.status, replayed.headers.get('idempotent-replayed')], [200, 'true'])
  })
})

describe('POST /transactions with invalid input', () => {
  const invalidInputs: [string, object, string][] = [
    ['a missing orderUid', { orderUid: undefined }, 'REQUIRED_PARAMETER'],
    ['a missing type', { type: undefined }, 'REQUIRED_PARAMETER'],
    ['a missing status', { status: null }, 'REQUIRED_PARAMETER'],
    ['a missing amount', { amount: undefined }, 'REQUIRED_PARAMETER'],
    [
      'a missing amount of a partial payment',
      { amount: null, fullPayment: false },
      'REQUIRED_PARAMETER',
    ],
    ['an unknown type', { type: 'CHARGE' }, 'INVALID_ENUM_VALUE'],
    ['an unknown status', { status: 'DONE' }, 'INVALID_ENUM_VALUE'],
    ['a sale of 0', { amount: 0 }, 'INVALID_PARAMETER'],
    ['a negative sale', { amount: -5 }, 'INVALID_PARAMETER'],
    ['a refund of 0', { type: 'REFUND', amount: 0 }, 'INVALID_PARAMETER'],
    ['an amount that rounds to 0', { amount: 0.001 }, 'INVALID_PARAMETER'],
    ['an amount that is too large', { amount: 1e12 }, 'INVALID_PARAMETER'],
    ['an amount that is not a number', { amount: {} }, 'INVALID_PARAMETER'],
    ['a long transactionId', { transactionId: 'x'.repeat(256) }, 'INVALID_PARAMETER'],
    ['long notes', { notes: 'x'.repeat(2_001) }, 'INVALID_PARAMETER'],
    ['a manual that is not a boolean', { manual: 'perhaps' }, 'INVALID_PARAMETER'],
  ]
  for (const [name, fields, code] of invalidInputs) {
    it(`400: rejects ${name}`, async () => {
      const { orderUid } = await newOrder()
      const { status, body } = await post({ orderUid, ...sale, ...fields })
      assert.deepEqual([status, body.code], [400, code])
      assert.equal((await get(`?orderUid=${orderUid}`)).body.transactions.length, 0)
    })
  }

  it('404: rejects an unknown order, and one whose lead is deleted', async () => {
    const deleted = await newOrder({ lead: { deleted_at: new Date() } })
    for (const orderUid of [newUid(), 'nothing', deleted.orderUid]) {
      for (const { status, body } of [
        await post({ orderUid, ...sale }),
        await get(`?orderUid=${orderUid}`),
      ]) {
        assert.deepEqual([status, body.code], [404, 'ORDER_NOT_FOUND'])
      }
    }
  })

  it('405: rejects changes and deletions of payments; 404 in v2', async () => {
    const { orderUid } = await newOrder()
    const { uid } = (await post({ orderUid, ...sale })).body.transaction
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const path = `/api/v3.3/transactions/${uid}`
      assert.equal((await server.request(method, path, { key, body: {} })).status, 405)
    }
    const { status } = await server.request('GET', `/v2/transactions/${uid}`, { key })
    assert.equal(status, 404)
  })
})

describe('GET /transactions', () => {
  it('400: rejects a request without orderUid', async () => {
    const { status, body } = await get('')
    assert.deepEqual([status, body.code], [400, 'REQUIRED_PARAMETER'])
  })

  it('returns the oldest first, filtered by createdSince', async () => {
    const { orderUid } = await newOrder()
    const amounts = async (query = '') => {
      const { transactions } = (await get(`?orderUid=${orderUid}${query}`)).body
      return transactions.map(({ amount }: { amount: number }) => amount)
    }
    for (const second of ['01', '02', '03']) {
      server.clock.set(`2026-05-21T10:00:${second}Z`)
      await post({ orderUid, ...sale, amount: Number(second) })
    }
    server.clock.set(exampleNow)
    assert.deepEqual(await amounts(), [1, 2, 3])
    assert.deepEqual(await amounts('&createdSince=2026-05-21T10:00:02'), [2, 3])
    assert.deepEqual(await amounts('&createdSince=2026-05-21T10:00:02.001Z'), [3])
    const { status, body } = await get(`?orderUid=${orderUid}&createdSince=soon`)
    assert.deepEqual([status, body.code], [400, 'INVALID_PARAMETER'])
  })

  it('404: rejects an unknown payment', async () => {
    for (const uid of [newUid(), 'nothing']) {
      const { status, body } = await get(`/${uid}`)
      assert.deepEqual([status, body.code], [404, 'TRANSACTION_NOT_FOUND'])
    }
  })
})
