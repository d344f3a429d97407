/** Redemption within the transaction that stores a lead: contract/orders.md §9. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makePromoCode } from '../../../../test/fixtures/prices.ts'
import { makeAgency, makeLead, makeOrder, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { redeemPromoCode } from './redeem-promo-code.ts'

const server = await startServer()
const { agencyUid } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const ctx = { db: server.database.kysely, clock: server.clock }
const stay = {
  propertyUid,
  checkIn: '2026-06-05',
  checkOut: '2026-06-09',
  nights: 4,
  currency: 'USD',
}
const redemption = { agencyUid, agencyTimeZone: 'America/Denver', stay, exceptLead: null }

/** Redeems the code and inserts a lead with it, like the creation of a lead. */
async function book(code: string): Promise<string> {
  return transaction(ctx, async tx => {
    const redemptionResult = await redeemPromoCode(tx, { ...redemption, code })
    if (typeof redemptionResult === 'string') return redemptionResult
    const inside = { ...server, database: { ...server.database, kysely: tx.db } }
    const lead = { status: 'BOOKED', type: 'BOOKING', property_uid: propertyUid }
    const leadUid = await makeLead(inside, agencyUid, lead)
    await makeOrder(inside, agencyUid, leadUid, { promo_code_uid: redemptionResult.uid })
    return 'redeemed'
  })
}

describe('redeeming a promo code', () => {
  it('concurrent leads use a code up to its limit, and no more', async () => {
    await makePromoCode(server, agencyUid, { code: 'THREE', maximum_redemptions: 3 })
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => book('three')))
    const redeemed = outcomes.filter(outcome => outcome === 'redeemed')
    assert.equal(redeemed.length, 3)
    assert.equal(outcomes.filter(outcome => outcome === 'exhausted').length, 7)
  })

  it('a lead that is rolled back releases its use', async () => {
    await makePromoCode(server, agencyUid, { code: 'ONCE', maximum_redemptions: 1 })
    const failed = transaction(ctx, async tx => {
      await redeemPromoCode(tx, { ...redemption, code: 'ONCE' })
      throw new Error('The lead could not be stored')
    })
    await assert.rejects(failed)
    assert.equal(await book('ONCE'), 'redeemed')
    assert.equal(await book('ONCE'), 'exhausted')
  })

  it('does not count the use of the lead itself', async () => {
    const uid = await makePromoCode(server, agencyUid, { code: 'OWN', maximum_redemptions: 1 })
    const lead = { status: 'BOOKED', type: 'BOOKING', property_uid: propertyUid }
    const exceptLead = await makeLead(server, agencyUid, lead)
    await makeOrder(server, agencyUid, exceptLead, { promo_code_uid: uid })
    const again = { ...redemption, code: 'OWN' }
    assert.equal(await transaction(ctx, tx => redeemPromoCode(tx, again)), 'exhausted')
    const own = await transaction(ctx, tx => redeemPromoCode(tx, { ...again, exceptLead }))
    assert.equal(typeof own, 'object')
  })
})

describe('a promo code that does not apply', () => {
  it('returns the first cause by priority', async () => {
    const reason = async (code: string, columns: object | null) => {
      if (columns) await makePromoCode(server, agencyUid, { code, ...columns })
      const redemptionResult = await transaction(ctx, tx =>
        redeemPromoCode(tx, { ...redemption, code }),
      )
      return typeof redemptionResult === 'string' ? redemptionResult : 'applies'
    }
    const other = await makeProperty(server, agencyUid)
    const causes = {
      maximum_redemptions: 0,
      currency: 'EUR',
      discount_type: 'AMOUNT',
      minimum_nights: 5,
      property_uid: other,
      redeem_by_date: '2026-05-19',
      is_active: false,
    }
    const expected = [
      'exhausted',
      'currency',
      'currency',
      'dates',
      'property',
      'expired',
      'inactive',
    ]
    const names = Object.keys(causes) as (keyof typeof causes)[]
    for (const [i, name] of names.entries()) {
      if (name === 'currency') continue
      // Each cause has priority over the previous ones.
      const input = Object.fromEntries(names.slice(0, i + 1).map(cause => [cause, causes[cause]]))
      assert.equal(await reason(`CAUSE${i}`, input), expected[i], name)
    }
    assert.equal(await reason('NONE', null), 'unknown')
    assert.equal(await reason('GONE', { deleted_at: new Date() }), 'unknown')
  })

  it('excludes both ends of its stay dates, includes its last day', async () => {
    const of = async (code: string, columns: object) => {
      await makePromoCode(server, agencyUid, { code, ...columns })
      return book(code)
    }
    assert.equal(await of('A1', { stay_from_date: '2026-06-05' }), 'dates')
    assert.equal(await of('A2', { stay_from_date: '2026-06-04' }), 'redeemed')
    assert.equal(await of('A3', { stay_to_date: '2026-06-09' }), 'dates')
    assert.equal(await of('A4', { stay_to_date: '2026-06-10' }), 'redeemed')
    assert.equal(await of('A5', { minimum_nights: 4 }), 'redeemed')
    // 03:00 UTC is the evening before in Denver.
    server.clock.set('2026-05-21T03:00:00Z')
    assert.equal(await of('A6', { redeem_by_date: '2026-05-20' }), 'redeemed')
    server.clock.set('2026-05-21T07:00:00Z')
    assert.equal(await of('A7', { redeem_by_date: '2026-05-20' }), 'expired')
  })
})
