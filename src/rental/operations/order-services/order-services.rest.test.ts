/** Services of orders: contract/resources.md §1.4, orders.md §1.2, §2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatEvents, readEventLog } from '../../../../test/fixtures/events/event-log.ts'
import { makeService } from '../../../../test/fixtures/jobs.ts'
import { makePricedOrder } from '../../../../test/fixtures/orders.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { leadQuery, startServer } from '../../../../test/support/server.ts'
import { versions } from '../../versions.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const breakfast = { title: 'Breakfast', catered_to: 'GUEST', gross_price: '12.50' }
const serviceUid = await makeService(server, agencyUid, {
  ...breakfast,
  quantity_description: 'per person',
})
const strange = '0197b3f2-0000-7000-8000-000000000000'

const get = async (path: string) => (await server.request('GET', path, { key })).body

/** Creates an order of 934.50, including taxes of 94.50. */
async function newOrder() {
  const { orderUid, leadUid } = await makePricedOrder(server, agencyUid, { propertyUid })
  const path = `/api/v3.3/orders/${orderUid}/order-services`
  const post = (body: object, headers = {}) =>
    server.request('POST', path, { key, body: { serviceUid, ...body }, headers })
  const list = () => get(path)
  const order = async (version = '3.3') => (await get(`/api/v${version}/orders/${orderUid}`)).order
  const remove = (uid: string) => server.request('DELETE', `${path}/${uid}`, { key })
  return { orderUid, leadUid, path, post, list, order, remove }
}

describe('POST order services', () => {
  it('201: uses price and texts of the service, quantity 1', async () => {
    const { post, list, order } = await newOrder()
    const { status, body } = await post({})
    const { uid } = body.orderService
    const orderService = {
      uid,
      title: 'Breakfast',
      grossPrice: 12.5,
      quantity: 1,
      quantityDescription: 'per person',
      serviceUid,
    }
    assert.deepEqual([status, body], [201, { orderService }])
    const _metadata = { count: 1, totalCount: 1 }
    assert.deepEqual(await list(), { orderServices: [orderService], _metadata })
    const { services, totalAmount, totalTaxesAmount } = await order()
    assert.deepEqual([services, totalAmount, totalTaxesAmount], [[orderService], 947, 94.5])
  })

  it('201: several services with quantities or prices, in the order of creation', async () => {
    const { post, order } = await newOrder()
    const both = await makeService(server, agencyUid, { title: 'Crib', catered_to: 'BOTH' })
    await post({ quantity: 3 })
    server.clock.advance(1_000)
    await post({ serviceUid: both, quantity: 2, quantityDescription: null, grossPrice: 100.005 })
    const { services, totalAmount } = await order()
    const lines = services.map((service: Record<string, unknown>) => [
      service.title,
      service.quantity,
      service.quantityDescription,
      service.grossPrice,
    ])
    assert.deepEqual(lines, [
      ['Breakfast', 3, 'per person', 37.5],
      ['Crib', 2, null, 100.01],
    ])
    assert.equal(totalAmount, 934.5 + 37.5 + 100.01)
  })

  it('201: price 0', async () => {
    const { post, order } = await newOrder()
    assert.equal((await post({ grossPrice: 0 })).body.orderService.grossPrice, 0)
    assert.equal((await order()).totalAmount, 934.5)
  })

  it('keeps title and price when the service changes or is deleted', async () => {
    const { post, order } = await newOrder()
    const spa = await makeService(server, agencyUid, { ...breakfast, title: 'Spa' })
    await post({ serviceUid: spa })
    const path = `/api/v3.3/services/${spa}`
    const body = { title: 'Sauna', cateredTo: 'GUEST', grossPrice: 99 }
    await server.request('PUT', path, { key, body })
    assert.equal((await server.request('DELETE', path, { key })).status, 204)
    const [service] = (await order()).services
    assert.deepEqual([service.title, service.grossPrice, service.serviceUid], ['Spa', 12.5, spa])
  })
})

describe('POST order services refuses', () => {
  it('invalid fields and services', async () => {
    const { post, list, path } = await newOrder()
    const own = (columns: object) => makeService(server, agencyUid, { ...breakfast, ...columns })
    const foreign = await makeAgency(server)
    const wrong: [body: object, status: number, code: string][] = [
      [{ serviceUid: null }, 400, 'REQUIRED_PARAMETER'],
      [{ serviceUid: strange }, 404, 'SERVICE_NOT_FOUND'],
      [{ serviceUid: await makeService(server, foreign.agencyUid) }, 404, 'SERVICE_NOT_FOUND'],
      [{ serviceUid: await own({ catered_to: 'HOST' }) }, 400, 'INVALID_PARAMETER'],
      [{ serviceUid: await own({ currency: 'EUR' }) }, 400, 'INVALID_PARAMETER'],
      [{ quantity: 0 }, 400, 'INVALID_PARAMETER'],
      [{ quantity: 1_000 }, 400, 'INVALID_PARAMETER'],
      [{ quantity: 1.5 }, 400, 'INVALID_PARAMETER'],
      [{ grossPrice: -1 }, 400, 'INVALID_PARAMETER'],
      [{ quantityDescription: 'x'.repeat(256) }, 400, 'INVALID_PARAMETER'],
    ]
    for (const [body, status, code] of wrong) {
      const response = await post(body)
      assert.deepEqual([response.status, response.body.code], [status, code], response.text)
    }
    const elsewhere = path.replace(/orders\/[^/]+/, `orders/${strange}`)
    const response = await server.request('POST', elsewhere, { key, body: { serviceUid } })
    assert.deepEqual([response.status, response.body.code], [404, 'ORDER_NOT_FOUND'])
    const other = await server.request('POST', path, { key: foreign.key, body: { serviceUid } })
    assert.equal(other.body.code, 'ORDER_NOT_FOUND')
    assert.deepEqual((await list()).orderServices, [])
  })

  for (const version of versions.slice(0, -1)) {
    it(`404 at ${version}, which only returns services with orders`, async () => {
      const { orderUid, post, order } = await newOrder()
      const path = `/api/v${version}/orders/${orderUid}/order-services`
      const { status, body } = await server.request('POST', path, { key, body: { serviceUid } })
      assert.deepEqual([status, body.code], [404, 'UNKNOWN_API'])
      await post({})
      const { services, totalAmount } = await order(version)
      assert.deepEqual([services.length, totalAmount], [1, 947])
    })
  }
})

describe('DELETE order services', () => {
  it('204: restores the order total; 404 once deleted', async () => {
    const { post, remove, order } = await newOrder()
    const { uid } = (await post({})).body.orderService
    assert.equal((await remove(uid)).status, 204)
    const { services, totalAmount } = await order()
    assert.deepEqual([services, totalAmount], [[], 934.5])
    const again = await remove(uid)
    assert.deepEqual([again.status, again.body.code], [404, 'ORDER_SERVICE_NOT_FOUND'])
    const another = await newOrder()
    const other = (await another.post({})).body.orderService.uid
    assert.equal((await remove(other)).status, 404)
  })
})

describe('an order with services', () => {
  it('counts them together with adjustments, in every representation', async () => {
    const { orderUid, leadUid, post, order } = await newOrder()
    await post({ quantity: 2 })
    const charge = { transactionType: 'CHARGE', adjustmentType: 'TAX', amount: 10 }
    const path = `/api/v3.3/orders/${orderUid}`
    await server.request('POST', `${path}/order-adjustments`, { key, body: charge })
    const total = 934.5 + 25 + 10
    const { totalAmount, totalTaxesAmount, services, adjustments } = await order()
    assert.deepEqual([totalAmount, totalTaxesAmount], [total, 104.5])
    assert.deepEqual([services.length, adjustments.length], [1, 1])
    const [listed] = (await get(`/api/v3.3/orders?leadUid=${leadUid}`)).orders
    assert.deepEqual(listed, await order())
    const legacy = await get(`/v2/orders/${orderUid}`)
    const { total: legacyTotal, subTotal, adjustmentsAmount, balance } = legacy
    assert.deepEqual([legacyTotal, subTotal, adjustmentsAmount], [total, total - 104.5, 10])
    assert.equal(balance, total)
    const query = `{ leads(agencyUid: "${agencyUid}") {
      uid order { totalGrossOrderValue fees { allFeesGrossAmount } } } }`
    const { leads } = (await leadQuery(server, key, query)).body.data
    const [leadOrder] = leads.find(({ uid }: { uid: string }) => uid === leadUid).order
    assert.deepEqual(
      [leadOrder.totalGrossOrderValue, leadOrder.fees[0].allFeesGrossAmount],
      [total, 94.5],
    )
  })

  it('keeps them when its lead is altered, and includes them in the balance', async () => {
    const { orderUid, leadUid, post, order } = await newOrder()
    await post({})
    const path = `/api/v3.3/leads/${leadUid}/alteration`
    const stay = { checkInLocalDate: '2027-06-10', checkOutLocalDate: '2027-06-12' }
    const { status, text } = await server.request('POST', path, { key, body: stay })
    assert.equal(status, 200, text)
    const { totalAmount, services, rent, fees } = await order()
    assert.equal(services.length, 1)
    const lodging = rent.grossPrice + fees.cleaningFee.grossPrice
    assert.equal(totalAmount, Number((lodging + 12.5).toFixed(2)))
    const sale = { orderUid, type: 'SALE', status: 'SUCCESS', fullPayment: true }
    const paid = await server.request('POST', '/api/v3.3/transactions', { key, body: sale })
    assert.equal(paid.body.transaction.amount, totalAmount)
  })
})

describe('a change of the services of an order', () => {
  it('emits changes of lead and order, none of the calendar', async () => {
    const { post, remove, leadUid } = await newOrder()
    const eventCount = (await readEventLog(server, agencyUid)).length
    const news = async () => (await readEventLog(server, agencyUid)).slice(eventCount)
    const { uid } = (await post({})).body.orderService
    const [booking, order] = await news()
    assert.deepEqual([booking!.type, booking!.object_uid], ['BOOKING_UPDATED', leadUid])
    assert.deepEqual(
      [order!.type, order!.changes],
      ['ORDER_UPDATED', { totalAmount: ['934.50', '947.00'] }],
    )
    await remove(uid)
    const types = ['BOOKING_UPDATED', 'ORDER_UPDATED']
    assert.deepEqual(formatEvents(await news()), [...types, ...types])
  })

  it('raises the time of change', async () => {
    const { post, order } = await newOrder()
    const before = (await order()).updatedUtcDateTime
    server.clock.advance(60_000)
    await post({})
    assert.ok((await order()).updatedUtcDateTime > before)
  })

  it('applies concurrent requests completely', async () => {
    const { post, order } = await newOrder()
    const responses = await Promise.all([1, 2, 3, 4, 5, 6].map(quantity => post({ quantity })))
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([201]))
    const { services, totalAmount } = await order()
    assert.deepEqual([services.length, totalAmount], [6, 934.5 + 21 * 12.5])
  })

  it('is applied once per idempotency key', async () => {
    const { post, list } = await newOrder()
    const headers = { 'idempotency-key': 'breakfast' }
    const first = await post({}, headers)
    assert.deepEqual((await post({}, headers)).body, first.body)
    assert.equal((await list()).orderServices.length, 1)
  })
})
