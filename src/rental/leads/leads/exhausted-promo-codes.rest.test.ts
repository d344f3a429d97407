/** Bookings with a promo code without uses left: contract/orders.md §9. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makePromoCode } from '../../../../test/fixtures/prices.ts'
import { makeAgency, makeHotel, makeProperty, makeUnit } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ SANDBOX: 'true' })
const { agencyUid, key } = await makeAgency(server)
const priced = { daily_rate: '100' }
const send = (method: string, path: string, body?: unknown) =>
  server.request(method, path, { key, ...(body === undefined ? {} : { body }) })
const call = (method: string, path: string, body?: unknown) =>
  send(method, `/api/v3.3${path}`, body)
const runAction = (uid: string, action: string, body?: object) =>
  call('POST', `/leads/${uid}/${action}`, body)

const stay = { checkInLocalDate: '2026-07-07', checkOutLocalDate: '2026-07-09' }

/** Creates a lead of two nights at 100 each at a property of its own. */
async function leadWith(promoCode: string | null, status = 'NEW'): Promise<string> {
  const propertyUid = await makeProperty(server, agencyUid, priced)
  const body = { agencyUid, propertyUid, status, ...stay, guestInformation: {}, promoCode }
  const response = await call('POST', '/leads', body)
  assert.equal(response.status, 201, response.text)
  return response.body.lead.uid
}

let codes = 0

/** Creates a code of 10 % with a number of uses. */
async function newPromoCode(maximum_redemptions: number) {
  const code = `CODE${codes++}`
  const uid = await makePromoCode(server, agencyUid, { code, maximum_redemptions })
  const uses = async () =>
    (await call('GET', `/promo-codes/${uid}`)).body.promoCode.redemptionsCount as number
  return { code, uid, uses }
}

const findOrder = async (leadUid: string) =>
  (await call('GET', `/orders?leadUid=${leadUid}`)).body.orders[0]
const readPrice = async (leadUid: string) => {
  const { totalAmount, rent } = await findOrder(leadUid)
  return [totalAmount, rent.discount?.discountCode ?? null]
}
const readStatus = async (uid: string) => (await call('GET', `/leads/${uid}`)).body.lead.status

describe('a promo code with one use left', () => {
  it('is used by one of many concurrently booked inquiries; the others get an error', async () => {
    const { code, uses } = await newPromoCode(1)
    const uids: string[] = []
    for (let i = 0; i < 8; i++) uids.push(await leadWith(code, i % 2 ? 'NEW' : 'ON_HOLD'))
    const responses = await Promise.all(uids.map(uid => runAction(uid, 'mark-as-booked')))
    const won = responses.filter(({ status }) => status === 200)
    assert.equal(won.length, 1)
    for (const [i, { status, body }] of responses.entries()) {
      if (status === 200) continue
      assert.deepEqual([status, body.code], [409, 'STATE_CONFLICT'])
      assert.deepEqual(
        [body.promoCode, body.reason, body.leadUid, body.state],
        [code, 'exhausted', uids[i], 'PROMO_CODE_EXHAUSTED'],
      )
      assert.ok(body.apiErrorMessage.includes(`Promo code ${code} `))
      assert.ok(body.allowedActions.includes('mark-as-booked'))
      assert.equal(await readStatus(uids[i]!), i % 2 ? 'NEW' : 'ON_HOLD')
    }
    assert.equal(await uses(), 1)
  })

  it('is used by one of several concurrent rebookings, bookings and creations', async () => {
    const { code, uses } = await newPromoCode(1)
    const cancelled: string[] = []
    for (let i = 0; i < 3; i++) {
      const uid = await leadWith(code, 'BOOKED')
      assert.equal((await runAction(uid, 'cancel')).status, 200)
      cancelled.push(uid)
    }
    const inquiry = await leadWith(code)
    const other = await leadWith(null, 'BOOKED')
    const later = { checkInLocalDate: '2026-07-08', checkOutLocalDate: '2026-07-11' }
    const responses = await Promise.all([
      ...cancelled.map((uid, i) => runAction(uid, 'rebook', i === 0 ? later : undefined)),
      runAction(inquiry, 'mark-as-booked'),
      runAction(other, 'alteration', { promoCode: code }),
    ])
    assert.equal(responses.filter(({ status }) => status === 200).length, 1)
    assert.deepEqual(new Set(responses.map(({ status }) => status)).has(500), false)
    assert.equal(await uses(), 1)
  })
})

describe('a promo code that is used up', () => {
  it('rejects a rebooking, whose nights stay free', async () => {
    const { code, uses } = await newPromoCode(1)
    const first = await leadWith(code, 'BOOKED')
    await runAction(first, 'cancel')
    await leadWith(code, 'BOOKED')
    for (const body of [undefined, { checkOutLocalDate: '2026-07-10' }]) {
      const { status, body: refused } = await runAction(first, 'rebook', body)
      assert.deepEqual([status, refused.promoCode], [409, code])
    }
    assert.deepEqual([await readStatus(first), await uses()], ['CANCELLED', 1])
    const { propertyUid } = (await call('GET', `/leads/${first}`)).body.lead
    const dates = { checkInDate: '2026-07-07', checkOutDate: '2026-07-09' }
    assert.equal((await call('POST', '/quotes', { propertyUid, ...dates })).status, 200)
  })

  it('is rejected in v2, too', async () => {
    const { code } = await newPromoCode(1)
    const late = await leadWith(code)
    await leadWith(code, 'PENDING')
    const { status, body } = await send('PUT', `/v2/leads/${late}`, { status: 'BOOKED_BY_AGENT' })
    assert.deepEqual([status, body.promoCode], [409, code])
  })

  it('is accepted for a hold', async () => {
    const { code } = await newPromoCode(1)
    const late = await leadWith(code)
    await leadWith(code, 'BOOKED')
    assert.equal((await runAction(late, 'put-on-hold')).status, 200)
  })

  it('counts uses after its deletion; its limit can be raised', async () => {
    const { code, uid, uses } = await newPromoCode(1)
    const [first, second] = [await leadWith(code), await leadWith(code)]
    assert.equal((await runAction(first, 'mark-as-booked')).status, 200)
    assert.equal((await runAction(second, 'mark-as-booked')).status, 409)
    await call('PATCH', `/promo-codes/${uid}`, { maximumRedemptions: 2 })
    assert.equal((await runAction(second, 'mark-as-booked')).status, 200)
    assert.equal(await uses(), 2)
    await runAction(second, 'cancel')
    const third = await leadWith(code)
    assert.equal((await runAction(third, 'mark-as-booked')).status, 200)
    assert.equal((await call('DELETE', `/promo-codes/${uid}`)).status, 204)
    assert.equal((await runAction(second, 'rebook')).status, 409)
  })
})

describe('promoCode null', () => {
  it('books at the price without the code', async () => {
    const { code, uses } = await newPromoCode(1)
    const [late, held] = [await leadWith(code), await leadWith(code, 'ON_HOLD')]
    const rebooked = await leadWith(code, 'BOOKED')
    await runAction(rebooked, 'cancel')
    await leadWith(code, 'BOOKED')
    assert.deepEqual(await readPrice(late), [180, code])
    const { uid } = await findOrder(late)
    for (const lead of [late, held]) {
      assert.equal((await runAction(lead, 'mark-as-booked')).status, 409)
      const { status, body } = await runAction(lead, 'mark-as-booked', { promoCode: null })
      assert.deepEqual([status, body.lead.status], [200, 'BOOKED'])
      assert.deepEqual(await readPrice(lead), [200, null])
    }
    assert.equal((await findOrder(late)).uid, uid)
    const longer = { checkOutLocalDate: '2026-07-10', promoCode: null }
    assert.equal((await runAction(rebooked, 'rebook', longer)).status, 200)
    assert.deepEqual(await readPrice(rebooked), [300, null])
    assert.equal(await uses(), 1)
  })

  it('changes no price without a code, and no code if left out', async () => {
    const { code } = await newPromoCode(2)
    const [plain, reduced] = [await leadWith(null), await leadWith(code)]
    const { propertyUid } = (await call('GET', `/leads/${plain}`)).body.lead
    await call('PATCH', `/properties/${propertyUid}`, { pricing: { dailyRate: 150 } })
    await runAction(plain, 'mark-as-booked', { promoCode: null })
    assert.deepEqual(await readPrice(plain), [200, null])
    assert.equal((await runAction(reduced, 'mark-as-booked', {})).status, 200)
    assert.deepEqual(await readPrice(reduced), [180, code])
  })

  it('400: rejects another code', async () => {
    const { code } = await newPromoCode(2)
    const { status, body } = await runAction(await leadWith(null), 'mark-as-booked', {
      promoCode: code,
    })
    assert.deepEqual(
      [status, body.apiErrorMessage],
      [400, "Invalid parameter 'promoCode' must be null"],
    )
  })
})

describe('a group booking with a code', () => {
  it('is booked completely or not at all, without the code for every member', async () => {
    const { code, uses } = await newPromoCode(1)
    const hotelUid = await makeHotel(server, agencyUid)
    const propertyUid = await makeProperty(server, agencyUid, { ...priced, hotel_uid: hotelUid })
    await makeUnit(server.database.kysely, agencyUid, propertyUid)
    const subLeads = [{ propertyUid }, { propertyUid }]
    const mainInput = { agencyUid, hotelUid, propertyUid, status: 'NEW', guestInformation: {} }
    const body = { ...mainInput, ...stay, subLeads, promoCode: code }
    const { groupBooking } = (await call('POST', '/leads/group-booking', body)).body
    const members = [groupBooking.mainLead, ...groupBooking.subLeads]
    // The main lead of a hotel has no order; the code of the body is that of the first sub-lead.
    const prices = () =>
      Promise.all(groupBooking.subLeads.map(({ uid }: { uid: string }) => readPrice(uid)))
    await runAction(groupBooking.subLeads[1].uid, 'alteration', { promoCode: code })
    for (const price of await prices()) assert.deepEqual(price, [180, code])
    const main = groupBooking.mainLead.uid
    assert.equal((await runAction(main, 'mark-as-booked')).status, 409)
    for (const { uid } of members) assert.equal(await readStatus(uid), 'NEW')
    assert.equal(await uses(), 0)
    assert.equal((await runAction(main, 'mark-as-booked', { promoCode: null })).status, 200)
    for (const price of await prices()) assert.deepEqual(price, [200, null])
  })
})
