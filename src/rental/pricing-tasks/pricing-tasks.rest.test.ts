import { describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../test/fixtures.ts'
import { startServer } from '../../../test/server.ts'

const server = await startServer({ RUN_WORKER: 'true' })
const { agencyUid, key } = await makeAgency(server)

describe('x', () => {
  it('y', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const t0 = performance.now()
    const { status, body } = await server.request('POST', '/api/v3.3/pricing-periods/bulk', {
      key,
      body: {
        operations: [
          {
            operation: 'SET',
            pricingPeriod: { propertyUid, from: '2027-01-01', to: '2126-12-31', price: 5 },
          },
        ],
      },
    })
    console.log(status, JSON.stringify(body), performance.now() - t0)
    for (let i = 0; i < 40; i++) {
      const a = await server.request('GET', '/api/v3.3/pricing-periods/bulk/' + body.task.uid, {
        key,
      })
      if (a.body.task.finishedUtcDateTime || i === 39) {
        console.log(performance.now() - t0, JSON.stringify(a.body))
        break
      }
      await new Promise(r => setTimeout(r, 50))
    }
    const r = await server.request(
      'GET',
      `/api/v3.3/pricing-periods?propertyUid=${propertyUid}&from=2027-01-01&to=2027-01-03`,
      { key },
    )
    console.log(JSON.stringify(r.body))
  })
})
