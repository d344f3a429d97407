/** Amounts retain their currency when a stay changes: contract/orders.md §2, §5. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const call = (method: string, path: string, body?: unknown) =>
  server.request(method, `/api/v3.3${path}`, { key, ...(body === undefined ? {} : { body }) })
const newDollarProperty = () =>
  makeProperty(server, agencyUid, { daily_rate: '100', currency: 'USD' })
const newYenProperty = () =>
  makeProperty(server, agencyUid, { daily_rate: '12000', currency: 'JPY' })

/** Creates a booking of four nights at 100 dollars. */
async function createBooking(more: object = {}) {
  const dates = { checkInLocalDate: '2026-08-01', checkOutLocalDate: '2026-08-05' }
  const propertyUid = await newDollarProperty()
  const stay = { agencyUid, propertyUid, status: 'BOOKED', ...dates, guestInformation: {} }
  const created = await call('POST', '/leads', { ...stay, ...more })
  assert.equal(created.status, 201, created.text)
  const leadUid: string = created.body.lead.uid
  const { orders } = (await call('GET', `/orders?leadUid=${leadUid}`)).body
  return { leadUid, propertyUid, orderUid: orders[0].uid as string }
}

const pay = (orderUid: string, amount: number, more: object = {}) =>
  call('POST', '/transactions', { orderUid, type: 'SALE', status: 'SUCCESS', amount, ...more })
const readAmounts = async (orderUid: string) => {
  const { totalAmount, paidAmount, currency } = (await call('GET', `/orders/${orderUid}`)).body
    .order
  return [totalAmount, paidAmount, currency]
}

async function service(): Promise<string> {
  const body = { agencyUid, title: 'Breakfast', cateredTo: 'GUEST', category: 'OTHER' }
  const price = { grossPrice: 12, currency: 'USD' }
  const created = await call('POST', '/services', { ...body, ...price })
  assert.equal(created.status, 201, created.text)
  return created.body.service.uid
}

describe('a change that would give an order another currency', () => {
  it('409: is rejected if there are payments, with their uids', async () => {
    const { leadUid, orderUid } = await createBooking()
    const paid = await pay(orderUid, 370.5, { transactionId: 'ch_1' })
    const propertyUid = await newYenProperty()
    const response = await call('POST', `/leads/${leadUid}/alteration`, { propertyUid })
    assert.deepEqual([response.status, response.body.code], [409, 'STATE_CONFLICT'], response.text)
    const { state, currency, wantedCurrency, transactionUids, adjustmentUids } = response.body
    assert.deepEqual([state, currency, wantedCurrency], ['ORDER_CURRENCY', 'USD', 'JPY'])
    assert.deepEqual([transactionUids, adjustmentUids], [[paid.body.transaction.uid], []])
    assert.deepEqual(await readAmounts(orderUid), [400, 370.5, 'USD'])
    const stay = { propertyUid, checkInDate: '2026-08-01', checkOutDate: '2026-08-05' }
    const quote = await call('POST', '/quotes', { leadUid, ...stay })
    assert.deepEqual([quote.status, quote.body.state], [409, 'ORDER_CURRENCY'])
  })

  it('409: is rejected if there are adjustments or services', async () => {
    const propertyUid = await newYenProperty()
    for (const kind of ['adjustmentUids', 'serviceUids']) {
      const { leadUid, orderUid } = await createBooking()
      const charge = { transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 12.34 }
      const added =
        kind === 'adjustmentUids'
          ? await call('POST', `/orders/${orderUid}/order-adjustments`, charge)
          : await call('POST', `/orders/${orderUid}/order-services`, {
              serviceUid: await service(),
            })
      assert.equal(added.status, 201, added.text)
      const before = await readAmounts(orderUid)
      const response = await call('POST', `/leads/${leadUid}/alteration`, { propertyUid })
      assert.deepEqual([response.status, response.body.state], [409, 'ORDER_CURRENCY'])
      assert.equal(response.body[kind].length, 1)
      assert.deepEqual(await readAmounts(orderUid), before)
    }
  })

  it('409: is rejected if the currency of the property itself has changed', async () => {
    const { leadUid, propertyUid, orderUid } = await createBooking()
    await pay(orderUid, 400)
    await call('PATCH', `/properties/${propertyUid}`, { pricing: { currency: 'JPY' } })
    const later = { checkOutLocalDate: '2026-08-06' }
    const response = await call('POST', `/leads/${leadUid}/alteration`, later)
    assert.deepEqual([response.status, response.body.state], [409, 'ORDER_CURRENCY'])
    assert.deepEqual(await readAmounts(orderUid), [400, 400, 'USD'])
  })

  it('200: is accepted without payments; a failed one retains its currency', async () => {
    const { leadUid, orderUid } = await createBooking()
    const failed = { status: 'FAILED', transactionId: 'ch_2' }
    const { uid } = (await pay(orderUid, 370.5, failed)).body.transaction
    const response = await call('POST', `/leads/${leadUid}/alteration`, {
      propertyUid: await newYenProperty(),
    })
    assert.equal(response.status, 200, response.text)
    assert.deepEqual(await readAmounts(orderUid), [48_000, 0, 'JPY'])
    const { transaction } = (await call('GET', `/transactions/${uid}`)).body
    assert.deepEqual([transaction.amount, transaction.currency], [370.5, 'USD'])
    const listed = (await call('GET', `/transactions?orderUid=${orderUid}`)).body.transactions
    assert.deepEqual(listed, [transaction])
    const again = await pay(orderUid, 370.5, failed)
    assert.deepEqual([again.status, again.body.transaction], [200, transaction])
  })
})

describe('a repeated transactionId', () => {
  it('200: with the same type, amount and currency returns the recorded payment', async () => {
    const { orderUid } = await createBooking()
    const first = await pay(orderUid, 370.5, { transactionId: 'ch_1' })
    for (const more of [{}, { currency: 'USD' }, { currency: 'usd' }]) {
      const again = await pay(orderUid, 370.5, { transactionId: 'ch_1', ...more })
      assert.deepEqual([again.status, again.body], [200, first.body])
    }
    assert.deepEqual(await readAmounts(orderUid), [400, 370.5, 'USD'])
  })

  it('409: with another type, amount or currency is rejected', async () => {
    const { orderUid } = await createBooking()
    await pay(orderUid, 370.5, { transactionId: 'ch_1' })
    const differences = [{ amount: 370 }, { currency: 'EUR' }, { type: 'REFUND' }]
    for (const other of differences) {
      const again = await pay(orderUid, 370.5, { transactionId: 'ch_1', ...other })
      assert.deepEqual([again.status, again.body.code], [409, 'ALREADY_EXISTS'])
    }
  })
})

describe('a payment', () => {
  it('400: in another currency than its order is rejected', async () => {
    const { orderUid } = await createBooking()
    const response = await pay(orderUid, 100, { currency: 'EUR' })
    assert.deepEqual([response.status, response.body.parameter], [400, 'currency'])
    assert.match(response.body.apiErrorMessage, /must be USD/)
  })

  it('400: a refund above the amount paid is rejected, also a pending one', async () => {
    const { orderUid } = await createBooking()
    await pay(orderUid, 100)
    await pay(orderUid, 50, { status: 'PENDING' })
    for (const status of ['SUCCESS', 'PENDING']) {
      for (const amount of [100.01, -400]) {
        const response = await pay(orderUid, amount, { type: 'REFUND', status })
        assert.deepEqual([response.status, response.body.parameter], [400, 'amount'])
        assert.match(response.body.apiErrorMessage, /must be at most 100.00 USD, the amount paid$/)
      }
    }
    assert.equal((await pay(orderUid, 100, { type: 'REFUND' })).status, 201)
    assert.equal((await pay(orderUid, 0.01, { type: 'REFUND' })).status, 400)
    assert.deepEqual(await readAmounts(orderUid), [400, 0, 'USD'])
  })

  it('409 or 400: concurrent refunds are limited by the amount paid', async () => {
    const { orderUid } = await createBooking()
    await pay(orderUid, 100)
    const refunds = Array.from({ length: 5 }, () => pay(orderUid, 40, { type: 'REFUND' }))
    const statuses = (await Promise.all(refunds)).map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [201, 201, 400, 400, 400])
    assert.deepEqual(await readAmounts(orderUid), [400, 20, 'USD'])
  })
})
