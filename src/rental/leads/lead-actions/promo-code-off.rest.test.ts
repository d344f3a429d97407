/** Taking a promo code off a lead: contract/leads.md §8, contract/orders.md §2, §9. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makePromoCode } from '../../../../test/fixtures/prices.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const code = 'SPRING10'
const codeUid = await makePromoCode(server, agencyUid, { code })
const call = (method: string, path: string, body?: unknown) =>
  server.request(method, `/api/v3.3${path}`, { key, ...(body === undefined ? {} : { body }) })
const dates = { checkInLocalDate: '2026-08-01', checkOutLocalDate: '2026-08-03' }

/** A lead of two nights at 100 each in a house of its own, with the code. */
async function coded(status: string): Promise<{ uid: string; propertyUid: string }> {
  const propertyUid = await makeProperty(server, agencyUid, { daily_rate: '100' })
  const body = { agencyUid, propertyUid, status, ...dates, guestInformation: {}, promoCode: code }
  const made = await call('POST', '/leads', body)
  return { uid: made.body.lead.uid, propertyUid }
}

const orderOf = async (leadUid: string) =>
  (await call('GET', `/orders?leadUid=${leadUid}`)).body.orders[0]
const uses = async () =>
  (await call('GET', `/promo-codes/${codeUid}`)).body.promoCode.redemptionsCount as number

describe("'promoCode': null", () => {
  for (const status of ['BOOKED', 'ON_HOLD', 'PENDING', 'NEW']) {
    it(`200: takes the code off a lead in status ${status} by an alteration`, async () => {
      const { uid } = await coded(status)
      const before = await uses()
      assert.equal((await orderOf(uid)).totalAmount, 180)
      const answer = await call('POST', `/leads/${uid}/alteration`, { promoCode: null })
      assert.equal(answer.status, 200, answer.text)
      const { totalAmount, rent } = await orderOf(uid)
      assert.deepEqual([totalAmount, rent.discount], [200, null])
      const counted = status === 'BOOKED' || status === 'PENDING'
      assert.equal(await uses(), before - (counted ? 1 : 0))
    })
  }

  for (const action of ['mark-as-booked', 'rebook']) {
    for (const none of [null, '']) {
      it(`200: ${action} with ${JSON.stringify(none)} takes it off a booking`, async () => {
        const { uid } = await coded('BOOKED')
        const answer = await call('POST', `/leads/${uid}/${action}`, { promoCode: none })
        assert.equal(answer.status, 200, answer.text)
        const { totalAmount, rent } = await orderOf(uid)
        assert.deepEqual([totalAmount, rent.discount], [200, null])
        const { body } = await call('GET', `/leads/${uid}/history`)
        assert.equal(body.history.at(-1).act, 'alteration')
      })
    }
  }

  it('goes with other changes and with overrides of the same alteration', async () => {
    const { uid } = await coded('BOOKED')
    const body = { promoCode: null, checkOutLocalDate: '2026-08-04', quoteOverrides: {} }
    await call('POST', `/leads/${uid}/alteration`, body)
    const { totalAmount, rent } = await orderOf(uid)
    assert.deepEqual([totalAmount, rent.discount], [300, null])
  })

  it('changes nothing where there is no code, and tells of nothing', async () => {
    const { uid } = await coded('BOOKED')
    for (let i = 0; i < 2; i++) await call('POST', `/leads/${uid}/alteration`, { promoCode: null })
    const { body } = await call('GET', `/leads/${uid}/history`)
    assert.equal(body.history.length, 2)
  })

  it('prices a quote for the lead without the code; left out it stays', async () => {
    const { uid, propertyUid } = await coded('BOOKED')
    const stay = {
      leadUid: uid,
      propertyUid,
      checkInDate: '2026-08-01',
      checkOutDate: '2026-08-03',
    }
    const quote = async (more: object) =>
      (await call('POST', '/quotes', { ...stay, ...more })).body.quote
    assert.equal((await quote({})).totalAmount, 180)
    assert.equal((await quote({ promoCode: null })).totalAmount, 200)
    assert.equal((await quote({ promoCode: ' ' })).promoCode, null)
  })
})
