/** Removal of a promo code from a lead: contract/leads.md §8, contract/orders.md §2, §9. */
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

/** Creates a lead of two nights at 100 each with the code, at a new property. */
async function createLeadWithCode(status: string): Promise<{ uid: string; propertyUid: string }> {
  const propertyUid = await makeProperty(server, agencyUid, { daily_rate: '100' })
  const body = { agencyUid, propertyUid, status, ...dates, guestInformation: {}, promoCode: code }
  const created = await call('POST', '/leads', body)
  return { uid: created.body.lead.uid, propertyUid }
}

const findOrder = async (leadUid: string) =>
  (await call('GET', `/orders?leadUid=${leadUid}`)).body.orders[0]
const countUses = async () =>
  (await call('GET', `/promo-codes/${codeUid}`)).body.promoCode.redemptionsCount as number

describe("'promoCode': null", () => {
  for (const status of ['BOOKED', 'ON_HOLD', 'PENDING', 'NEW']) {
    it(`200: an alteration removes the code of a lead in status ${status}`, async () => {
      const { uid } = await createLeadWithCode(status)
      const before = await countUses()
      assert.equal((await findOrder(uid)).totalAmount, 180)
      const response = await call('POST', `/leads/${uid}/alteration`, { promoCode: null })
      assert.equal(response.status, 200, response.text)
      const { totalAmount, rent } = await findOrder(uid)
      assert.deepEqual([totalAmount, rent.discount], [200, null])
      const counted = status === 'BOOKED' || status === 'PENDING'
      assert.equal(await countUses(), before - (counted ? 1 : 0))
    })
  }

  for (const action of ['mark-as-booked', 'rebook']) {
    for (const none of [null, '']) {
      it(`200: ${action} with ${JSON.stringify(none)} removes it from a booking`, async () => {
        const { uid } = await createLeadWithCode('BOOKED')
        const response = await call('POST', `/leads/${uid}/${action}`, { promoCode: none })
        assert.equal(response.status, 200, response.text)
        const { totalAmount, rent } = await findOrder(uid)
        assert.deepEqual([totalAmount, rent.discount], [200, null])
        const { body } = await call('GET', `/leads/${uid}/history`)
        assert.equal(body.history.at(-1).act, 'alteration')
      })
    }
  }

  it('can be combined with other changes and overrides in an alteration', async () => {
    const { uid } = await createLeadWithCode('BOOKED')
    const body = { promoCode: null, checkOutLocalDate: '2026-08-04', quoteOverrides: {} }
    await call('POST', `/leads/${uid}/alteration`, body)
    const { totalAmount, rent } = await findOrder(uid)
    assert.deepEqual([totalAmount, rent.discount], [300, null])
  })

  it('changes nothing and emits no event without a code', async () => {
    const { uid } = await createLeadWithCode('BOOKED')
    for (let i = 0; i < 2; i++) await call('POST', `/leads/${uid}/alteration`, { promoCode: null })
    const { body } = await call('GET', `/leads/${uid}/history`)
    assert.equal(body.history.length, 2)
  })

  it('prices a quote without the code, unless it is absent', async () => {
    const { uid, propertyUid } = await createLeadWithCode('BOOKED')
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
