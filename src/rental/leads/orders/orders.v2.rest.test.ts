/** Legacy orders, and the worked example on every surface: contract/orders.md §3, §6, §7. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exampleOverrides, makePricedOrder } from '../../../../test/fixtures/orders.ts'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { cabin, cabinStay, charge, discount } from '../../../../test/fixtures/stays.ts'
import { exampleNow, leadQuery, startServer } from '../../../../test/support/server.ts'
import { newUid } from '../../../platform/uid.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid, { ...cabin, max_guests: 6 })
const stay = cabinStay({ overrides: exampleOverrides })

const get = (path: string) => server.request('GET', path, { key })
const getLegacyOrder = async (uid: string) => (await get(`/v2/orders/${uid}`)).body
const post = (path: string, body: unknown) =>
  server.request('POST', `/api/v3.3${path}`, { key, body })

/** Creates the order of the worked example, adjusted and partly paid. */
async function makeExample() {
  const dates = { check_in_local: '2027-06-10T16:00:00', check_out_local: '2027-06-14T11:00:00' }
  const lead = { ...dates, adult_count: 4 }
  const created = await makePricedOrder(server, agencyUid, { propertyUid, stay, lead })
  const adjustments = `/orders/${created.orderUid}/order-adjustments`
  await post(adjustments, { transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 40 })
  await post(adjustments, { transactionType: 'REFUND', adjustmentType: 'RENT', amount: 15.4 })
  const sale = { type: 'SALE', status: 'SUCCESS', amount: 500 }
  await post('/transactions', { orderUid: created.orderUid, ...sale })
  return created
}

describe('the worked example', () => {
  it('is a v2 order with a balance of 565', async () => {
    const { leadUid, orderUid } = await makeExample()
    const late = { uid: null, name: 'Late arrival', amountType: 'AMOUNT' }
    assert.deepEqual(await getLegacyOrder(orderUid), {
      uid: orderUid,
      leadUid,
      currency: 'USD',
      baseAmount: 700,
      extraGuestFeeAmount: 120,
      cleaningFeeAmount: 90,
      cleaningFeeTaxAmount: 4.5,
      channelCommission: null,
      orderFees: [{ ...late, amount: 25, taxAmount: 2.5, grossAmount: 27.5 }],
      discountAmount: 0,
      adjustmentsAmount: 24.6,
      subTotal: 959.6,
      taxAmount: 98.4,
      total: 1065,
      securityDepositAmount: 0,
      balance: 565,
    })
  })

  it('is a v3 order of 1065 with unchanged rent and fees', async () => {
    const { orderUid } = await makeExample()
    const { order } = (await get(`/api/v3.3/orders/${orderUid}`)).body
    const { rent, totalAmount, totalTaxesAmount, adjustments } = order
    assert.deepEqual([totalAmount, totalTaxesAmount, rent.grossPrice], [1_065, 105.4, 918.4])
    assert.deepEqual(adjustments, [
      { isPaid: false, amount: 40 },
      { isPaid: false, amount: -15.4 },
    ])
  })

  it('is returned by the lead query with every digit', async () => {
    await makeExample()
    const query = `{ leads(propertyUid: "${propertyUid}", _limit: 1) { order {
      totalGrossOrderValue fees { fees { name grossAmount } allFeesGrossAmount } } } }`
    const { text } = await leadQuery(server, key, query)
    const fees =
      '[{"name":"Cleaning fee","grossAmount":94.50},{"name":"Late arrival","grossAmount":27.50}]'
    const fee = `"fees":[{"fees":${fees},"allFeesGrossAmount":122.00}]`
    assert.ok(text.includes(`"order":[{"totalGrossOrderValue":1065.00,${fee}}]`), text)
  })

  it('is quoted again without its adjustments', async () => {
    const { leadUid } = await makeExample()
    const dates = { checkInDate: '2027-06-10', checkOutDate: '2027-06-14' }
    const { status, body } = await post('/quotes', { propertyUid, leadUid, ...dates })
    assert.deepEqual([status, body.quote?.totalAmount], [200, 1_040.4])
  })
})

describe('a v2 order', () => {
  it('adds up, with discount, multiplier, fees, taxes and commission', async () => {
    const stay = cabinStay({
      promoCode: discount('PERCENT', '10'),
      multiplier: '0.07',
      fees: [
        charge('Linen', '33.33', 'PER_STAY', { taxation_rate: '0.07' }),
        charge('City tax', '2.5', 'PER_NIGHT', { amount_type: 'TAX' }),
      ],
      overrides: { channelCommission: { amount: 14.5 } },
    })
    const { orderUid } = await makePricedOrder(server, agencyUid, { propertyUid, stay })
    const order = await getLegacyOrder(orderUid)
    const fees = order.orderFees.map(({ grossAmount }: { grossAmount: number }) => grossAmount)
    const amounts = [
      order.baseAmount,
      order.extraGuestFeeAmount,
      -order.discountAmount,
      order.taxAmount,
      order.cleaningFeeAmount,
      order.cleaningFeeTaxAmount,
      ...fees,
    ]
    const cents = amounts.reduce((sum, part) => sum + Math.round(part * 100), 0)
    assert.equal(Math.round(order.total * 100), cents)
    assert.equal(order.discountAmount, 80.25)
    assert.equal(order.securityDepositAmount, 300)
    assert.equal(order.channelCommission, 14.5)
    const tax = order.orderFees[1]
    assert.deepEqual([tax.amountType, tax.amount, tax.taxAmount], ['TAX', 0, tax.grossAmount])
  })
})

describe('GET /v2/orders', () => {
  it('is a bare array of the lead or the property, newest first', async () => {
    const property = await makeProperty(server, agencyUid)
    const make = (created_at: Date) =>
      makePricedOrder(server, agencyUid, { propertyUid: property, order: { created_at } })
    const older = await make(new Date('2026-05-01T00:00:00Z'))
    const newer = await make(new Date('2026-05-02T00:00:00Z'))
    const uids = async (query: string) => {
      const { body } = await get(`/v2/orders?${query}`)
      return body.map(({ uid }: { uid: string }) => uid)
    }
    assert.deepEqual(await uids(`leadUid=${older.leadUid}`), [older.orderUid])
    assert.deepEqual(await uids(`propertyUid=${property}`), [newer.orderUid, older.orderUid])
    assert.deepEqual(await uids(`propertyUid=${property}&limit=1&offset=1`), [older.orderUid])
    const both = `propertyUid=${propertyUid}&leadUid=${older.leadUid}`
    assert.deepEqual(await uids(both), [])
  })

  it('leaves out orders of cancelled leads', async () => {
    const property = await makeProperty(server, agencyUid)
    const lead = { status: 'CANCELLED' }
    const options = { propertyUid: property, lead }
    const { leadUid, orderUid } = await makePricedOrder(server, agencyUid, options)
    assert.deepEqual((await get(`/v2/orders?leadUid=${leadUid}`)).body, [])
    assert.deepEqual((await get(`/v2/orders?propertyUid=${property}`)).body, [])
    const { status, body } = await get(`/v2/orders/${orderUid}`)
    assert.deepEqual([status, body.code], [404, 'ORDER_NOT_FOUND'])
  })

  it('returns an empty list for a block', async () => {
    const block = { type: 'BLOCK', status: 'BLOCKED', property_uid: propertyUid }
    const leadUid = await makeLead(server, agencyUid, block)
    assert.deepEqual((await get(`/v2/orders?leadUid=${leadUid}`)).body, [])
  })

  it('rejects the same requests as v3', async () => {
    const deleted = await makePricedOrder(server, agencyUid, {
      propertyUid,
      lead: { deleted_at: new Date(exampleNow) },
    })
    for (const [rest, ...refusal] of [
      ['', 400, 'REQUIRED_PARAMETER'],
      [`?propertyUid=${newUid()}`, 403, 'ACCESS_DENIED'],
      [`?leadUid=${newUid()}`, 404, 'LEAD_NOT_FOUND'],
      [`?leadUid=${deleted.leadUid}`, 404, 'LEAD_NOT_FOUND'],
      [`/${deleted.orderUid}`, 404, 'ORDER_NOT_FOUND'],
      ['/nothing', 404, 'ORDER_NOT_FOUND'],
    ]) {
      const { status, body } = await get(`/v2/orders${rest}`)
      assert.deepEqual([status, body.code], refusal)
    }
    assert.equal((await server.request('GET', '/v2/orders?leadUid=x')).status, 401)
  })

  it('names its successor', async () => {
    const { headers } = await get(`/v2/orders?propertyUid=${propertyUid}`)
    assert.match(headers.get('link')!, /<\/api\/v3\.3\/orders>; rel="successor-version"/)
  })
})
