/** The end of a hold as an instant: contract/leads.md §8. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeLeadIn } from '../../../../test/fixtures/leads-in-states.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
let month = 1

async function leadIn(state: 'NW' | 'OH') {
  const propertyUid = await makeProperty(server, agencyUid)
  const from = `2027-0${month++}`
  return makeLeadIn(server, agencyUid, state, {
    propertyUid,
    checkIn: `${from}-01`,
    checkOut: `${from}-05`,
  })
}

const inHours = (hours: number) =>
  new Date(server.clock.now().getTime() + hours * 3_600_000).toISOString().slice(0, 19)

const act = (uid: string, action: string, body: object) =>
  server.request('POST', `/api/v3.3/leads/${uid}/${action}`, { key, body })

const endOf = async (uid: string) =>
  (await server.request('GET', `/api/v3.3/leads/${uid}`, { key })).body.lead.holdExpiresUtcDateTime

describe('untilUtcDateTime', () => {
  it('200: holds nights until then, and ends a hold later or earlier', async () => {
    const uid = await leadIn('NW')
    const held = await act(uid, 'put-on-hold', { untilUtcDateTime: inHours(5) })
    assert.equal(held.status, 200, held.text)
    assert.equal(held.body.lead.holdExpiresUtcDateTime, inHours(5))
    for (const hours of [720, 3]) {
      const { status } = await act(uid, 'extend-hold', { untilUtcDateTime: `${inHours(hours)}Z` })
      assert.deepEqual([status, await endOf(uid)], [200, inHours(hours)])
    }
  })

  it('400: what is over, too far ahead or said twice changes nothing', async () => {
    const uid = await leadIn('OH')
    const before = await endOf(uid)
    for (const until of [inHours(0), inHours(-1), inHours(721), 'tomorrow']) {
      const { status, body } = await act(uid, 'extend-hold', { untilUtcDateTime: until })
      assert.deepEqual([status, body.parameter], [400, 'untilUtcDateTime'], until)
    }
    const both = await act(uid, 'extend-hold', { hours: 4, untilUtcDateTime: inHours(4) })
    assert.deepEqual([both.status, both.body.code], [400, 'CONFLICTING_PARAMETERS'])
    assert.equal(await endOf(uid), before)
  })
})
