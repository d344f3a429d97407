/** Money keeps its currency when a stay changes: contract/orders.md §2, §5. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const call = (method: string, path: string, body?: unknown) =>
  server.request(method, `/api/v3.3${path}`, { key, ...(body === undefined ? {} : { body }) })
const dollars = () => makeProperty(server, agencyUid, { daily_rate: '100', currency: 'USD' })
const yen = () => makeProperty(server, agencyUid, { daily_rate: '12000', currency: 'JPY' })

/** A booking of four nights at 100 dollars. */
async function booked(more: object = {}) {
  const dates = { checkInLocalDate: '2026-08-01', checkOutLocalDate: '2026-08-05' }
  const propertyUid = await dollars()
  const stay = { agencyUid, propertyUid, status: 'BOOKED', ...dates, guestInformation: {} }
  const made = await call('POST', '/leads', { ...stay, ...more })
  assert.equal(made.status, 201, made.text)
  const leadUid: string = made.body.lead.uid
  const { orders } = (await call('GET', `/orders?leadUid=${leadUid}`)).body
  return { leadUid, propertyUid, orderUid: orders[0].uid as string }
}

const pay = (orderUid: string, amount: number, more: object = {}) =>
  call('POST', '/transactions', { orderUid, type: 'SALE', status: 'SUCCESS', amount, ...more })
const moneyOf = async (orderUid: string) => {
  const { totalAmount, paidAmount, currency } = (await call('GET', `/orders/${orderUid}`)).body
    .order
  return [totalAmount, paidAmount, currency]
}

async function service(): Promise<string> {
  const body = { agencyUid, title: 'Breakfast', cateredTo: 'GUEST', category: 'OTHER' }
  const price = { grossPrice: 12, currency: 'USD' }
  const made = await call('POST', '/services', { ...body, ...price })
  assert.equal(made.status, 201, made.text)
  return made.body.service.uid
}

describe('a change that would give an order another currency', () => {
  it('409: is refused while there are payments, which are named', async () => {
    const { leadUid, orderUid } = await booked()
    const paid = await pay(orderUid, 370.5, { transactionId: 'ch_1' })
    const propertyUid = await yen()
    const answer = await call('POST', `/leads/${leadUid}/alteration`, { propertyUid })
    assert.deepEqual([answer.status, answer.body.code], [409, 'STATE_CONFLICT'], answer.text)
    const { state, currency, wantedCurrency, transactionUids, adjustmentUids } = answer.body
    assert.deepEqual([state, currency, wantedCurrency], ['ORDER_CURRENCY', 'USD', 'JPY'])
    assert.deepEqual([transactionUids, adjustmentUids], [[paid.body.transaction.uid], []])
    assert.deepEqual(await moneyOf(orderUid), [400, 370.5, 'USD'])
    const stay = { propertyUid, checkInDate: '2026-08-01', checkOutDate: '2026-08-05' }
    const quote = await call('POST', '/quotes', { leadUid, ...stay })
    assert.deepEqual([quote.status, quote.body.state], [409, 'ORDER_CURRENCY'])
  })

  it('409: and while there are adjustments or services', async () => {
    const propertyUid = await yen()
    for (const kind of ['adjustmentUids', 'serviceUids']) {
      const { leadUid, orderUid } = await booked()
      const charge = { transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 12.34 }
      const added =
        kind === 'adjustmentUids'
          ? await call('POST', `/orders/${orderUid}/order-adjustments`, charge)
          : await call('POST', `/orders/${orderUid}/order-services`, {
              serviceUid: await service(),
            })
      assert.equal(added.status, 201, added.text)
      const before = await moneyOf(orderUid)
      const answer = await call('POST', `/leads/${leadUid}/alteration`, { propertyUid })
      assert.deepEqual([answer.status, answer.body.state], [409, 'ORDER_CURRENCY'])
      assert.equal(answer.body[kind].length, 1)
      assert.deepEqual(await moneyOf(orderUid), before)
    }
  })

  it('409: also where the currency of the house itself has changed', async () => {
    const { leadUid, propertyUid, orderUid } = await booked()
    await pay(orderUid, 400)
    await call('PATCH', `/properties/${propertyUid}`, { pricing: { currency: 'JPY' } })
    const later = { checkOutLocalDate: '2026-08-06' }
    const answer = await call('POST', `/leads/${leadUid}/alteration`, later)
    assert.deepEqual([answer.status, answer.body.state], [409, 'ORDER_CURRENCY'])
    assert.deepEqual(await moneyOf(orderUid), [400, 400, 'USD'])
  })

  it('200: is done where nothing was paid, or a payment failed, which keeps its own', async () => {
    const { leadUid, orderUid } = await booked()
    const failed = { status: 'FAILED', transactionId: 'ch_2' }
    const { uid } = (await pay(orderUid, 370.5, failed)).body.transaction
    const answer = await call('POST', `/leads/${leadUid}/alteration`, { propertyUid: await yen() })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(await moneyOf(orderUid), [48_000, 0, 'JPY'])
    const { transaction } = (await call('GET', `/transactions/${uid}`)).body
    assert.deepEqual([transaction.amount, transaction.currency], [370.5, 'USD'])
    const listed = (await call('GET', `/transactions?orderUid=${orderUid}`)).body.transactions
    assert.deepEqual(listed, [transaction])
    const again = await pay(orderUid, 370.5, failed)
    assert.deepEqual([again.status, again.body.transaction], [200, transaction])
  })
})

describe('a transactionId that comes again', () => {
  it('200: of the same type, amount and currency gives what was recorded', async () => {
    const { orderUid } = await booked()
    const first = await pay(orderUid, 370.5, { transactionId: 'ch_1' })
    for (const more of [{}, { currency: 'USD' }, { currency: 'usd' }]) {
      const again = await pay(orderUid, 370.5, { transactionId: 'ch_1', ...more })
      assert.deepEqual([again.status, again.body], [200, first.body])
    }
    assert.deepEqual(await moneyOf(orderUid), [400, 370.5, 'USD'])
  })

  it('409: of another type, amount or currency', async () => {
    const { orderUid } = await booked()
    await pay(orderUid, 370.5, { transactionId: 'ch_1' })
    const others = [{ amount: 370 }, { currency: 'EUR' }, { type: 'REFUND' }]
    for (const other of others) {
      const again = await pay(orderUid, 370.5, { transactionId: 'ch_1', ...other })
      assert.deepEqual([again.status, again.body.code], [409, 'ALREADY_EXISTS'])
    }
  })
})

describe('a payment', () => {
  it('400: in another currency than that of its order', async () => {
    const { orderUid } = await booked()
    const answer = await pay(orderUid, 100, { currency: 'EUR' })
    assert.deepEqual([answer.status, answer.body.parameter], [400, 'currency'])
    assert.match(answer.body.apiErrorMessage, /must be USD/)
  })

  it('400: a refund of more than was paid, made or under way', async () => {
    const { orderUid } = await booked()
    await pay(orderUid, 100)
    await pay(orderUid, 50, { status: 'PENDING' })
    for (const status of ['SUCCESS', 'PENDING']) {
      for (const amount of [100.01, -400]) {
        const answer = await pay(orderUid, amount, { type: 'REFUND', status })
        assert.deepEqual([answer.status, answer.body.parameter], [400, 'amount'])
        assert.match(answer.body.apiErrorMessage, /must be at most 100.00 USD, the amount paid$/)
      }
    }
    assert.equal((await pay(orderUid, 100, { type: 'REFUND' })).status, 201)
    assert.equal((await pay(orderUid, 0.01, { type: 'REFUND' })).status, 400)
    assert.deepEqual(await moneyOf(orderUid), [400, 0, 'USD'])
  })

  it('409 or 400: of refunds at once, only as many as were paid for are taken', async () => {
    const { orderUid } = await booked()
    await pay(orderUid, 100)
    const refunds = Array.from({ length: 5 }, () => pay(orderUid, 40, { type: 'REFUND' }))
    const statuses = (await Promise.all(refunds)).map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [201, 201, 400, 400, 400])
    assert.deepEqual(await moneyOf(orderUid), [400, 20, 'USD'])
  })
})
