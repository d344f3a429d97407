/** Reads of orders: contract/orders.md §1, §4. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exampleOverrides, makePricedOrder } from '../../../../test/fixtures/orders.ts'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { cabinStay, discount, stayToPrice } from '../../../../test/fixtures/stays.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'
import { newUid } from '../../../platform/uid.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const basePaths = ['/api/v3', '/api/v3.0', '/api/v3.1', '/api/v3.2', '/api/v3.3', '/v3', '/v3.3']
const old = basePaths.slice(0, 4)

const get = (path: string, base = '/api/v3.3') => server.request('GET', `${base}${path}`, { key })
const order = async (uid: string, base?: string) => (await get(`/orders/${uid}`, base)).body.order
const toUids = (body: { orders: { uid: string }[] }) => body.orders.map(({ uid }) => uid)

const emptied = await makeProperty(server, agencyUid)
const cancelled = await makePricedOrder(server, agencyUid, {
  propertyUid: emptied,
  lead: { status: 'CANCELLED' },
})

describe('an order', () => {
  it('has the price of its stay by pricing.md §8.1', async () => {
    const lead = { external_booking_id: 'HM-1' }
    const created = await makePricedOrder(server, agencyUid, { propertyUid, lead })
    const cleaningFee = {
      uid: null,
      name: 'Cleaning fee',
      amountType: 'AMOUNT',
      isEditable: true,
      netPrice: 90,
      taxationRate: 0.05,
      taxAmount: 4.5,
      grossAmount: 94.5,
      grossPrice: 94.5,
    }
    assert.deepEqual(await order(created.orderUid), {
      uid: created.orderUid,
      leadUid: created.leadUid,
      creationUtcDateTime: '2026-05-20T15:00:00',
      updatedUtcDateTime: '2026-05-20T15:00:00',
      rent: {
        rentNetPrice: 630,
        rentBaseNetPrice: 630,
        extraGuestsNetPrice: 120,
        extraGuestsBaseNetPrice: 120,
        rateMultiplierAmount: 0,
        rentBreakdowns: [
          { nightlyAmount: 150, nightlyDate: '2027-06-10' },
          { nightlyAmount: 165, nightlyDate: '2027-06-11' },
          { nightlyAmount: 165, nightlyDate: '2027-06-12' },
          { nightlyAmount: 150, nightlyDate: '2027-06-13' },
        ],
        listPrice: 750,
        discount: null,
        netPrice: 750,
        taxationRate: 0.12,
        taxAmount: 90,
        grossPrice: 840,
      },
      securityDeposit: 300,
      fees: { cleaningFee, otherFees: [] },
      services: [],
      adjustments: [],
      adjustmentItems: [],
      rateMultiplier: null,
      currency: 'USD',
      totalAmount: 934.5,
      totalTaxesAmount: 94.5,
      ...{ paidAmount: 0, balanceAmount: 934.5 },
      channelCommission: null,
      externalOrderId: 'HM-1',
    })
  })

  it('returns multiplier, discount and commission as priced', async () => {
    const overrides = { channelCommission: { amount: 14.5 } }
    const priced = { promoCode: discount('PERCENT', '12.5'), multiplier: '0.08', overrides }
    const stay = cabinStay(priced)
    const { orderUid } = await makePricedOrder(server, agencyUid, { propertyUid, stay })
    const { rent, rateMultiplier, channelCommission } = await order(orderUid)
    assert.equal(rateMultiplier, 0.08)
    assert.deepEqual(channelCommission, { amount: 14.5 })
    assert.deepEqual(rent.discount, {
      discountCode: 'SUMMER10',
      discountType: 'PERCENT',
      amount: 101.25,
      percent: 12.5,
    })
    const base = rent.rentBaseNetPrice + rent.extraGuestsBaseNetPrice + rent.rateMultiplierAmount
    assert.equal(base, rent.rentNetPrice + rent.extraGuestsNetPrice)
  })
})

describe('the amounts of an order', () => {
  it('are zero if the stay is free', async () => {
    const { orderUid } = await makePricedOrder(server, agencyUid, {
      propertyUid,
      stay: stayToPrice({}),
    })
    const { fees, totalAmount, rent } = await order(orderUid)
    assert.deepEqual(
      [fees, totalAmount, rent.rentNetPrice],
      [{ cleaningFee: null, otherFees: [] }, 0, 0],
    )
  })

  it('include fees of a channel lead that are not editable', async () => {
    const stay = cabinStay({ isEditable: false, overrides: exampleOverrides })
    const { orderUid } = await makePricedOrder(server, agencyUid, { propertyUid, stay })
    const { cleaningFee, otherFees } = (await order(orderUid)).fees
    assert.equal(cleaningFee.isEditable, false)
    assert.deepEqual(otherFees, [
      {
        uid: null,
        name: 'Late arrival',
        amountType: 'AMOUNT',
        isEditable: false,
        netPrice: 25,
        taxationRate: 0.1,
        taxAmount: 2.5,
        grossAmount: 27.5,
        grossPrice: 27.5,
      },
    ])
  })

  for (const base of basePaths) {
    const young = base.endsWith('3.3')
    it(`${young ? 'has' : 'has no'} securityDeposit at ${base}, and its rent details`, async () => {
      const { orderUid, leadUid } = await makePricedOrder(server, agencyUid, { propertyUid })
      const single = await order(orderUid, base)
      const [listed] = (await get(`/orders?leadUid=${leadUid}`, base)).body.orders
      assert.deepEqual(listed, single)
      assert.equal('securityDeposit' in single, young)
      assert.deepEqual(
        [
          single.rent.rentBaseNetPrice,
          single.rent.extraGuestsBaseNetPrice,
          single.rent.rateMultiplierAmount,
        ],
        [630, 120, 0],
      )
      assert.equal(single.totalAmount, 934.5)
    })
  }
})

describe('GET /orders/{uid}', () => {
  it('404: rejects an unknown order', async () => {
    for (const uid of [newUid(), 'nothing', '%00']) {
      const { status, body } = await get(`/orders/${uid}`)
      assert.deepEqual([status, body.code], [404, 'ORDER_NOT_FOUND'])
    }
  })

  it('404: rejects an order whose lead is deleted, in every version', async () => {
    const lead = { type: 'INQUIRY', status: 'CLOSED', deleted_at: new Date(exampleNow) }
    const { orderUid, leadUid } = await makePricedOrder(server, agencyUid, { propertyUid, lead })
    for (const base of basePaths) {
      assert.equal((await get(`/orders/${orderUid}`, base)).status, 404)
      const { status, body } = await get(`/orders?leadUid=${leadUid}`, base)
      assert.deepEqual([status, body.code], [404, 'LEAD_NOT_FOUND'])
    }
  })

  it('accepts a uid in capitals', async () => {
    const { orderUid } = await makePricedOrder(server, agencyUid, { propertyUid })
    assert.equal((await order(orderUid.toUpperCase())).uid, orderUid)
  })
})

describe('the order of a cancelled lead', () => {
  const lists = [`leadUid=${cancelled.leadUid}`, `propertyUid=${emptied}`]

  for (const base of old) {
    it(`is left out at ${base}`, async () => {
      assert.equal((await get(`/orders/${cancelled.orderUid}`, base)).status, 404)
      for (const list of lists) {
        const { status, body } = await get(`/orders?${list}`, base)
        assert.deepEqual([status, toUids(body), body._metadata.totalCount], [200, [], 0])
      }
    })
  }

  it('is returned from v3.3 on, its amounts unchanged', async () => {
    assert.equal((await order(cancelled.orderUid)).totalAmount, 934.5)
    for (const list of lists) {
      assert.deepEqual(toUids((await get(`/orders?${list}`)).body), [cancelled.orderUid])
    }
  })

  it('is returned in every version if its lead is closed, not cancelled', async () => {
    const states = [
      ['INQUIRY', 'NEW'],
      ['INQUIRY', 'CLOSED'],
      ['BOOKING_REQUEST', 'DECLINED'],
    ]
    for (const [type, status] of states as [string, string][]) {
      const lead = { type, status }
      const { orderUid } = await makePricedOrder(server, agencyUid, { propertyUid, lead })
      for (const base of basePaths)
        assert.equal((await get(`/orders/${orderUid}`, base)).status, 200)
    }
  })
})

describe('GET /orders', () => {
  it('400: rejects a request without a filter', async () => {
    const { status, body } = await get('/orders')
    assert.deepEqual([status, body.code], [400, 'REQUIRED_PARAMETER'])
    assert.deepEqual(body.oneOf, ['leadUid', 'propertyUid', 'guestUid', 'updatedSince'])
    assert.equal((await get('/orders?leadUid=&updatedSince=')).status, 400)
  })

  it('403: rejects an inaccessible property', async () => {
    for (const uid of [newUid(), 'nothing']) {
      const { status, body } = await get(`/orders?propertyUid=${uid}`)
      assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
    }
  })

  it('404: rejects an unknown lead or guest', async () => {
    const lead = await get(`/orders?leadUid=${newUid()}`)
    assert.deepEqual([lead.status, lead.body.code], [404, 'LEAD_NOT_FOUND'])
    const guest = await get(`/orders?guestUid=${newUid()}`)
    assert.deepEqual([guest.status, guest.body.code], [404, 'GUEST_NOT_FOUND'])
  })

  it('400: rejects an updatedSince that is not a time', async () => {
    const { status, body } = await get('/orders?updatedSince=yesterday')
    assert.deepEqual([status, body.code], [400, 'INVALID_PARAMETER'])
  })

  it('returns an empty list for a block, which has no order', async () => {
    const block = { type: 'BLOCK', status: 'BLOCKED', property_uid: propertyUid }
    const leadUid = await makeLead(server, agencyUid, block)
    const { body } = await get(`/orders?leadUid=${leadUid}`)
    assert.deepEqual(body, { orders: [], _metadata: { count: 0, totalCount: 0 } })
  })

  it('combines its parameters by AND', async () => {
    const [here, there] = [
      await makeProperty(server, agencyUid),
      await makeProperty(server, agencyUid),
    ]
    const { leadUid, orderUid } = await makePricedOrder(server, agencyUid, { propertyUid: here })
    const uids = async (query: string) => toUids((await get(`/orders?${query}`)).body)
    assert.deepEqual(await uids(`leadUid=${leadUid}&propertyUid=${here}`), [orderUid])
    assert.deepEqual(await uids(`leadUid=${leadUid}&propertyUid=${there}`), [])
    const since = `propertyUid=${here}&updatedSince=2026-05-20T15:00:0`
    assert.deepEqual(await uids(`${since}0`), [orderUid])
    assert.deepEqual(await uids(`${since}1`), [])
  })
})
