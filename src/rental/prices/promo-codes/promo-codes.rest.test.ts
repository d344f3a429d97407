import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { makeAgency, makeLead, makeOrder, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server, { currency: 'EUR' })
const propertyUid = await makeProperty(server, agencyUid)
const foreign = await makeAgency(server)
const foreignPropertyUid = await makeProperty(server, foreign.agencyUid)

const path = '/api/v3.3/promo-codes'
const request = (method: string, rest: string, body?: unknown) =>
  server.request(method, `${path}${rest}`, { key, ...(body === undefined ? {} : { body }) })
const percent = { discountType: 'PERCENT', discountAmount: 10 }
let codeCount = 0
const newCode = () => `CODE${++codeCount}`
const post = (body: object) =>
  request('POST', '', { agencyUid, code: newCode(), ...percent, ...body })
const created = async (body: object = {}) => (await post(body)).body.promoCode

/** Inserts a lead in some status with an order that has the code. */
async function use(uid: string, status: string, type: string, columns = {}): Promise<void> {
  const lead = { status, type, property_uid: propertyUid, ...columns }
  const leadUid = await makeLead(server, agencyUid, lead)
  await makeOrder(server, agencyUid, leadUid, { promo_code_uid: uid })
}

describe('POST /promo-codes', () => {
  it('201: returns the code with its defaults', async () => {
    const { status, body } = await post({ code: 'Summer10' })
    assert.equal(status, 201)
    const { uid, ...promoCode } = body.promoCode
    assert.match(uid, /^[0-9a-f-]{36}$/)
    assert.deepEqual(promoCode, {
      agencyUid,
      propertyUid: null,
      code: 'Summer10',
      description: null,
      discountType: 'PERCENT',
      discountAmount: 10,
      currency: null,
      redeemByDate: null,
      stayFromDate: null,
      stayToDate: null,
      minimumNights: 0,
      maximumRedemptions: null,
      redemptionsCount: 0,
      isActive: true,
      type: 'PERCENTAGE',
      value: 10,
      status: 'ACTIVE',
      singleUsage: false,
      validFromUtcDateTime: null,
      validToUtcDateTime: null,
      expirationUtcDateTime: null,
      createdUtcDateTime: '2026-05-20T15:00:00',
      updatedUtcDateTime: '2026-05-20T15:00:00',
    })
  })

  it('201: stores every field', async () => {
    const fields = {
      propertyUid,
      description: 'For friends',
      discountType: 'AMOUNT',
      discountAmount: 12.5,
      currency: 'JPY',
      redeemByDate: '2027-08-31',
      stayFromDate: '2027-01-01',
      stayToDate: '2027-12-31',
      minimumNights: 3,
      maximumRedemptions: 100,
      isActive: false,
    }
    const promoCode = await created({ ...fields, propertyUid: propertyUid.toUpperCase() })
    for (const [name, value] of Object.entries(fields)) assert.equal(promoCode[name], value, name)
    assert.deepEqual((await request('GET', `/${promoCode.uid}`)).body.promoCode, promoCode)
  })

  it('201: an amount has the currency of the agency, a percentage has none', async () => {
    assert.equal((await created({ discountType: 'AMOUNT' })).currency, 'EUR')
    assert.equal((await created({ currency: 'usd', discountType: 'AMOUNT' })).currency, 'USD')
    assert.equal((await created({ currency: 'USD' })).currency, null)
  })
})

describe('uniqueness of a promo code', () => {
  it('409: ALREADY_EXISTS for the same code in another case', async () => {
    const { uid } = await created({ code: 'Winter' })
    const { status, body } = await post({ code: 'wINTER' })
    assert.deepEqual([status, body.code, body.existingUid], [409, 'ALREADY_EXISTS', uid])
  })

  it('201: accepts the code of a deleted one, and of another agency', async () => {
    const { uid, code } = await created()
    const body = { agencyUid: foreign.agencyUid, code, ...percent }
    const elsewhere = await server.request('POST', path, { key: foreign.key, body })
    assert.equal(elsewhere.status, 201)
    assert.equal((await request('DELETE', `/${uid}`)).status, 204)
    assert.equal((await post({ code })).status, 201)
  })

  it('201: succeeds for one of several concurrent requests', async () => {
    const code = newCode()
    const all = Array.from({ length: 5 }, () => post({ code: code.toLowerCase() }))
    const statuses = (await Promise.all(all)).map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, 409, 409, 409, 409])
  })
})

describe('POST /promo-codes rejects', () => {
  for (const [bad, code, parameter] of [
    [{ code: undefined }, 'REQUIRED_PARAMETER', 'code'],
    [{ agencyUid: undefined }, 'REQUIRED_PARAMETER', 'agencyUid'],
    [{ discountType: undefined }, 'REQUIRED_PARAMETER', 'discountType'],
    [{ discountAmount: null }, 'REQUIRED_PARAMETER', 'discountAmount'],
    [{ isActive: null }, 'REQUIRED_PARAMETER', 'isActive'],
    [{ code: '' }, 'INVALID_PARAMETER', 'code'],
    [{ code: 'X'.repeat(51) }, 'INVALID_PARAMETER', 'code'],
    [{ code: 'SUMMER 10' }, 'INVALID_PARAMETER', 'code'],
    [{ code: 'ÉTÉ' }, 'INVALID_PARAMETER', 'code'],
    [{ discountType: 'HALF' }, 'INVALID_ENUM_VALUE', 'discountType'],
    [{ discountAmount: 0 }, 'INVALID_PARAMETER', 'discountAmount'],
    [{ discountAmount: -5 }, 'INVALID_PARAMETER', 'discountAmount'],
    [{ discountAmount: 100.01 }, 'INVALID_PARAMETER', 'discountAmount'],
    [{ discountType: 'AMOUNT', discountAmount: 1e10 }, 'INVALID_PARAMETER', 'discountAmount'],
    [{ currency: 'XYZ1' }, 'INVALID_PARAMETER', 'currency'],
    [{ redeemByDate: '2027-02-30' }, 'INVALID_PARAMETER', 'redeemByDate'],
    [{ minimumNights: -1 }, 'INVALID_PARAMETER', 'minimumNights'],
    [{ minimumNights: 2_147_483_648 }, 'INVALID_PARAMETER', 'minimumNights'],
    [{ maximumRedemptions: 1.5 }, 'INVALID_PARAMETER', 'maximumRedemptions'],
    [{ description: 'x'.repeat(256) }, 'INVALID_PARAMETER', 'description'],
  ] as const) {
    it(`400: ${code} for ${JSON.stringify(bad).slice(0, 40)} ${parameter}`, async () => {
      const { status, body } = await post(bad)
      assert.deepEqual([status, body.code, body.parameter], [400, code, parameter])
    })
  }

  it('400: INVALID_DATE_RANGE for a stay that ends before it begins', async () => {
    const { status, body } = await post({ stayFromDate: '2027-05-02', stayToDate: '2027-05-01' })
    assert.deepEqual([status, body.code], [400, 'INVALID_DATE_RANGE'])
  })

  for (const [name, uid] of [
    ['a foreign property', foreignPropertyUid],
    ['an unknown property', randomUUID()],
    ['no uid', 'cabin'],
  ] as const) {
    it(`403: ${name}`, async () => {
      const { status, body } = await post({ propertyUid: uid })
      assert.deepEqual([status, body.code, body.parameter], [403, 'ACCESS_DENIED', 'propertyUid'])
    })
  }

  it('403: a foreign agency', async () => {
    const { status, body } = await post({ agencyUid: foreign.agencyUid })
    assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
  })

  for (const version of ['v3', 'v3.1', 'v3.2']) {
    it(`404: ${version}`, async () => {
      const url = `/api/${version}/promo-codes?agencyUid=${agencyUid}`
      const { status, body } = await server.request('GET', url, { key })
      assert.deepEqual([status, body.apiErrorMessage], [404, 'Unknown api: '])
    })
  }
})

describe('PUT and PATCH /promo-codes/{uid}', () => {
  it('200: PUT resets omitted fields to their defaults, the agency does not change', async () => {
    const { uid, code } = await created({ minimumNights: 5, isActive: false, propertyUid })
    const body = { code, ...percent, agencyUid: foreign.agencyUid }
    const { status, body: response } = await request('PUT', `/${uid}`, body)
    assert.equal(status, 200)
    const { promoCode } = response
    assert.deepEqual(
      [promoCode.minimumNights, promoCode.isActive, promoCode.propertyUid, promoCode.agencyUid],
      [0, true, null, agencyUid],
    )
  })

  it('400: REQUIRED_PARAMETER for fields of PUT that POST requires', async () => {
    const { uid } = await created()
    const { status, body } = await request('PUT', `/${uid}`, { code: 'X' })
    assert.deepEqual([status, body.errors.length], [400, 2])
  })

  it('200: PATCH changes the fields that are sent, null clears a field', async () => {
    const { uid, code } = await created({ minimumNights: 5, maximumRedemptions: 3 })
    const { body } = await request('PATCH', `/${uid}`, {
      maximumRedemptions: null,
      isActive: false,
    })
    const { promoCode } = body
    assert.deepEqual(
      [promoCode.code, promoCode.minimumNights, promoCode.maximumRedemptions, promoCode.isActive],
      [code, 5, null, false],
    )
  })

  it('200: PATCH can change a percentage to an amount, and back', async () => {
    const { uid } = await created()
    const amount = await request('PATCH', `/${uid}`, {
      discountType: 'AMOUNT',
      discountAmount: 150,
    })
    assert.equal(amount.body.promoCode.currency, 'EUR')
    const rejected = await request('PATCH', `/${uid}`, { discountType: 'PERCENT' })
    assert.deepEqual([rejected.status, rejected.body.parameter], [400, 'discountAmount'])
    const back = await request('PATCH', `/${uid}`, percent)
    assert.deepEqual([back.status, back.body.promoCode.currency], [200, null])
  })
})

describe('a change of a promo code', () => {
  it('200: updates the time of change only if something changes', async () => {
    const { uid } = await created()
    server.clock.advance(60_000)
    const same = await request('PATCH', `/${uid}`, { isActive: true })
    const { createdUtcDateTime, updatedUtcDateTime } = same.body.promoCode
    assert.equal(updatedUtcDateTime, createdUtcDateTime)
    const other = await request('PATCH', `/${uid}`, { isActive: false })
    assert.ok(other.body.promoCode.updatedUtcDateTime > updatedUtcDateTime)
  })

  it('409: rejects an existing code; 200: accepts its own in another case', async () => {
    const [a, b] = [await created(), await created()]
    const { status, body } = await request('PATCH', `/${a.uid}`, { code: b.code.toLowerCase() })
    assert.deepEqual([status, body.existingUid], [409, b.uid])
    const own = await request('PATCH', `/${a.uid}`, { code: a.code.toLowerCase() })
    assert.deepEqual([own.status, own.body.promoCode.code], [200, a.code.toLowerCase()])
  })

  it('404: rejects unknown, foreign and deleted codes', async () => {
    const { uid } = await created()
    const asForeign = { key: foreign.key, body: {} }
    assert.equal((await server.request('PATCH', `${path}/${uid}`, asForeign)).status, 404)
    await request('DELETE', `/${uid}`)
    for (const missingUid of [uid, randomUUID(), 'SUMMER10']) {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const { status, body } = await request(
          method,
          `/${missingUid}`,
          method === 'PATCH' ? {} : undefined,
        )
        assert.deepEqual([status, body.code], [404, 'PROMO_CODE_NOT_FOUND'])
      }
    }
  })
})

describe('redemptionsCount', () => {
  it('counts booked and requested leads, and no others', async () => {
    const { uid } = await created()
    await use(uid, 'BOOKED', 'BOOKING')
    await use(uid, 'PENDING', 'BOOKING_REQUEST')
    await use(uid, 'PENDING_APPROVED', 'BOOKING_REQUEST')
    await use(uid, 'NEW', 'INQUIRY')
    await use(uid, 'CANCELLED', 'BOOKING')
    await use(uid, 'BOOKED', 'BOOKING', { deleted_at: server.clock.now() })
    const { promoCode } = (await request('GET', `/${uid}`)).body
    assert.equal(promoCode.redemptionsCount, 3)
    const { promoCodes } = (await request('GET', `?agencyUid=${agencyUid}&_limit=1000`)).body
    const listed = promoCodes.find((code: { uid: string }) => code.uid === uid)
    assert.equal(listed.redemptionsCount, 3)
  })
})
