/** Fields of promo codes with two names: contract/orders.md §9. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server, { currency: 'EUR' })

const path = '/api/v3.3/promo-codes'
const request = (method: string, rest: string, body?: unknown) =>
  server.request(method, `${path}${rest}`, { key, ...(body === undefined ? {} : { body }) })
const percent = { discountType: 'PERCENT', discountAmount: 10 }
let codeCount = 0
const newCode = () => `CODE${++codeCount}`
const post = (body: object) =>
  request('POST', '', { agencyUid, code: newCode(), ...percent, ...body })
const created = async (body: object = {}) => (await post(body)).body.promoCode

describe('alternative names of fields of a promo code', () => {
  const other = {
    type: 'AMOUNT',
    value: 25,
    status: 'INACTIVE',
    singleUsage: true,
    validFromUtcDateTime: '2027-01-01T00:00:00',
    validToUtcDateTime: '2027-12-31T00:00:00',
    expirationUtcDateTime: '2027-08-31T23:59:59',
  }
  const ours = {
    discountType: 'AMOUNT',
    discountAmount: 25,
    isActive: false,
    maximumRedemptions: 1,
    stayFromDate: '2027-01-01',
    stayToDate: '2027-12-31',
    redeemByDate: '2027-08-31',
  }
  const pick = (code: Record<string, unknown>) =>
    Object.fromEntries(Object.keys({ ...ours, ...other }).map(name => [name, code[name]]))

  it('201, 200: are accepted, and both names are returned', async () => {
    const posted = await request('POST', '', { agencyUid, code: newCode(), ...other })
    assert.equal(posted.status, 201, posted.text)
    assert.deepEqual(pick(posted.body.promoCode), { ...ours, ...other })
    const { uid } = await created()
    const put = await request('PUT', `/${uid}`, { code: newCode(), ...other })
    assert.deepEqual(pick(put.body.promoCode), { ...ours, ...other })
    const { promoCode } = (await request('GET', `/${uid}`)).body
    assert.deepEqual(pick(promoCode), { ...ours, ...other })
    const again = await request('PUT', `/${uid}`, promoCode)
    assert.deepEqual([again.status, again.body.promoCode], [200, promoCode])
  })

  it('200: PATCH removes a single usage, or retains another limit', async () => {
    for (const [before, sent, after] of [
      [1, false, null],
      [5, false, 5],
      [5, true, 1],
      [null, true, 1],
    ] as const) {
      const { uid } = await created({ maximumRedemptions: before })
      const { body } = await request('PATCH', `/${uid}`, { singleUsage: sent })
      const { maximumRedemptions, singleUsage } = body.promoCode
      assert.deepEqual([maximumRedemptions, singleUsage], [after, sent])
    }
  })

  it('400: CONFLICTING_PARAMETERS if their values differ', async () => {
    const { uid } = await created()
    for (const wrong of [
      { discountType: 'PERCENT', type: 'AMOUNT' },
      { discountAmount: 10, value: 20 },
      { isActive: true, status: 'INACTIVE' },
      { maximumRedemptions: 2, singleUsage: true },
      { stayFromDate: '2027-01-01', validFromUtcDateTime: '2027-01-02T00:00:00Z' },
      { stayToDate: null, validToUtcDateTime: '2027-01-02T00:00:00Z' },
      { redeemByDate: '2027-01-01', expirationUtcDateTime: null },
    ]) {
      const { status, body } = await request('PATCH', `/${uid}`, wrong)
      assert.deepEqual([status, body.code], [400, 'CONFLICTING_PARAMETERS'], JSON.stringify(wrong))
    }
  })

  it('400: INVALID_ENUM_VALUE lists the allowed values', async () => {
    const { body } = await post({ type: 'PERCENT' })
    assert.deepEqual(body.allowedValues, ['PERCENTAGE', 'AMOUNT'])
  })
})
