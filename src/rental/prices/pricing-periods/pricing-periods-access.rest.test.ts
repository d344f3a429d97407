import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
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

const change = (
  fields: object,
  { by = key, headers = {} }: { by?: string; headers?: Record<string, string> } = {},
) => {
  const pricingPeriod = { propertyUid, date: '2027-06-10', ...fields }
  const body = { operation: 'SET', pricingPeriod }
  return server.request('POST', '/api/v3.3/pricing-periods', { key: by, headers, body })
}

describe('access to pricing periods', () => {
  it('403: rejects an unknown, a foreign and a deleted property', async () => {
    const other = await makeAgency(server)
    const foreign = await makeProperty(server, other.agencyUid)
    const deleted = await makeProperty(server, agencyUid, { deleted_at: new Date() })
    for (const uid of [randomUUID(), foreign, deleted, 'no-uid']) {
      const { status, body } = await change({ propertyUid: uid, price: 1 })
      assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
      const path = `/api/v3.3/pricing-periods?propertyUid=${uid}&from=2027-06-01&to=2027-06-02`
      assert.equal((await server.request('GET', path, { key })).status, 403)
    }
  })

  it('a partner reads with any grant, and writes with READ_WRITE only', async () => {
    const { partnerUid } = await makePartner(server)
    const by = await makeToken(server, partnerUid, agencyUid)
    const path = `/api/v3.3/pricing-periods?propertyUid=${propertyUid}&from=2027-06-01&to=2027-06-02`
    assert.equal((await server.request('GET', path, { key: by })).status, 403)
    const readOnly = await makeProperty(server, agencyUid)
    await grant(server, { agencyUid, partnerUid, objectUid: readOnly, access: 'READ' })
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    assert.equal((await server.request('GET', path, { key: by })).status, 200)
    assert.equal((await change({ price: 1 }, { by })).status, 200)
    const { status, body } = await change({ price: 1, propertyUid: readOnly }, { by })
    assert.deepEqual([status, body.code], [403, 'READ_ONLY_GRANT'])
  })

  it('403: returns no idempotent response after the end of the grant', async () => {
    const { partnerUid } = await makePartner(server)
    const by = await makeToken(server, partnerUid, agencyUid)
    await grant(server, { agencyUid, partnerUid, objectUid: await makeProperty(server, agencyUid) })
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    const headers = { 'idempotency-key': randomUUID() }
    assert.equal((await change({ price: 1 }, { by, headers })).status, 200)
    await server.database.kysely
      .deleteFrom('grants')
      .where('agency_uid', '=', agencyUid)
      .where('object_uid', '=', propertyUid)
      .execute()
    assert.equal((await change({ price: 1 }, { by, headers })).status, 403)
  })
})
