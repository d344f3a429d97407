/** Nights with a price of a pricing period: contract/pricing.md §2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const june = 'from=2027-06-10&to=2027-06-13'
const one = (uid: string, query: string, by: string, version: string) =>
  server.request('GET', `/api/${version}/property-calendar/${uid}?${query}`, { key: by })

describe('adjustedByCustomPricingPeriod', () => {
  it('is true for nights with a price of a pricing period', async () => {
    const uid = await makeProperty(server, agencyUid, { daily_rate: '150' })
    const set = (period: object) =>
      server.request('POST', '/api/v3.3/pricing-periods', {
        key,
        body: { operation: 'SET', pricingPeriod: { propertyUid: uid, ...period } },
      })
    await set({ date: '2027-06-11', price: 150 })
    await set({ date: '2027-06-12', minimumStay: 3 })
    for (const version of ['v3.0', 'v3.3']) {
      const { entries } = (await one(uid, june, key, version)).body.calendar
      assert.deepEqual(
        entries.map((entry: Record<string, unknown>) => entry.adjustedByCustomPricingPeriod),
        [false, true, false, false],
      )
    }
  })
})
