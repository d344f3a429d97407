import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
let agencyUid: string
let key: string
let propertyUid: string

beforeEach(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  propertyUid = await makeProperty(server, agencyUid)
})

const blank = {
  price: null,
  minimumStay: null,
  availableForCheckIn: null,
  availableForCheckOut: null,
  name: null,
}

describe('/v2/pricingperiods', () => {
  for (const spelling of ['pricingperiods', 'pricingPeriods']) {
    it(`200: ${spelling} returns a bare array, from today on without dates`, async () => {
      // The server's time is 09:00 on 20 May 2026 in America/Denver.
      for (const date of ['2026-05-19', '2026-05-20', '2040-01-01']) {
        const pricingPeriod = { propertyUid, date, price: 7 }
        const body = { operation: 'SET', pricingPeriod }
        const response = await server.request('POST', `/v2/${spelling}`, { key, body })
        assert.equal(response.status, 200)
        assert.deepEqual(response.body, { pricingPeriod: { ...blank, ...pricingPeriod } })
      }
      const path = `/v2/${spelling}?propertyUid=${propertyUid}`
      const dates = async (range = '') => {
        const { body, headers } = await server.request('GET', path + range, { key })
        assert.match(
          headers.get('link')!,
          /<\/api\/v3\.3\/pricing-periods>; rel="successor-version"/,
        )
        return body.map(({ date }: { date: string }) => date)
      }
      assert.deepEqual(await dates(), ['2026-05-20', '2040-01-01'])
      assert.deepEqual(await dates('&from=2026-05-19&to=2026-05-20'), ['2026-05-19', '2026-05-20'])
      assert.deepEqual(await dates('&from=2026-05-19'), ['2026-05-19', '2026-05-20', '2040-01-01'])
      assert.deepEqual(await dates('&to=2026-05-20'), ['2026-05-20'])
    })
  }

  it('200: uses the current date of the property', async () => {
    server.clock.set('2026-05-21T05:00:00Z')
    try {
      const pricingPeriod = { propertyUid, date: '2026-05-20', price: 1 }
      const body = { operation: 'SET', pricingPeriod }
      await server.request('POST', '/v2/pricingperiods', { key, body })
      const path = `/v2/pricingperiods?propertyUid=${propertyUid}`
      const { body: listed } = await server.request('GET', path, { key })
      assert.equal(listed.length, 1)
    } finally {
      server.clock.set('2026-05-20T15:00:00Z')
    }
  })
})
