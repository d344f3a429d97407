/** Related records of a deleted property: contract/properties.md §3.2. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeLead,
  makeOrder,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const foreign = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const partner = await makePartner(server)
await grant(server, { agencyUid, partnerUid: partner.partnerUid, objectUid: propertyUid })
await grant(server, {
  agencyUid,
  partnerUid: partner.partnerUid,
  objectUid: await makeProperty(server, agencyUid),
})
const token = await makeToken(server, partner.partnerUid, agencyUid)
const leadUid = await makeLead(server, agencyUid, {
  type: 'BOOKING',
  status: 'BOOKED',
  property_uid: propertyUid,
  check_in_local: '2026-01-05T16:00:00',
  check_out_local: '2026-01-09T11:00:00',
})
const orderUid = await makeOrder(server, agencyUid, leadUid)

before(async () => {
  const path = `/api/v3.3/properties/${propertyUid}`
  const { status, text } = await server.request('DELETE', path, { key })
  assert.equal(status, 204, text)
})

const lists = ['/v2', '/api/v3', '/api/v3.3'].flatMap(prefix => [
  [`${prefix}/leads`, leadUid] as const,
  [`${prefix}/orders`, orderUid] as const,
])

describe('lists filtered by a deleted property', () => {
  for (const [path, uid] of lists) {
    it(`200: ${path} returns the same to a key of the agency`, async () => {
      const response = await server.request('GET', `${path}?propertyUid=${propertyUid}`, { key })
      assert.equal(response.status, 200, response.text)
      const rows = response.body.leads ?? response.body.orders ?? response.body
      assert.deepEqual(
        rows.map((row: { uid: string }) => row.uid),
        [uid],
      )
    })

    it(`403: ${path} rejects a partner and another agency`, async () => {
      for (const by of [token, foreign.key]) {
        const url = `${path}?propertyUid=${propertyUid}`
        const { status, body } = await server.request('GET', url, { key: by })
        assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
      }
    })
  }

  it('200: GraphQL of v3 returns the leads to a key of the agency only', async () => {
    const query = `{ leads(propertyUid: "${propertyUid}") { uid } }`
    const post = (by: string) =>
      server.request('POST', '/api/v3.3/graphql', { key: by, body: { query } })
    assert.deepEqual((await post(key)).body.data, { leads: [{ uid: leadUid }] })
    for (const by of [token, foreign.key]) {
      const { data, errors } = (await post(by)).body
      assert.equal(data, null)
      assert.equal(errors[0].extensions.code, 'ACCESS_DENIED')
    }
  })
})
