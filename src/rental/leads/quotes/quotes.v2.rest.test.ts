/** `/v2/quote`: contract/orders.md §8.4, §6. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeFee, makePromoCode } from '../../../../test/fixtures/prices.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { cabin } from '../../../../test/fixtures/stays.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
server.clock.set('2027-03-01T18:00:00Z')
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid, { ...cabin, max_guests: 6 })
const property_uid = propertyUid
await makePromoCode(server, agencyUid, { code: 'TEN' })
const linen = {
  property_uid,
  name: 'Linen',
  amount: '10',
  scope: 'PER_GUEST',
  taxation_rate: '0.1',
}
const linenUid = await makeFee(server, agencyUid, linen)
const tax = { property_uid, name: 'City tax', amount: '2', amount_type: 'TAX' }
const taxUid = await makeFee(server, agencyUid, tax)
const input = { propertyUid, checkInDate: '2027-06-10', checkOutDate: '2027-06-14', guests: 4 }

const get = (query: object) =>
  server.request('GET', `/v2/quote?${new URLSearchParams(query as Record<string, string>)}`, {
    key,
  })
const post = (body: object) => server.request('POST', '/v2/quote', { key, body })

const expected = {
  propertyUid,
  checkInDate: '2027-06-10',
  checkOutDate: '2027-06-14',
  nights: 4,
  guests: 4,
  currency: 'USD',
  baseAmount: 630,
  extraGuestFeeAmount: 120,
  cleaningFeeAmount: 90,
  cleaningFeeTaxAmount: 4.5,
  channelCommission: null,
  orderFees: [
    {
      uid: linenUid,
      name: 'Linen',
      amountType: 'AMOUNT',
      amount: 40,
      taxAmount: 4,
      grossAmount: 44,
    },
    { uid: taxUid, name: 'City tax', amountType: 'TAX', amount: 0, taxAmount: 2, grossAmount: 2 },
  ],
  discountAmount: 75,
  adjustmentsAmount: 0,
  subTotal: 805,
  taxAmount: 81,
  total: 896.5,
  securityDepositAmount: 300,
}

describe('/v2/quote', () => {
  it('200: GET and POST return the flat object', async () => {
    for (const response of [
      await get({ ...input, promoCode: 'ten' }),
      await post({ ...input, promoCode: 'TEN' }),
    ]) {
      assert.equal(response.status, 200, response.text)
      assert.deepEqual(response.body, expected)
    }
  })

  it('adds up by the rules of v2', () => {
    const { total, orderFees, ...sums } = expected
    const fees = orderFees.reduce((sum, { grossAmount }) => sum + grossAmount, 0)
    const rent = sums.baseAmount + sums.extraGuestFeeAmount - sums.discountAmount + sums.taxAmount
    assert.equal(rent + sums.cleaningFeeAmount + sums.cleaningFeeTaxAmount + fees, total)
  })

  it('200: defaults to one guest, no discount and no cleaning fee', async () => {
    const free = await makeProperty(server, agencyUid)
    const { propertyUid: _, guests: __, ...dates } = input
    const { body } = await get({ ...dates, propertyUid: free })
    assert.deepEqual(
      [body.guests, body.discountAmount, body.cleaningFeeAmount, body.total, body.orderFees],
      [1, 0, 0, 0, []],
    )
  })

  it('400, 403, 409: rejects the same requests as v3', async () => {
    assert.equal((await get({ ...input, checkOutDate: '' })).body.code, 'REQUIRED_PARAMETER')
    assert.equal((await get({ ...input, guests: '7' })).body.code, 'TOO_MANY_GUESTS')
    assert.equal(
      (await get({ ...input, checkOutDate: '2027-06-10' })).body.code,
      'INVALID_DATE_RANGE',
    )
    assert.equal((await get({ ...input, promoCode: 'x' })).body.reason, 'unknown')
    assert.equal((await post({ ...input, propertyUid: agencyUid })).status, 403)
    const closed = await makeProperty(server, agencyUid, { minimum_stay: 5 })
    assert.equal(
      (await post({ ...input, propertyUid: closed, guests: 1 })).body.code,
      'MINIMUM_STAY',
    )
  })

  it('names the successor', async () => {
    const { headers } = await get(input)
    assert.match(headers.get('link')!, /<\/api\/v3\.3\/quotes>; rel="successor-version"/)
  })
})
