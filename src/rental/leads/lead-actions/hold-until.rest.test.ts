/** Expiry of a hold as an instant: contract/leads.md §8. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeLeadIn } from '../../../../test/fixtures/leads-in-states.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
let month = 1

async function createLeadIn(state: 'NW' | 'OH') {
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

const runAction = (uid: string, action: string, body: object) =>
  server.request('POST', `/api/v3.3/leads/${uid}/${action}`, { key, body })

const holdEnd = async (uid: string) =>
  (await server.request('GET', `/api/v3.3/leads/${uid}`, { key })).body.lead.holdExpiresUtcDateTime

describe('untilUtcDateTime', () => {
  it('200: sets the expiry of a hold, later or earlier', async () => {
    const uid = await createLeadIn('NW')
    const held = await runAction(uid, 'put-on-hold', { untilUtcDateTime: inHours(5) })
    assert.equal(held.status, 200, held.text)
    assert.equal(held.body.lead.holdExpiresUtcDateTime, inHours(5))
    for (const hours of [720, 3]) {
      const { status } = await runAction(uid, 'extend-hold', {
        untilUtcDateTime: `${inHours(hours)}Z`,
      })
      assert.deepEqual([status, await holdEnd(uid)], [200, inHours(hours)])
    }
  })

  it('400: rejects an instant in the past, too far ahead, or together with hours', async () => {
    const uid = await createLeadIn('OH')
    const before = await holdEnd(uid)
    for (const invalidEnd of [inHours(0), inHours(-1), inHours(721), 'tomorrow']) {
      const { status, body } = await runAction(uid, 'extend-hold', { untilUtcDateTime: invalidEnd })
      assert.deepEqual([status, body.parameter], [400, 'untilUtcDateTime'], invalidEnd)
    }
    const both = await runAction(uid, 'extend-hold', { hours: 4, untilUtcDateTime: inHours(4) })
    assert.deepEqual([both.status, both.body.code], [400, 'CONFLICTING_PARAMETERS'])
    assert.equal(await holdEnd(uid), before)
  })
})
