/** Refusals of the calendars of many properties: contract/pricing.md §11. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const june = 'from=2026-06-01&to=2026-06-30'

type Agency = Awaited<ReturnType<typeof makeAgency>>

const ask = ({ agencyUid, key }: Agency, query: string) =>
  server.request('GET', `/api/v3.3/multi-calendar?agencyUid=${agencyUid}&${query}`, { key })

describe('a bad request for GET /multi-calendar', () => {
  const refused: [string, string, number, string, string?][] = [
    ['no dates', 'to=2026-06-01', 400, 'REQUIRED_PARAMETER', 'from'],
    ['an end before its begin', 'from=2026-06-02&to=2026-06-01', 400, 'INVALID_DATE_RANGE'],
    ['too many nights', 'from=2026-06-01&to=2027-06-01&_limit=500', 400, 'INVALID_PARAMETER', 'to'],
    ['half a stay', `${june}&freeFrom=2026-06-01`, 400, 'REQUIRED_PARAMETER', 'freeTo'],
    ['no guests', `${june}&guests=0`, 400, 'INVALID_PARAMETER', 'guests'],
    ['a cursor of others', `${june}&_cursor=eyJrIjpbXX0`, 400, 'INVALID_CURSOR', '_cursor'],
    ['an unknown property', `${june}&propertyUids=x`, 403, 'ACCESS_DENIED', 'propertyUids'],
    ['an unknown hotel', `${june}&hotelUid=x`, 403, 'ACCESS_DENIED', 'hotelUid'],
  ]
  for (const [what, query, status, code, parameter] of refused) {
    it(`${status} ${code}: ${what}`, async () => {
      const answer = await ask(await makeAgency(server), query)
      assert.deepEqual([answer.status, answer.body.code], [status, code])
      if (parameter) assert.equal(answer.body.parameter, parameter)
    })
  }

  it('403: the agency of another', async () => {
    const { agencyUid } = await makeAgency(server)
    const { status, body } = await ask({ ...(await makeAgency(server)), agencyUid }, june)
    assert.deepEqual([status, body.code, body.parameter], [403, 'ACCESS_DENIED', 'agencyUid'])
  })
})
